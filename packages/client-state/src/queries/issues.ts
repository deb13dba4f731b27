import { responseBody, type Schemas } from '@bugle/api-client'
import { timeZone } from '@bugle/presentation/format'
import type { Change, Issue } from '@bugle/presentation/types'
import { hourMs } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import { relativeRanges } from '../search.ts'
import { intervalOf, type Source } from '../source.ts'

export type { Change, Issue }
export type IssuePage = Schemas['IssuePage']

/** Time ranges of an issue's chart. */
export const chartRanges = ['24h', '7d', '14d', '90d'] as const
export type ChartRange = (typeof chartRanges)[number]

type Included = 'latest_event,tags' | 'latest_event,stats,tags'

/**
 * Queries of one issue, and of what issues can be merged with or assigned to.
 *
 * @param included what comes with an issue, in one response
 */
export function issueQueries(source: Source, included: Included = 'latest_event,tags') {
  const { api } = source
  return {
    issueQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.detail(id),
        queryFn: () =>
          responseBody(api().GET('/api/issues/{id}', { params: { path: { id }, query: { include: included } } })),
        refetchInterval: intervalOf(source, 30_000),
      }),

    /**
     * The reader's previous visit to the project. The request itself records the visit: it is sent once for each page load.
     */
    seenQuery: (projectId: string) =>
      queryOptions({
        queryKey: issueKeys.lastVisit(projectId),
        queryFn: async () =>
          (await responseBody(api().PUT('/api/projects/{id}/seen', { params: { path: { id: projectId } } })))
            .previous_seen_at,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnReconnect: false,
      }),

    /** Issues of a project that another may be merged with, whatever their status. */
    mergeCandidatesQuery: (projectId: string, query: string) =>
      queryOptions({
        queryKey: issueKeys.mergeCandidates(projectId, query),
        queryFn: async () => {
          const params = {
            path: { id: projectId },
            query: { status: 'all' as const, limit: 30, ...(query === '' ? {} : { query }) },
          }
          return (await responseBody(api().GET('/api/projects/{id}/issues', { params }))).issues
        },
        placeholderData: (known: Issue[] | undefined) => known,
      }),

    /** Events over time, by hour or day. */
    statsQuery: (id: string, range: ChartRange) =>
      queryOptions({
        queryKey: issueKeys.stats(id, range),
        queryFn: () => {
          const hours = relativeRanges[range]
          const interval: 'hour' | 'day' = hours > 336 ? 'day' : 'hour'
          const from = new Date(Date.now() - hours * hourMs).toISOString()
          const params = { path: { id }, query: { from, interval, tz: timeZone() } }
          return responseBody(api().GET('/api/issues/{id}/stats', { params }))
        },
        placeholderData: (known: Schemas['Stats'] | undefined) => known,
        refetchInterval: 60_000,
      }),

    activityQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.activity(id),
        queryFn: async () => {
          const params = { path: { id }, query: { limit: 100 } }
          return (await responseBody(api().GET('/api/issues/{id}/activity', { params }))).activity.toReversed()
        },
      }),

    /** The fingerprints of an issue, the most frequent first. */
    fingerprintsQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.fingerprints(id),
        queryFn: async () => {
          const params = { path: { id }, query: { limit: 100 } }
          return (await responseBody(api().GET('/api/issues/{id}/fingerprints', { params }))).fingerprints
        },
      }),

    /** How the issue differs from usual, from counters. */
    changesQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.changes(id),
        queryFn: () => responseBody(api().GET('/api/issues/{id}/changes', { params: { path: { id } } })),
        staleTime: 60_000,
      }),

    similarQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.similar(id),
        queryFn: async () =>
          (await responseBody(api().GET('/api/issues/{id}/similar', { params: { path: { id } } }))).similar,
        staleTime: 300_000,
      }),

    /** Members and teams whom issues of a project can be assigned to. */
    assigneesQuery: (projectId: string) =>
      queryOptions({
        queryKey: issueKeys.assignees(projectId),
        queryFn: async () => {
          const params = { path: { id: projectId } }
          return (await responseBody(api().GET('/api/projects/{id}/assignees', { params }))).assignees
        },
        staleTime: 60_000,
      }),
  }
}
