import { describe } from './exception.ts'
import { patch } from './patch.ts'
import { errorText, isError, read, readOwn } from './plain.ts'
import type { Client, Integration } from './runtime.ts'

/** Adds breadcrumbs for the program's console output. */
export const consoleBreadcrumbs: Integration = {
  name: 'console',
  install(client: Client) {
    let isNoting = false
    // The browser's events describe themselves through getters only.
    const getFor = (value: unknown) => (globalThis.Event && value instanceof Event ? read : readOwn)
    const textFor = (value: unknown) =>
      // As a part of the breadcrumb it is cleaned later.
      typeof value === 'string'
        ? value.slice(0, 1024)
        : isError(value)
          ? errorText(value)
          : describe(value, client.options.scrubKeys, getFor(value))
    return (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      patch(console, level, (former) => (...args: unknown[]) => {
        // Skips the SDK's own output, and output of the host's hooks while a breadcrumb is being added.
        if (!isNoting)
          try {
            isNoting = true
            const message = args.slice(0, 10).map(textFor).join(' ')
            if (!message.startsWith('[bugle]')) client.addBreadcrumb({ category: 'console', message, data: { level } })
          } catch {
            // Deep in a recursion there may be stack left for the host, but none for the SDK.
          } finally {
            isNoting = false
          }
        return former.apply(console, args)
      }),
    )
  },
}
