import type { IssueListQuery, StatusCounts } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type { Database, Queryable } from '../../../db/database.ts'
import { startOfHour } from '../../../lib/time.ts'
import { Refusal } from '../../../refusal.ts'
import { ofBucketsWith } from '../../projects/index.ts'
import { findEscalatable, findEscalating, newForMs } from '../record/index.ts'
import { type IssueFilter, toFilter } from './issue-filter.ts'
import type { FoundIssue } from './list-snapshot-store.ts'
import { findFirst, findPortion, sumOf } from './search-store.ts'

/**
 * Relative difference allowed between the number of issues and the number that the user saw when deciding about all of
 * them.
 */
const tolerance = 0.05

export interface Matching {
  projectIds: readonly number[]
  params: IssueListQuery
  /** Count shown in the list. */
  expectedCount: number
  userId: string
  now: Date
}

/**
 * Returns a portion of the issues of a list, in the order of their keys.
 *
 * @param after the last issue of the former portion; the count is compared before the first alone, since a change may make
 * issues leave the list
 * @throws Refusal `count_changed` if their number differs too much from the expected one
 */
export async function findMatchingPortion(
  db: Database,
  { projectIds, params, expectedCount, userId, now }: Matching,
  { after, limit = limits.bulkIssues }: { after: FoundIssue | undefined; limit?: number },
): Promise<{ issues: FoundIssue[]; next: FoundIssue | undefined }> {
  const filter = toFilter(params)
  const search = { projectIds, filter, sort: 'last_seen', userId, now } as const
  const parts = await ofBucketsWith(db, projectIds, (ids) =>
    findPortion(db, { ...search, projectIds: ids }, { after, limit: limit + 1 }),
  )
  const issues = parts.flatMap((part) => part.issues).sort(byKey)
  if (after === undefined) refuseOtherCount(countOf(filter, sumOf(parts)), expectedCount)
  const portion = issues.slice(0, limit)
  return { issues: portion, next: issues.length > portion.length ? portion.at(-1) : undefined }
}

/**
 * Returns all issues of a list.
 *
 * @throws Refusal `count_changed` if their number differs too much from the expected one, `validation_failed` if there
 * are too many
 */
export async function findMatching(
  db: Database,
  { projectIds, params, expectedCount, userId, now }: Matching,
): Promise<FoundIssue[]> {
  const filter = toFilter(params)
  const search = { projectIds, filter, sort: 'last_seen', userId, now } as const
  const parts = await ofBucketsWith(db, projectIds, (ids) =>
    findFirst(db, { ...search, projectIds: ids }, { limit: limits.bulkIssues }),
  )
  const count = countOf(filter, sumOf(parts))
  refuseOtherCount(count, expectedCount)
  if (count > limits.bulkIssues)
    throw new Refusal('validation_failed', {
      errors: { query: [`matches ${count} issues; ${limits.bulkIssues} can be changed at once`] },
    })
  return parts.flatMap(({ issues }) => issues)
}

function byKey(a: FoundIssue, b: FoundIssue): number {
  return a.projectId - b.projectId || (a.issueId < b.issueId ? -1 : 1)
}

/** No user: `assigned:me` of a rule matches nothing. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Returns which of these issues of a project a search matches. */
export async function findMatchingOf(
  db: Queryable,
  projectId: number,
  {
    query,
    status,
    issueIds,
    now,
  }: { query: string; status?: IssueListQuery['status']; issueIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const search = {
    projectIds: [projectId],
    filter: toFilter(status === undefined ? { query } : { query, status }),
    issueIds,
    sort: 'last_seen',
    userId: nobody,
    now,
  } as const
  const { issues } = await findPortion(db, search, { after: undefined, limit: issueIds.length })
  return new Set(issues.map(({ issueId }) => issueId))
}

/**
 * Returns which of these open issues of a project escalate. Few have an hour far above their usual rate: only those are
 * searched for.
 */
export async function findEscalatingOf(
  db: Queryable,
  projectId: number,
  { issueIds, now }: { issueIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const hour = new Date(startOfHour(now.getTime()))
  const seenBefore = new Date(now.getTime() - newForMs)
  const candidates = await findEscalatable(db, projectId, { issueIds, hour, seenBefore })
  if (candidates.length === 0) return new Set()
  const loud = await findEscalating(
    db,
    candidates.map((issueId) => ({ projectId, issueId })),
    hour,
  )
  if (loud.size === 0) return loud
  return findMatchingOf(db, projectId, { query: 'is:escalating', issueIds: [...loud], now })
}

function countOf({ statuses }: IssueFilter, counts: StatusCounts): number {
  return statuses.reduce((sum, status) => sum + counts[status], 0)
}

function refuseOtherCount(count: number, expectedCount: number): void {
  if (Math.abs(count - expectedCount) > expectedCount * tolerance)
    throw new Refusal('count_changed', {
      message: `${expectedCount} issues were expected to match, but ${count} do. Review the list and try again.`,
      errors: { expected_count: [`is ${expectedCount}, and ${count} match`] },
    })
}
