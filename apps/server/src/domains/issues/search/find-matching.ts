import type { IssueListQuery } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type pg from 'pg'
import { Refusal } from '../../../refusal.ts'
import { toFilter } from './issue-filter.ts'
import type { FoundIssue } from './list-snapshot-store.ts'
import { findFirst } from './search-store.ts'

/** How far the number of issues may be from what somebody saw, when they decided about all of them. */
const tolerance = 0.05

export interface Matching {
  projectIds: readonly number[]
  params: IssueListQuery
  /** The count shown in the list. */
  expectedCount: number
  userId: string
  now: Date
}

/**
 * All issues that a list is of.
 *
 * @throws Refusal `count_changed` when they are not about as many as expected, `validation_failed` when they are too many
 */
export async function findMatching(
  pool: pg.Pool,
  { projectIds, params, expectedCount, userId, now }: Matching,
): Promise<FoundIssue[]> {
  const filter = toFilter(params)
  const search = { projectIds, filter, sort: 'last_seen', userId, now } as const
  const { issues, statusCounts } = await findFirst(pool, search, { limit: limits.bulkIssues })
  const count = filter.statuses.reduce((sum, status) => sum + statusCounts[status], 0)
  if (Math.abs(count - expectedCount) > expectedCount * tolerance)
    throw new Refusal('count_changed', {
      message: `${expectedCount} issues were expected to match, but ${count} do. Review the list and try again.`,
      errors: { expected_count: [`is ${expectedCount}, and ${count} match`] },
    })
  if (count > limits.bulkIssues)
    throw new Refusal('validation_failed', {
      errors: { query: [`matches ${count} issues; ${limits.bulkIssues} can be decided about at once`] },
    })
  return issues
}
