import type { Queryable } from '../../../db/database.ts'
import { startOfHour } from '../../../lib/time.ts'
import { findEscalating } from './escalation-store.ts'
import { type IssueRecord, newForMs } from './issue.ts'

/** Marks the escalating issues. Most need no query: they are new, decided about, or have no event in this hour. */
export async function markEscalating(db: Queryable, issues: IssueRecord[], now: Date): Promise<IssueRecord[]> {
  const hour = new Date(startOfHour(now.getTime()))
  const candidates = issues.filter(
    ({ status, regressedAt, firstSeenAt, lastSeenAt }) =>
      status === 'unresolved' &&
      regressedAt === null &&
      now.getTime() - firstSeenAt.getTime() >= newForMs &&
      lastSeenAt >= hour,
  )
  if (candidates.length === 0) return issues
  const escalating = await findEscalating(db, candidates, hour)
  if (escalating.size === 0) return issues
  const isCandidate = new Set(candidates)
  return issues.map((issue) =>
    isCandidate.has(issue) && escalating.has(issue.issueId) ? { ...issue, isEscalating: true } : issue,
  )
}
