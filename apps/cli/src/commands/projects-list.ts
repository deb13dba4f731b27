import type { Context } from '../context.ts'
import { formatAge } from '../format.ts'

/** Lists the projects of the account. */
export async function run(context: Context): Promise<void> {
  context.output.list(
    await context.projects(),
    [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['app id', ({ app_ids }) => app_ids.join(', ')],
      ['unresolved', ({ unresolved_count }) => String(unresolved_count)],
      ['events 24h', ({ events_24h }) => String(events_24h)],
      ['last event', ({ last_event_at }) => (last_event_at === null ? 'never' : formatAge(last_event_at))],
    ],
    'There is no project yet. Try: bugle projects create NAME --app-id com.example.app',
  )
}
