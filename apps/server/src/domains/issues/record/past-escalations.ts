import type { Queryable } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { hourMs } from '../../../lib/time.ts'
import { calmEvents, findHoursOfLargest, type IssueHour, usualTimes } from './escalation-store.ts'
import { newForMs } from './issue.ts'

/** Hours before one that say what is usual. */
const usualHours = 168
/** Issues that are looked at, those with most events first. */
const mostIssues = 20

/** An hour in which an issue escalated. */
export interface PastEscalation {
  projectId: number
  issueId: string
  at: Date
}

/** Returns the hours since a time that escalated an issue, as the list judges the present hour. */
export async function findPastEscalations(
  db: Queryable,
  projectIds: readonly number[],
  since: Date,
): Promise<PastEscalation[]> {
  const hours = await findHoursOfLargest(db, projectIds, since, mostIssues)
  return [...groupBy(hours, ({ issueId }) => issueId).values()].flatMap((ofIssue) =>
    escalatingHours(ofIssue)
      .map(({ projectId, issueId, hour }) => ({ projectId, issueId, at: new Date(hour * hourMs) }))
      .filter(({ at }) => at > since),
  )
}

/**
 * Returns the hours far above the median of the 168 before them, which is 0 where half of these had no event. A new issue is none.
 *
 * @param hours of one issue, in order
 */
export function escalatingHours(hours: readonly IssueHour[]): IssueHour[] {
  const found: IssueHour[] = []
  const before: IssueHour[] = []
  for (const one of hours) {
    while (before.length > 0 && before[0]!.hour < one.hour - usualHours) before.shift()
    const isNew = (one.hour + 1) * hourMs < one.firstSeenAt.getTime() + newForMs
    if (!isNew && one.count > calmEvents && one.count > usualTimes * medianOf(before)) found.push(one)
    before.push(one)
  }
  return found
}

/** The mean of the two in the middle, of all hours. */
function medianOf(withEvents: readonly IssueHour[]): number {
  const middle = usualHours / 2
  if (withEvents.length < middle) return 0
  const counts = withEvents.map(({ count }) => count).sort((a, b) => b - a)
  return (counts[middle - 1]! + (counts[middle] ?? 0)) / 2
}
