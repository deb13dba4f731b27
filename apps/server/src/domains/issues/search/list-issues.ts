import { createHash } from 'node:crypto'
import type { IssueListQuery, ListCounts, StatusCounts } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { ofBucketsWith, ofEachBucket } from '../../projects/index.ts'
import type { IssueRecord } from '../record/index.ts'
import { countStatuses, findIssues, findIssuesById } from '../record/index.ts'
import { countSourceOf, type IssueFilter, type IssueSort, isExact, isPlain, sortOf, toFilter } from './issue-filter.ts'
import { type FoundIssue, findListed, keepList } from './list-snapshot-store.ts'
import { type Counted, countFound, findFirst, sumOf } from './search-store.ts'

/** How deep a sorted or filtered list can be read. */
const maxListed = 10_000

/** Start of the next page: a position in the list itself, or in a snapshot. */
export type ListPosition = { at: number; id: string; as_of: number } | { list: string; offset: number }

export interface ListRequest {
  projectIds: number[]
  params: IssueListQuery
  userId: string
  after: ListPosition | undefined
  limit: number
  now: Date
}

export interface IssueList {
  issues: IssueRecord[]
  statusCounts: StatusCounts
  counts: ListCounts
  next: ListPosition | undefined
}

/**
 * Returns a page of issues.
 *
 * @returns undefined if `after` belongs to another list, or to one that is no longer kept
 * @throws Refusal `invalid_parameter`
 */
export async function listIssues(db: Database, request: ListRequest): Promise<IssueList | undefined> {
  const filter = toFilter(request.params)
  const sort = sortOf(request.params)
  const isInOrder =
    sort === 'last_seen' && isPlain(filter) && (filter.statuses.length === 1 || filter.statuses.length === 4)
  const page = isInOrder ? await readInOrder(db, request, filter) : await readFound(db, request, filter, sort)
  return (
    page && {
      ...page,
      counts: {
        exact: isExact(filter) && !page.isBeyond,
        since: page.since?.toISOString() ?? null,
        from: filter.window.from?.toISOString() ?? null,
        to: filter.window.to?.toISOString() ?? null,
      },
    }
  )
}

type Page = Omit<IssueList, 'counts'> & Counted

/** Reads the page from the index, independently of the number of issues. */
async function readInOrder(
  db: Database,
  { projectIds, after, limit }: ListRequest,
  { statuses }: IssueFilter,
): Promise<Page | undefined> {
  if (after !== undefined && 'list' in after) return undefined
  const parts = await ofBucketsWith(db, projectIds, async (ids) => {
    const [rows, statusCounts] = await Promise.all([
      findIssues(db, {
        projectIds: ids,
        status: statuses.length === 1 ? statuses[0]! : 'all',
        after: after && { lastSeenAt: new Date(after.at), issueId: after.id, asOf: new Date(after.as_of) },
        limit: limit + 1,
      }),
      countStatuses(db, ids),
    ])
    return { rows, statusCounts }
  })
  const statusCounts = sumOf(parts)
  const rows = merge(
    parts.map((part) => part.rows),
    ({ lastSeenAt, issue }) => [lastSeenAt.getTime(), issue.issueId],
  ).slice(0, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    issues: shown.map(({ issue }) => issue),
    statusCounts,
    isBeyond: false,
    since: undefined,
    next:
      rows.length > limit && last !== undefined
        ? {
            at: last.lastSeenAt.getTime(),
            id: last.issue.issueId,
            // An issue seen later than the first issue of the first page has moved since.
            as_of: after?.as_of ?? rows[0]!.lastSeenAt.getTime(),
          }
        : undefined,
  }
}

/**
 * Searches and sorts the whole list. Counts grow while somebody reads, so no sort key could hold a position: the order
 * is kept as a snapshot for further pages.
 */
