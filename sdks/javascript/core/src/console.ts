import type { Client, Integration } from './client.ts'
import { patch } from './patch.ts'
import { errorText, isError, toPlain } from './plain.ts'
import { toText } from './scrub.ts'

/** What the program says on its console, as breadcrumbs. */
export const consoleBreadcrumbs: Integration = {
  name: 'console',
  install(client: Client) {
    let isNoting = false
    return (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      patch(console, level, (former) => (...args: unknown[]) => {
        // Our own words, and what the host's hooks print while we note, are no news.
        if (!isNoting && !(typeof args[0] === 'string' && args[0].startsWith('[bugle]'))) {
          isNoting = true
          client.addBreadcrumb({ category: 'console', message: args.slice(0, 10).map(word).join(' '), data: { level } })
          isNoting = false
        }
        return former.apply(console, args)
      }),
    )
  },
}

function word(value: unknown): string {
  if (isError(value)) return errorText(value)
  return typeof value === 'object' && value !== null
    ? (JSON.stringify(toPlain(value)) ?? '').slice(0, 300)
    : toText(value)
}
