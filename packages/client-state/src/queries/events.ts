import { responseBody, type Schemas } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { eventKeys } from '../keys/event-keys.ts'
import type { Source } from '../source.ts'

export type EventResponse = Schemas['EventResponse']

/** The query of an event. */
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
  }
}
