import { responseBody, type Schemas } from '@bugle/api-client'
import { eventKeys } from '@bugle/client-state/keys/event-keys'
import { eventQueries } from '@bugle/client-state/queries/events'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { source } from '../../lib/source.ts'

export type { EventResponse } from '@bugle/client-state/queries/events'
export type EventSummary = Schemas['EventSummary']
export type EventView = Schemas['EventView']
export type Exception = Schemas['ExceptionView']
export type Frame = Schemas['FrameView']

export const { eventQuery } = eventQueries(source)

/** The oldest event of an issue. */
export const oldestEventQuery = (issueId: string) =>
  queryOptions({
    queryKey: eventKeys.oldest(issueId),
    queryFn: () => responseBody(api.GET('/api/issues/{id}/events/oldest', { params: { path: { id: issueId } } })),
  })

/** The events of an issue, newest first, all or those that match a search. */
export const eventsQuery = (issueId: string, search?: string) =>
  infiniteQueryOptions({
    queryKey: eventKeys.list(issueId, search),
    queryFn: ({ pageParam }) => {
      const query = {
        limit: 50,
        ...(search === undefined ? {} : { query: search }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return responseBody(api.GET('/api/issues/{id}/events', { params: { path: { id: issueId }, query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Fetches the event as its SDK sent it. */
export async function rawEvent(id: string): Promise<unknown> {
  return responseBody(api.GET('/api/events/{id}', { params: { path: { id }, query: { raw: '1' } } }))
}
