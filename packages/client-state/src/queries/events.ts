import { responseBody, type Schemas } from '@bugle/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { eventKeys } from '../keys/event-keys.ts'
import type { Source } from '../source.ts'

export type EventResponse = Schemas['EventResponse']

/** Queries of events. */
export function eventQueries({ api }: Source) {
  return {
    /** One event and its position among those of its issue, or among the matches of a search. */
    eventQuery: (id: string, search?: string) =>
      queryOptions({
        queryKey: eventKeys.detail(id, search),
        queryFn: async () => {
          const query = search === undefined ? {} : { query: search }
          const response = await responseBody(api().GET('/api/events/{id}', { params: { path: { id }, query } }))
          // The other variant of the response belongs to `raw=1`, which is not requested.
          return response as EventResponse
        },
        // Events are immutable once received; their position among the others is not.
        staleTime: 60_000,
      }),

    /** The oldest event of an issue. */
    oldestEventQuery: (issueId: string) =>
      queryOptions({
        queryKey: eventKeys.oldest(issueId),
        queryFn: () => responseBody(api().GET('/api/issues/{id}/events/oldest', { params: { path: { id: issueId } } })),
      }),

    /** The events of an issue, newest first, all or those that match a search. */
    eventsQuery: (issueId: string, search?: string) =>
      infiniteQueryOptions({
        queryKey: eventKeys.list(issueId, search),
        queryFn: ({ pageParam }) => {
          const query = {
            limit: 50,
            ...(search === undefined ? {} : { query: search }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          }
          return responseBody(api().GET('/api/issues/{id}/events', { params: { path: { id: issueId }, query } }))
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      }),
  }
}
