import { responseBody, type Schemas } from '@bugle/api-client'
import type { Level, Platform } from '@bugle/protocol/vocabulary'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isStreaming } from '../../lib/live'
import { queryClient } from '../../lib/queries'
import { api } from '../../lib/session'

export type Issue = Schemas['Issue']
export type IssuePage = Schemas['IssuePage']
export type Status = 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
export const statuses: Status[] = ['unresolved', 'snoozed', 'resolved', 'ignored']

export type Sort = 'last_seen' | 'first_seen' | 'events' | 'users'

/** Filters besides the search, in the order they are offered. */
export const narrowings = ['level', 'assignee', 'platform', 'environment', 'release'] as const
export type Narrowing = (typeof narrowings)[number]
export interface Narrowings extends Partial<Record<Narrowing, string>> {
  level?: Level
  platform?: Platform
}

export interface IssueFilter extends Narrowings {
  projectId?: string | undefined
  status?: Status
  query?: string
  sort?: Sort
}

export type View = Schemas['View']

/** Every half minute while no live updates arrive. */
const askNowAndThen = () => (isStreaming() ? false : 30_000)

/** Issues of a project, or of all projects, page by page. */
export const issuesQuery = ({ projectId, ...filter }: IssueFilter) =>
  infiniteQueryOptions({
    queryKey: ['issues', projectId ?? 'all projects', filter],
    queryFn: ({ pageParam }) => {
      const query = {
        ...filter,
        limit: 50,
        sparkline: '24h' as const,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return projectId === undefined
        ? responseBody(api().GET('/api/issues', { params: { query } }))
        : responseBody(api().GET('/api/projects/{id}/issues', { params: { path: { id: projectId }, query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: IssuePage) => page.next_cursor ?? undefined,
    refetchInterval: askNowAndThen,
  })

/** How many unresolved issues of all projects a list is of. */
export const countQuery = ({ projectId: _, ...filter }: IssueFilter) =>
  queryOptions({
    queryKey: ['issue counts', filter],
    queryFn: async () => {
      const { status_counts } = await responseBody(
        api().GET('/api/issues', { params: { query: { ...filter, limit: 1 } } }),
      )
      return status_counts.unresolved
    },
    refetchInterval: askNowAndThen,
  })

/** An issue with its latest event, chart and tags, in one response. */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id],
    queryFn: () =>
      responseBody(
        api().GET('/api/issues/{id}', {
          params: { path: { id }, query: { include: 'latest_event,stats,tags' } },
        }),
      ),
    refetchInterval: askNowAndThen,
  })

/** Returns an issue that a list has, as its own response begins. */
export function listedIssue(id: string): { issue: Issue } | undefined {
  for (const [, data] of queryClient.getQueriesData<InfiniteData<IssuePage>>({ queryKey: ['issues'] }))
    for (const page of data?.pages ?? []) {
      const issue = page.issues.find((one) => one.id === id)
      if (issue !== undefined) return { issue }
    }
  return undefined
}

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id, 'changes'],
    queryFn: () => responseBody(api().GET('/api/issues/{id}/changes', { params: { path: { id } } })),
    staleTime: 60_000,
  })

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id, 'activity'],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await responseBody(api().GET('/api/issues/{id}/activity', { params }))).activity.toReversed()
    },
  })

/** Fingerprints of an issue, the most frequent first. */
export const fingerprintsQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id, 'fingerprints'],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await responseBody(api().GET('/api/issues/{id}/fingerprints', { params }))).fingerprints
    },
  })

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: async () =>
      (await responseBody(api().GET('/api/events/{id}', { params: { path: { id } } }))) as Schemas['EventResponse'],
    staleTime: Number.POSITIVE_INFINITY,
  })

/** People and teams that issues of a project can be assigned to. */
export const assigneesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assignees', projectId],
    queryFn: async () => {
      const params = { path: { id: projectId } }
      return (await responseBody(api().GET('/api/projects/{id}/assignees', { params }))).assignees
    },
    staleTime: 60_000,
  })

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async () => (await responseBody(api().GET('/api/views', { params: { query: { limit: 100 } } }))).views,
  staleTime: 60_000,
})

/** Completions for a search that is being typed, and the values of a filter. */
export const keysQuery = (projectId: string, part: string) =>
  queryOptions({
    queryKey: ['search keys', projectId, part],
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { q: part } }
      return (await responseBody(api().GET('/api/projects/{id}/search/keys', { params }))).keys
    },
    staleTime: 60_000,
  })

export const valuesQuery = (projectId: string, key: string, part: string) =>
  queryOptions({
    queryKey: ['search values', projectId, key, part],
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { key, q: part } }
      return (await responseBody(api().GET('/api/projects/{id}/search/values', { params }))).values
    },
    staleTime: 60_000,
    retry: false,
  })
