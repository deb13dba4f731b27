import { answerOf, type BodyOf, type Schemas } from '@bugle/api-client'
import { type InfiniteData, infiniteQueryOptions, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { zone } from '../../lib/format.ts'
import { recall } from '../../lib/remembered.ts'
import { type IssueFilter, isPlain, partsOf, stretches, toParameters } from './search.ts'

export type Issue = Schemas['Issue']
export type IssuePage = Schemas['IssuePage']
export type View = Schemas['View']
export type Change = BodyOf<'/api/issues/{id}', 'patch'>

export type Span = '24h' | '14d'

export function chosenSpan(): Span {
  return recall('bugle-span') === '24h' ? '24h' : '14d'
}

/** How many buckets at the end of a sparkline began after a time, none where that is not known. */
export function bucketsSince(time: string | null | undefined, span: Span): number {
  if (time == null) return 0
  const size = span === '24h' ? 3_600_000 : 86_400_000
  return Math.max(0, Math.floor(Date.now() / size) - Math.floor(Date.parse(time) / size))
}

/** Where a further page begins, and the hour at which the whole list does: all pages ask for the same. */
interface PageParam {
  cursor: string
  from: string | null
}

function readPage(filter: IssueFilter, span: Span, after?: PageParam): Promise<IssuePage> {
  return ask(filter, {
    limit: pageSize,
    sparkline: span,
    ...(after === undefined ? {} : { cursor: after.cursor }),
    ...(filter.since === undefined || after?.from == null ? {} : { from: after.from }),
  })
}

interface PageOptions {
  limit: number
  sparkline?: Span
  cursor?: string
  from?: string
}

function ask({ projectId, ...search }: IssueFilter, options: PageOptions): Promise<IssuePage> {
  const query = { ...toParameters(search, Date.now()), ...options }
  if (projectId === undefined) return answerOf(api.GET('/api/issues', { params: { query } }))
  return answerOf(api.GET('/api/projects/{id}/issues', { params: { path: { id: projectId }, query } }))
}

const pageSize = 100

export const issuesQuery = (filter: IssueFilter, span: Span) =>
  infiniteQueryOptions({
    queryKey: ['issues', filter, span],
    queryFn: async ({ pageParam, client, queryKey }) => {
      const page = await readPage(filter, span, pageParam)
      const known = client.getQueryData<Pages>(queryKey)
      // Compared page by page as they come: ten thousand at once would hold up whoever types meanwhile.
      return known === undefined ? page : { ...page, issues: keepKnown(page.issues, issuesIn(known)) }
    },
    initialPageParam: undefined as PageParam | undefined,
    getNextPageParam: ({ next_cursor, counts: { from } }): PageParam | undefined =>
      next_cursor === null ? undefined : { cursor: next_cursor, from },
    structuralSharing: (known, next) => keepIssues(known as Pages | undefined, next as Pages),
  })

export type Pages = InfiniteData<IssuePage, PageParam | undefined>

/**
 * Issues that did not change stay the same objects, wherever they stand now: their rows are not drawn again. The cache
 * compares by place, and after one of ten thousand is gone all behind it would differ.
 */
export function keepIssues(known: Pages | undefined, next: Pages): Pages {
  if (known === undefined || known === next) return next
  const former = issuesIn(known)
  const pages = next.pages.map((page, at) => keepPage(known.pages[at], page, former))
  const isSame = pages.length === known.pages.length && pages.every((page, at) => page === known.pages[at])
  return isSame ? known : { ...next, pages }
}

type ById = ReadonlyMap<string, Issue>

/** By state of a list: each of its pages asks for the same. */
const byIdIn = new WeakMap<Pages, ById>()

function issuesIn(pages: Pages): ById {
  const found = byIdIn.get(pages)
  if (found !== undefined) return found
  const byId = new Map(pages.pages.flatMap(({ issues }) => issues.map((issue) => [issue.id, issue] as const)))
  byIdIn.set(pages, byId)
  return byId
}

function keepKnown(issues: Issue[], former: ById): Issue[] {
  return issues.map((issue) => {
    const before = former.get(issue.id)
    return before === undefined || before === issue ? issue : replaceEqualDeep(before, issue)
  })
}

function keepPage(known: IssuePage | undefined, page: IssuePage, former: ById): IssuePage {
  const issues = keepKnown(page.issues, former)
  const isSame = issues.length === known?.issues.length && issues.every((issue, at) => issue === known.issues[at])
  const rest = replaceEqualDeep({ ...known, issues: none }, { ...page, issues: none })
  return isSame &&
    Object.keys(rest).every((key) => rest[key as keyof IssuePage] === known[key as keyof IssuePage] || key === 'issues')
    ? known
    : { ...rest, issues }
}

const none: Issue[] = []

/**
 * The first page again and again: counts change in the list, its order does not. What is searched is asked for seldom,
 * since the server keeps the order of each such list and only of the last twenty.
 */
export const newsQuery = (filter: IssueFilter, span: Span) =>
  queryOptions({
    queryKey: ['news', filter, span],
    queryFn: () => readPage(filter, span),
    // Who waits for the first one is told soon.
    refetchInterval: ({ state }) => (!isPlain(filter) ? 60_000 : state.data?.issues.length === 0 ? 2000 : 10_000),
    refetchOnWindowFocus: isPlain(filter),
  })

/** Which part of a search alone hides the fewest issues, and how many; nothing where more than one part hides them all. */
export const hiddenQuery = (filter: IssueFilter) =>
  queryOptions({
    queryKey: ['hidden', filter],
    queryFn: async () => {
      const { projectId, status = 'unresolved', sort: _, ...search } = filter
      const hidden = await Promise.all(
        partsOf(search).map(async (part) => {
          const { status_counts } = await ask({ projectId, status, ...part.rest }, { limit: 1 })
          return { ...part, count: status_counts[status] }
        }),
      )
      return hidden.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count)[0] ?? null
    },
  })