async function readFound(
  db: Database,
  { projectIds, params, userId, after, limit, now }: ListRequest,
  filter: IssueFilter,
  sort: IssueSort,
): Promise<Page | undefined> {
  if (after !== undefined && !('list' in after)) return undefined
  const request = hashOf(projectIds, params)
  const search = { projectIds, filter, sort, userId, now }
  if (after === undefined) {
    const parts = await ofBucketsWith(db, projectIds, (ids) =>
      findFirst(db, { ...search, projectIds: ids }, { limit: maxListed }),
    )
    const listed = merge(
      parts.map(({ issues }) => issues),
      ({ sortKey, lastSeen, issueId }) => [sortKey, lastSeen, issueId],
    ).slice(0, maxListed)
    const list =
      listed.length <= limit
        ? undefined
        : await keepList(
            db,
            { userId, request },
            listed.map(({ projectId, issueId }) => [projectId, issueId]),
          )
    return {
      issues: await withCounts(db, listed.slice(0, limit)),
      ...mergeCounted(parts),
      next: list === undefined ? undefined : { list, offset: limit },
    }
  }
  const { list, offset } = after
  const narrows = countSourceOf(filter).of !== 'issues'
  const keys = await findListed(db, { id: list, userId, request, offset, limit: limit + 1 })
  if (keys === undefined) return undefined
  // The user may have lost access to a project since.
  const shown = keys.slice(0, limit).filter(({ projectId }) => projectIds.includes(projectId))
  // Every project counts, also one that has no issue on this page.
  const parts = await ofBucketsWith(db, projectIds, async (ids) => {
    const own = shown.filter(({ projectId }) => ids.includes(projectId))
    const { counts, ...counted } = await countFound(db, own, { ...search, projectIds: ids })
    return {
      ...counted,
      counts: own.map(({ projectId, issueId }, index) => [`${projectId}:${issueId}`, counts[index]] as const),
    }
  })
  const counts = new Map(parts.flatMap((part) => part.counts))
  return {
    issues: await withCounts(
      db,
      // An issue that no longer matches has no matching events if events are filtered, otherwise its own total.
      shown.map((issue) => ({
        ...issue,
        count: counts.get(`${issue.projectId}:${issue.issueId}`) ?? (narrows ? 0 : undefined),
      })),
    ),
    ...mergeCounted(parts),
    next: keys.length > limit ? { list, offset: offset + limit } : undefined,
  }
}

/** Returns issues with the number of their matching events, without those that no longer exist. */
async function withCounts(
  db: Database,
  found: readonly (FoundIssue & { count: number | undefined })[],
): Promise<IssueRecord[]> {
  const counts = new Map(found.map(({ projectId, issueId, count }) => [`${projectId}:${issueId}`, count]))
  const position = new Map(found.map(({ projectId, issueId }, index) => [`${projectId}:${issueId}`, index]))
  const parts = await ofEachBucket(db, found, (own) => findIssuesById(db, own))
  const at = ({ projectId, issueId }: IssueRecord) => position.get(`${projectId}:${issueId}`)!
  const issues = parts.flat().sort((a, b) => at(a) - at(b))
  return issues.map((issue) => ({ ...issue, count: counts.get(`${issue.projectId}:${issue.issueId}`) ?? issue.count }))
}

function mergeCounted(parts: readonly Counted[]): Counted {
  const since = parts.flatMap((part) => part.since ?? [])
  return {
    statusCounts: sumOf(parts),
    isBeyond: parts.some(({ isBeyond }) => isBeyond),
    since: since.length === 0 ? undefined : new Date(Math.max(...since.map(Number))),
  }
}

/** Merges lists that are in the order of their keys, the highest first. */
function merge<Item>(parts: readonly Item[][], keyOf: (item: Item) => readonly (number | string)[]): Item[] {
  if (parts.length === 1) return parts[0]!
  const keyed = parts.flat().map((item) => ({ item, key: keyOf(item) }))
  const compare = (a: readonly (number | string)[], b: readonly (number | string)[]) => {
    const at = a.findIndex((value, index) => value !== b[index])
    return at === -1 ? 0 : a[at]! < b[at]! ? 1 : -1
  }
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item)
}

/** Hashes the parameters that the pages of a list share; `sparkline` may differ. */
function hashOf(projectIds: readonly number[], { sparkline, ...params }: IssueListQuery): Buffer {
  const { query, status, sort, environment, release, platform, level, assignee, from, to } = params
  const parts = [
    projectIds.length === 1 ? projectIds : 'all',
    query,
    status,
    sort,
    environment,
    release,
    platform,
    level,
    assignee,
    from,
    to,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
