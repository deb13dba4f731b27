import { type ApiClient, responseBody } from '@bugle/api-client'
import { limits } from '@bugle/protocol/vocabulary'
import { type InfiniteData, infiniteQueryOptions, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import { type IssueFilter, isPlain, partsOf, type Span, toParameters } from '../search.ts'
import { intervalOf, type Source } from '../source.ts'
import type { Issue, IssuePage } from './issues.ts'

/** Start of a further page. All pages of a list share the hour from which it is counted. */
interface PageParam {
  cursor: string
  from: string | null
}

interface PageOptions {
  limit: number
  sparkline?: Span
  cursor?: string
  from?: string
}

function ask(api: ApiClient, { projectId, ...search }: IssueFilter, options: PageOptions): Promise<IssuePage> {
  const query = { ...toParameters(search, Date.now()), ...options }
  if (projectId === undefined) return responseBody(api.GET('/api/issues', { params: { query } }))
  return responseBody(api.GET('/api/projects/{id}/issues', { params: { path: { id: projectId }, query } }))
}

/**
 * Queries of lists of issues: of a project, or of all.
 *
 * @param pageSize issues of a page
 */
export function issueListQueries(source: Source, pageSize: number = limits.pageSize) {
  const { api } = source
  const readPage = (filter: IssueFilter, span: Span, after?: PageParam): Promise<IssuePage> =>
    ask(api(), filter, {
      limit: pageSize,
      sparkline: span,
      ...(after === undefined ? {} : { cursor: after.cursor }),
      ...(filter.since === undefined || after?.from == null ? {} : { from: after.from }),
    })
  return {
    issuesQuery: (filter: IssueFilter, span: Span) =>
      infiniteQueryOptions({
        queryKey: issueKeys.list(filter, span),
        queryFn: async ({ pageParam, client, queryKey }) => {
          const page = await readPage(filter, span, pageParam)
          const known = client.getQueryData<Pages>(queryKey)
          // Shared page by page as they arrive: comparing ten thousand at once would block typing.
          return known === undefined ? page : { ...page, issues: keepKnown(page.issues, issuesIn(known)) }
        },
        initialPageParam: undefined as PageParam | undefined,
        getNextPageParam: ({ next_cursor, counts: { from } }): PageParam | undefined =>
          next_cursor === null ? undefined : { cursor: next_cursor, from },
        structuralSharing: (known, next) => shareIssuesById(known as Pages | undefined, next as Pages),
      }),

    /**
     * The latest first page of a list: it updates counts in place, never the order. Searches are polled less often, since
     * the server keeps their order only for the last twenty.
     */
    latestPageQuery: (filter: IssueFilter, span: Span) =>
      queryOptions({
        queryKey: issueKeys.latestPage(filter, span),
        queryFn: () => readPage(filter, span),
        // An empty list is polled often: somebody may be waiting for the first event.
        refetchInterval: ({ state }) => (!isPlain(filter) ? 60_000 : state.data?.issues.length === 0 ? 2000 : 10_000),
        refetchOnWindowFocus: isPlain(filter),
      }),

    /** How many unresolved issues of all projects match. */
    countQuery: (filter: IssueFilter) =>
      queryOptions({
        queryKey: issueKeys.count(filter),
        queryFn: async () => (await ask(api(), filter, { limit: 1 })).status_counts.unresolved,
        refetchInterval: intervalOf(source, 30_000),
      }),

    /** The part of a search without which the fewest issues match, and their number; null if no single part hides them. */
    blockingPartQuery: (filter: IssueFilter) =>
      queryOptions({
        queryKey: issueKeys.blockingPart(filter),
        queryFn: async () => {
          const { projectId, status = 'unresolved', sort: _, ...search } = filter
          const hidden = await Promise.all(
            partsOf(search).map(async (part) => {
              const { status_counts } = await ask(api(), { projectId, status, ...part.rest }, { limit: 1 })
              return { ...part, count: status_counts[status] }
            }),
          )
          return hidden.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count)[0] ?? null
        },
      }),

    /** When the last issue was resolved; null where there are more than one page of them. */
    lastResolvedQuery: (projectId: string | undefined) =>
      queryOptions({
        queryKey: issueKeys.lastResolved(projectId),
        queryFn: async () => {
          const { issues, next_cursor } = await ask(
            api(),
            { projectId, status: 'resolved' },
            { limit: limits.pageSize },
          )
          const times = issues.flatMap(({ resolution }) => (resolution === null ? [] : [resolution.at]))
          return next_cursor === null ? (times.toSorted().at(-1) ?? null) : null
        },
      }),

    /** The first matches in all projects, whatever their status. */
    foundIssuesQuery: (query: string) =>
      queryOptions({
        queryKey: issueKeys.paletteResults(query),
        queryFn: async () =>
          (await responseBody(api().GET('/api/issues', { params: { query: { query, status: 'all', limit: 6 } } })))
            .issues,
        placeholderData: (known: Issue[] | undefined) => known,
        retry: false,
      }),
  }
}

export type Pages = InfiniteData<IssuePage, PageParam | undefined>

/**
 * Keeps the identity of unchanged issues wherever they are now, so that their rows do not render again. The cache's own
 * structural sharing compares by index: after one of ten thousand is removed, all after it would differ.
 */
export function shareIssuesById(known: Pages | undefined, next: Pages): Pages {
  if (known === undefined || known === next) return next
  const former = issuesIn(known)
  const pages = next.pages.map((page, index) => keepPage(known.pages[index], page, former))
  const isSame = pages.length === known.pages.length && pages.every((page, index) => page === known.pages[index])
  return isSame ? known : { ...next, pages }
}

type ById = ReadonlyMap<string, Issue>

/** Cached for each state of a list, since all its pages look up the same. */
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
  const isSame = issues.length === known?.issues.length && issues.every((issue, index) => issue === known.issues[index])
  const rest = replaceEqualDeep({ ...known, issues: none }, { ...page, issues: none })
  return isSame &&
    Object.keys(rest).every((key) => rest[key as keyof IssuePage] === known[key as keyof IssuePage] || key === 'issues')
    ? known
    : { ...rest, issues }
}

const none: Issue[] = []
