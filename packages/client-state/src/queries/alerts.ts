import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alertKeys } from '../keys/alert-keys.ts'
import type { Source } from '../source.ts'

export type AlertRule = Schemas['AlertRule']
export type Channel = Schemas['Channel']
export type Delivery = Schemas['Delivery']
export type Incident = Schemas['AlertIncident']
export type PreviewBody = BodyOf<'/api/organizations/{id}/alert-rules/preview', 'post'>

export interface IncidentFilter {
  state?: Incident['state']
  project_id?: string
  issue_id?: string
  /** Incidents of a page. */
  limit?: number
}

const incidentsMs = 60_000
const waitingMs = 2000
const previewMs = 300_000

/** Queries of alert rules and channels of an organization, of what fired, and of what was sent. */
export function alertQueries({ api }: Source) {
  return {
    channelsQuery: (id: string) =>
      queryOptions({
        queryKey: alertKeys.channels(id),
        queryFn: async () =>
          (await responseBody(api().GET('/api/organizations/{id}/channels', { params: { path: { id } } }))).channels,
      }),

    alertRulesQuery: (id: string) =>
      queryOptions({
        queryKey: alertKeys.rules(id),
        queryFn: async () =>
          (await responseBody(api().GET('/api/organizations/{id}/alert-rules', { params: { path: { id } } }))).rules,
      }),

    incidentsQuery: (id: string, filter: IncidentFilter) =>
      infiniteQueryOptions({
        queryKey: alertKeys.incidentsOf(id, filter),
        refetchInterval: incidentsMs,
        queryFn: ({ pageParam }) => {
          const query = { limit: 20, ...filter, ...(pageParam !== undefined && { cursor: pageParam }) }
          return responseBody(api().GET('/api/organizations/{id}/incidents', { params: { path: { id }, query } }))
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      }),

    /** The log of a channel. It is read again while something waits to be sent. */
    deliveriesQuery: (id: string, channel_id: string) =>
      infiniteQueryOptions({
        queryKey: alertKeys.deliveries(id, channel_id),
        queryFn: ({ pageParam }) => {
          const query = { limit: 30, ...(pageParam !== undefined && { cursor: pageParam }) }
          const params = { path: { id, channel_id }, query }
          return responseBody(api().GET('/api/organizations/{id}/channels/{channel_id}/deliveries', { params }))
        },
        refetchInterval: ({ state: { data } }) =>
          data?.pages[0]?.deliveries.some(({ state }) => state === 'waiting') === true ? waitingMs : false,
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      }),

    /** The messages that a rule would have caused in the last two weeks. */
    alertPreviewQuery: (id: string, body: PreviewBody) =>
      queryOptions({
        queryKey: alertKeys.preview(id, body),
        queryFn: () =>
          responseBody(api().POST('/api/organizations/{id}/alert-rules/preview', { params: { path: { id } }, body })),
        staleTime: previewMs,
        // A condition that cannot be read stays so.
        retry: false,
        placeholderData: keepPreviousData,
      }),
  }
}
