import { responseBody, type Schemas } from '@bugle/api-client'
import { eventQueries } from '@bugle/client-state/queries/events'
import { api } from '../../lib/api.ts'
import { source } from '../../lib/source.ts'

export type { EventResponse } from '@bugle/client-state/queries/events'
export type EventSummary = Schemas['EventSummary']
export type EventView = Schemas['EventView']
export type Exception = Schemas['ExceptionView']
export type Frame = Schemas['FrameView']

export const { eventQuery, eventsQuery, oldestEventQuery } = eventQueries(source)

/** Fetches the event as its SDK sent it. */
export async function rawEvent(id: string): Promise<unknown> {
  return responseBody(api.GET('/api/events/{id}', { params: { path: { id }, query: { raw: '1' } } }))
}
