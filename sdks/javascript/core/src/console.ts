import type { Client, Integration } from './client.ts'
import { patch } from './patch.ts'
import { errorText, isError, toPlain } from './plain.ts'
import { toText } from './scrub.ts'

/** Of an object that is printed: no more than what is kept of it could show. */
const maxValues = 50

/** What the program says on its console, as breadcrumbs. */
export const consoleBreadcrumbs: Integration = {
  name: 'console',
  install(client: Client) {
    let isNoting = false
    const word = (value: unknown): string => {
      if (isError(value)) return errorText(value)
      return typeof value === 'object' && value !== null
        ? JSON.stringify(toPlain(value, client.options.scrubKeys, maxValues)).slice(0, 300)
        : toText(value)
    }
    return (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      patch(console, level, (former) => (...args: unknown[]) => {
        // Our own words, and what the host's hooks print while we note, are no news.
        if (!isNoting && !(typeof args[0] === 'string' && args[0].startsWith('[bugle]')))
          try {
            isNoting = true
            const message = args.slice(0, 10).map(word).join(' ')
            client.addBreadcrumb({ category: 'console', message, data: { level } })
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
