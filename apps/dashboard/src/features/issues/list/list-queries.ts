import { responseBody } from '@bugle/api-client'
import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { issueListQueries, readIssues } from '@bugle/client-state/queries/issue-lists'
import { type IssueFilter, isPlain, type Span } from '@bugle/client-state/search'
import { dayMs, hourMs, limits } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { recall } from '../../../lib/preferences.ts'
import { source } from '../../../lib/source.ts'
import type { Issue } from '../queries.ts'
import { partsOf } from './search-parts.ts'

export const { issuesQuery } = issueListQueries(source)

export function chosenSpan(): Span {
  return recall('bugle-span') === '24h' ? '24h' : '14d'
}

/** Counts the buckets at the end of a sparkline that began after a time; none where that is unknown. */
export function bucketsSince(time: string | null | undefined, span: Span): number {
  if (time == null) return 0
  const size = span === '24h' ? hourMs : dayMs
  return Math.max(0, Math.floor(Date.now() / size) - Math.floor(Date.parse(time) / size))
}

/**
 * The latest first page of a list: it updates counts in place, never the order. Searches are polled less often, since
 * the server keeps their order only for the last twenty.
 */
export const latestPageQuery = (filter: IssueFilter, span: Span) =>
  queryOptions({
    queryKey: issueKeys.latestPage(filter, span),
    queryFn: () => readIssues(api, filter, { limit: limits.pageSize, sparkline: span }),
    // An empty list is polled often: somebody may be waiting for the first event.
    refetchInterval: ({ state }) => (!isPlain(filter) ? 60_000 : state.data?.issues.length === 0 ? 2000 : 10_000),
    refetchOnWindowFocus: isPlain(filter),
  })

/** The part of a search without which the fewest issues match, and their number; null if no single part hides them. */
export const blockingPartQuery = (filter: IssueFilter) =>
  queryOptions({
    queryKey: issueKeys.blockingPart(filter),
    queryFn: async () => {
      const { projectId, status = 'unresolved', sort: _, ...search } = filter
      const hidden = await Promise.all(
        partsOf(search).map(async (part) => {
          const { status_counts } = await readIssues(api, { projectId, status, ...part.rest }, { limit: 1 })
          return { ...part, count: status_counts[status] }
        }),
      )
      return hidden.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count)[0] ?? null
    },
  })

/** When the last issue was resolved; null where there are more than one page of them. */
export const lastResolvedQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: issueKeys.lastResolved(projectId),
    queryFn: async () => {
      const { issues, next_cursor } = await readIssues(
        api,
        { projectId, status: 'resolved' },
        { limit: limits.pageSize },
      )
      const times = issues.flatMap(({ resolution }) => (resolution === null ? [] : [resolution.at]))
      return next_cursor === null ? (times.toSorted().at(-1) ?? null) : null
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
