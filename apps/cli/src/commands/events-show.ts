import { responseBody, type Schemas } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'
import { describeEvent } from '../describe-event.ts'
import { requireEventId } from '../event-ids.ts'
import { issueAddress } from '../issue-ids.ts'

interface ShowOptions extends AnyOptions {
  raw?: boolean
}

/** Shows an event with its original frames, or prints it as it was sent. */
export async function run(context: Context, named: string, { raw }: ShowOptions): Promise<void> {
  const id = requireEventId(named)
  if (raw) return printRaw(context, id)
  // With `raw` the same path returns another body, so its type is open.
  const found = await responseBody(context.api.GET('/api/events/{id}', { params: { path: { id } } }))
  const { event } = found as Schemas['EventResponse']
  context.output.result(
    event,
    () => `${describeEvent(event, context.output)}\n${issueAddress(context, event.issue_id)}`,
  )
}

async function printRaw(context: Context, id: string): Promise<void> {
  const params = { path: { id }, query: { raw: '1' as const } }
  const { data } = await context.api.GET('/api/events/{id}', { params, parseAs: 'text' })
  context.output.raw(`${String(data)}\n`)
}