/** When the last issue was resolved; nothing where there are so many that the last may not be among those asked for. */
export const lastResolvedQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: ['last-resolved', projectId],
    queryFn: async () => {
      const { issues, next_cursor } = await ask({ projectId, status: 'resolved' }, { limit: pageSize })
      const times = issues.flatMap(({ resolution }) => (resolution === null ? [] : [resolution.at]))
      return next_cursor === null ? (times.toSorted().at(-1) ?? null) : null
    },
  })

/** An issue and what its screen shows beside it, in one answer. */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id],
    queryFn: () =>
      answerOf(api.GET('/api/issues/{id}', { params: { path: { id }, query: { include: 'latest_event,tags' } } })),
    refetchInterval: 30_000,
  })

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async () => (await answerOf(api.GET('/api/views', { params: { query: { limit: 100 } } }))).views,
  staleTime: 60_000,
})

/** What may come next in a search. */
export const keysQuery = (projectId: string, part: string) =>
  queryOptions({
    queryKey: ['search-keys', projectId, part],
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { q: part } }
      return (await answerOf(api.GET('/api/projects/{id}/search/keys', { params }))).keys
    },
    staleTime: 60_000,
  })

export const valuesQuery = (projectId: string, key: string, part: string) =>
  queryOptions({
    queryKey: ['search-values', projectId, key, part],
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { key, q: part } }
      return (await answerOf(api.GET('/api/projects/{id}/search/values', { params }))).values
    },
    staleTime: 60_000,
    retry: false,
  })

/** When the reader looked at the project before this visit. Asking is what marks the visit: once for a page. */
export const seenQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['seen', projectId],
    queryFn: async () =>
      (await answerOf(api.PUT('/api/projects/{id}/seen', { params: { path: { id: projectId } } }))).previous_seen_at,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** Issues that another may be merged with, whatever their status. */
export const mergeCandidatesQuery = (projectId: string, query: string) =>
  queryOptions({
    queryKey: ['merge-candidates', projectId, query],
    queryFn: async () => {
      const params = {
        path: { id: projectId },
        query: { status: 'all' as const, limit: 30, ...(query === '' ? {} : { query }) },
      }
      return (await answerOf(api.GET('/api/projects/{id}/issues', { params }))).issues
    },
    placeholderData: (known: Issue[] | undefined) => known,
  })

/** How far the chart of an issue may reach back. */
export const chartStretches = ['24h', '7d', '14d', '90d'] as const
export type ChartStretch = (typeof chartStretches)[number]

export function chosenStretch(): ChartStretch {
  return chartStretches.find((name) => name === recall('bugle-chart')) ?? '14d'
}

/** How often it happened, by hours or days. */
export const statsQuery = (id: string, stretch: ChartStretch) =>
  queryOptions({
    queryKey: ['issue', id, 'stats', stretch],
    queryFn: () => {
      const hours = stretches[stretch]
      const interval: 'hour' | 'day' = hours > 336 ? 'day' : 'hour'
      const from = new Date(Date.now() - hours * 3_600_000).toISOString()
      const params = { path: { id }, query: { from, interval, tz: zone() } }
      return answerOf(api.GET('/api/issues/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
  })

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: ['activity', id],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await answerOf(api.GET('/api/issues/{id}/activity', { params }))).activity.toReversed()
    },
  })

export const fingerprintsQuery = (id: string) =>
  queryOptions({
    queryKey: ['fingerprints', id],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 100 } }
      return (await answerOf(api.GET('/api/issues/{id}/fingerprints', { params }))).fingerprints
    },
  })

/** The first few of all projects, whatever their status. */
export const foundIssuesQuery = (query: string) =>
  queryOptions({
    queryKey: ['found-issues', query],
    queryFn: async () =>
      (await answerOf(api.GET('/api/issues', { params: { query: { query, status: 'all', limit: 6 } } }))).issues,
    placeholderData: (known: Issue[] | undefined) => known,
    retry: false,
  })

/** What is different about an issue now, from counters. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id, 'changes'],
    queryFn: () => answerOf(api.GET('/api/issues/{id}/changes', { params: { path: { id } } })),
    staleTime: 60_000,
  })

export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: ['issue', id, 'similar'],
    queryFn: async () => (await answerOf(api.GET('/api/issues/{id}/similar', { params: { path: { id } } }))).similar,
    staleTime: 300_000,
  })
