import type pg from 'pg'
import { findEscalating } from './escalation-store.ts'
import { type IssueRecord, newForMs } from './issue.ts'

const hourMs = 3_600_000

/** The beginning of the hour that a moment is in. */
export function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs)
}

/** Notes which issues escalate. Most need no look: they are new, decided about, or had no event in this hour. */
export async function markEscalating(pool: pg.Pool, issues: IssueRecord[], now: Date): Promise<IssueRecord[]> {
  const hour = hourOf(now)
  const candidates = issues.filter(
    ({ status, regressedAt, firstSeenAt, lastSeenAt }) =>
      status === 'unresolved' &&
      regressedAt === null &&
      now.getTime() - firstSeenAt.getTime() >= newForMs &&
      lastSeenAt >= hour,
  )
  if (candidates.length === 0) return issues
  const escalating = await findEscalating(pool, candidates, hour)
  if (escalating.size === 0) return issues
  const isCandidate = new Set(candidates)
  return issues.map((issue) =>
    isCandidate.has(issue) && escalating.has(issue.issueId) ? { ...issue, isEscalating: true } : issue,
  )
}
