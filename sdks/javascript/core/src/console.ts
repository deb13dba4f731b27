import type { Client, Integration } from './client.ts'
import { describe } from './exception.ts'
import { patch } from './patch.ts'
import { errorText, isError, read, readOwn } from './plain.ts'

/** What the program says on its console, as breadcrumbs. */
export const consoleBreadcrumbs: Integration = {
  name: 'console',
  install(client: Client) {
    let isNoting = false
    // What an event is, only getters say: those of the browser.
    const getFor = (value: unknown) => (globalThis.Event && value instanceof Event ? read : readOwn)
    const word = (value: unknown) =>
      isError(value) ? errorText(value) : describe(value, client.options.scrubKeys, getFor(value))
    return (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      patch(console, level, (former) => (...args: unknown[]) => {
        // Our own words, and what the host's hooks print while we note, are no news.
        if (!isNoting)
          try {
            isNoting = true
            const message = args.slice(0, 10).map(word).join(' ')
            if (!message.startsWith('[bugle]')) client.addBreadcrumb({ category: 'console', message, data: { level } })
          } catch {
            // Deep in a recursion there is no room for us; there may be for the host.
          } finally {
            isNoting = false
          }
        return former.apply(console, args)
      }),
    )
  },
}
