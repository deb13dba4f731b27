import type { IssueListQuery } from '@bugle/protocol'
import { limits } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { toFilter } from './issue-filter.ts'
import type { FoundIssue } from './list-snapshot-store.ts'
import { findFirst } from './search-store.ts'

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
  const { issues, statusCounts } = await findFirst(db, search, { limit: limits.bulkIssues })
  const count = filter.statuses.reduce((sum, status) => sum + statusCounts[status], 0)
  if (Math.abs(count - expectedCount) > expectedCount * tolerance)
    throw new Refusal('count_changed', {
      message: `${expectedCount} issues were expected to match, but ${count} do. Review the list and try again.`,
      errors: { expected_count: [`is ${expectedCount}, and ${count} match`] },
    })
  if (count > limits.bulkIssues)
    throw new Refusal('validation_failed', {
      errors: { query: [`matches ${count} issues; ${limits.bulkIssues} can be changed at once`] },
    })
  return issues
}
