import { type ApiClient, responseBody } from '@bugle/api-client'
import { limits } from '@bugle/protocol/vocabulary'
import { type InfiniteData, infiniteQueryOptions, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import { type IssueFilter, type Span, toParameters } from '../search.ts'
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

/** Reads a page of a list. */
export function readIssues(
  api: ApiClient,
  { projectId, ...search }: IssueFilter,
  options: PageOptions,
): Promise<IssuePage> {
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
  const readPage = (filter: IssueFilter, span: Span, after: PageParam | null): Promise<IssuePage> =>
    readIssues(api(), filter, {
      limit: pageSize,
      sparkline: span,
      ...(after === null ? {} : { cursor: after.cursor }),
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
        // Not undefined: an app that keeps the list on its device reads it from JSON.
        initialPageParam: null as PageParam | null,
        getNextPageParam: ({ next_cursor, counts: { from } }): PageParam | undefined =>
          next_cursor === null ? undefined : { cursor: next_cursor, from },
        structuralSharing: (known, next) => shareIssuesById(known as Pages | undefined, next as Pages),
      }),

    /** How many unresolved issues of all projects match. */
    countQuery: (filter: IssueFilter) =>
      queryOptions({
        queryKey: issueKeys.count(filter),
        queryFn: async () => (await readIssues(api(), filter, { limit: 1 })).status_counts.unresolved,
        refetchInterval: intervalOf(source, 30_000),
      }),
  }
}

export type Pages = InfiniteData<IssuePage, PageParam | null>

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
