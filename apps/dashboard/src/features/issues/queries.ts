import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { timeZone } from '@bugle/presentation/format'
import { hourMs } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { recall } from '../../lib/preferences.ts'
import { issueKeys } from './keys.ts'
import { relativeRanges } from './search.ts'

export type Issue = Schemas['Issue']
export type IssuePage = Schemas['IssuePage']
export type View = Schemas['View']
export type Change = BodyOf<'/api/issues/{id}', 'patch'>

/** An issue with its latest event and tags, in one response. */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.detail(id),
    queryFn: () =>
      responseBody(api.GET('/api/issues/{id}', { params: { path: { id }, query: { include: 'latest_event,tags' } } })),
    refetchInterval: 30_000,
  })

export const viewsQuery = queryOptions({
  queryKey: issueKeys.views,
  queryFn: async () => (await responseBody(api.GET('/api/views', { params: { query: { limit: 100 } } }))).views,
  staleTime: 60_000,
})

/** Completions for a search that is being typed. */
export const keysQuery = (projectId: string, part: string) =>
  queryOptions({
    queryKey: issueKeys.searchKeys(projectId, part),
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { q: part } }
      return (await responseBody(api.GET('/api/projects/{id}/search/keys', { params }))).keys
    },
    staleTime: 60_000,
  })

export const valuesQuery = (projectId: string, key: string, part: string) =>
  queryOptions({
    queryKey: issueKeys.searchValues(projectId, key, part),
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { key, q: part } }
      return (await responseBody(api.GET('/api/projects/{id}/search/values', { params }))).values
    },
    staleTime: 60_000,
    retry: false,
  })

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

/** Time ranges of an issue's chart. */
export const chartRanges = ['24h', '7d', '14d', '90d'] as const
export type ChartRange = (typeof chartRanges)[number]

export function chosenChartRange(): ChartRange {
  return chartRanges.find((name) => name === recall('bugle-chart')) ?? '14d'
}

/** Events over time, by hour or day. */
export const statsQuery = (id: string, range: ChartRange) =>
  queryOptions({
    queryKey: issueKeys.stats(id, range),
    queryFn: () => {
      const hours = relativeRanges[range]
      const interval: 'hour' | 'day' = hours > 336 ? 'day' : 'hour'
      const from = new Date(Date.now() - hours * hourMs).toISOString()
      const params = { path: { id }, query: { from, interval, tz: timeZone() } }
      return responseBody(api.GET('/api/issues/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
  })

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.activity(id),
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await responseBody(api.GET('/api/issues/{id}/activity', { params }))).activity.toReversed()
    },
  })

export const fingerprintsQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.fingerprints(id),
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await responseBody(api.GET('/api/issues/{id}/fingerprints', { params }))).fingerprints
    },
  })

/** The first matches in all projects, whatever their status. */
export const foundIssuesQuery = (query: string) =>
  queryOptions({
    queryKey: issueKeys.paletteResults(query),
    queryFn: async () =>
      (await responseBody(api.GET('/api/issues', { params: { query: { query, status: 'all', limit: 6 } } }))).issues,
    placeholderData: (known: Issue[] | undefined) => known,
    retry: false,
  })

/** How the issue differs from usual, from counters. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.changes(id),
    queryFn: () => responseBody(api.GET('/api/issues/{id}/changes', { params: { path: { id } } })),
    staleTime: 60_000,
  })

export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: issueKeys.similar(id),
    queryFn: async () =>
      (await responseBody(api.GET('/api/issues/{id}/similar', { params: { path: { id } } }))).similar,
    staleTime: 300_000,
  })

/** Members and teams whom issues of a project can be assigned to. */
export const assigneesQuery = (projectId: string) =>
  queryOptions({
    queryKey: issueKeys.assignees(projectId),
    queryFn: async () => {
      const params = { path: { id: projectId } }
      return (await responseBody(api.GET('/api/projects/{id}/assignees', { params }))).assignees
    },
    staleTime: 60_000,
  })
