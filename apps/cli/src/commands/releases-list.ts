import { responseBody } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'
import { formatAge } from '../format.ts'

interface ListOptions extends AnyOptions {
  limit: number
}

/** Lists the releases of the project, newest first. */
export async function run(context: Context, { limit }: ListOptions): Promise<void> {
  const { id } = await context.project()
  const params = { path: { id }, query: { limit: Math.min(limit, 100) } }
  const { releases } = await responseBody(context.api.GET('/api/projects/{id}/releases', { params }))
  context.output.list(
    releases,
    [
      ['release', ({ version }) => version],
      ['events', ({ count }) => String(count)],
      ['first seen', ({ first_seen }) => formatAge(first_seen)],
      ['last seen', ({ last_seen }) => (last_seen === null ? 'never' : formatAge(last_seen))],
    ],
    'No release has sent an event yet.',
  )
}
