import { responseBody, type Schemas } from '@bugle/api-client'
import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { type Issue, issueQueries } from '@bugle/client-state/queries/issues'
import { relativeRanges } from '@bugle/client-state/search'
import { timeZone } from '@bugle/presentation/format'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { recall } from '../../lib/preferences.ts'
import { source } from '../../lib/source.ts'
import { statsRange } from '../../lib/stats-range.ts'

export type { Issue, IssuePage } from '@bugle/client-state/queries/issues'
export type { View } from '@bugle/client-state/queries/search'

export const { activityQuery, assigneesQuery, changesQuery, fingerprintsQuery, issueQuery } = issueQueries(source)

export { valuesQuery, viewsQuery } from '../../lib/search-queries.ts'

/** Time ranges of an issue's chart. */
export const chartRanges = ['3h', '24h', '7d', '14d', '90d'] as const
export type ChartRange = (typeof chartRanges)[number]

export function chosenChartRange(): ChartRange {
  return chartRanges.find((name) => name === recall('bugle-chart')) ?? '14d'
}

/**
 * The reader's previous visit to the project. The request itself records the visit: it is sent once for each page load.
 */
export const seenQuery = (projectId: string) =>
  queryOptions({
    queryKey: issueKeys.lastVisit(projectId),
    queryFn: async () =>
      (await responseBody(api.PUT('/api/projects/{id}/seen', { params: { path: { id: projectId } } })))
        .previous_seen_at,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** Issues of a project that another may be merged with, whatever their status. */
export const mergeCandidatesQuery = (projectId: string, query: string) =>
  queryOptions({
    queryKey: issueKeys.mergeCandidates(projectId, query),
    queryFn: async () => {
      const params = {
        path: { id: projectId },
        query: { status: 'all' as const, limit: 30, ...(query === '' ? {} : { query }) },
      }
      return (await responseBody(api.GET('/api/projects/{id}/issues', { params }))).issues
    },
    placeholderData: (known: Issue[] | undefined) => known,
  })

/** Events over time, by minute, hour or day. */
export const statsQuery = (id: string, range: ChartRange) =>
  queryOptions({
    queryKey: issueKeys.stats(id, range),
    queryFn: () => {
      const params = { path: { id }, query: { ...statsRange(relativeRanges[range]), tz: timeZone() } }
      return responseBody(api.GET('/api/issues/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
  })

export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.similar(id),
    queryFn: async () =>
      (await responseBody(api.GET('/api/issues/{id}/similar', { params: { path: { id } } }))).similar,
    staleTime: 300_000,
  })
