import type { Tx } from '../../../db/database.ts'
import {
  addIssueUsers,
  type CountedIssue,
  countGroupDays,
  countIssues,
  findIssuesByGroup,
  groupKey,
  insertIssues,
} from '../../counters/index.ts'
import { addReleaseUsers, knownUsers, type ReleaseUser, type Reopened, reopenIssues } from '../../issues/index.ts'
import { countClientDrops } from '../../outcomes/index.ts'
import { type SegmentEvent, touchProjects, userKeysOf } from '../../storage/index.ts'
import { countProjectHours, DeferredCounts, daysOf, deferCounts, HourSums } from '../counting/index.ts'
import type { Batch } from './batch.ts'
import { touchesOf } from './project-touches.ts'

export interface CountDeps {
  now: () => Date
  /** Releases known to be in use. */
  knownReleases: Set<string>
}

/**
 * Adds a batch to the counters of days, issues and projects, and creates the issues that begin with it. The order is that of
 * every worker: two that lock rows in different orders would wait for each other.
 *
 * @param bytes what the segments of the batch take, by project
 */
export async function countBatch(
  tx: Tx,
  { events, tally, counts, sharedUsers, newIssues, hours }: Batch,
  { now, knownReleases }: CountDeps,
  bytes: ReadonlyMap<number, number>,
): Promise<{ issues: CountedIssue[]; reopened: Reopened[] }> {
  await countGroupDays(tx, daysOf(hours.atOnce))
  const issues = await countIssues(tx, counts, await addIssueUsers(tx, sharedUsers))
  const reopened = await reopen(tx, issues, events, now())
  await noteReleases(tx, events, knownReleases)
  await countProjectHours(tx, tally.projectHours)
  await touchProjects(tx, touchesOf(tally.projects, bytes))
  // After the project's own row is locked, as every worker does.
  if (newIssues.length > 0) await insertIssues(tx, newIssues)
  await countClientDrops(tx, tally.clientDrops)
  return { issues, reopened }
}

/** Queues the counts of a batch that may be late: tags, and the hours of exact groups. */
export async function countLate(tx: Tx, { tally, hours }: Batch): Promise<void> {
  const sums = new HourSums()
  for (const group of hours.late) sums.add(group)
  await deferCounts(tx, new DeferredCounts(tally.tags, sums))
}

/** Reopens resolved and snoozed issues where these events demand it; most batches have none. */
async function reopen(
  tx: Tx,
  counted: readonly CountedIssue[],
  events: readonly SegmentEvent[],
  now: Date,
): Promise<Reopened[]> {
  const closed = counted.filter(({ status }) => status === 'resolved' || status === 'snoozed')
  if (closed.length === 0) return []
  const issueOf = await findIssuesByGroup(tx, closed)
  const arrived = events.flatMap((event) => {
    const { projectId, receivedAt, releaseId } = event
    const issueId = issueOf.get(groupKey(event))
    return issueId === undefined ? [] : [{ projectId, issueId, receivedAt, releaseId }]
  })
  return reopenIssues(tx, arrived, now)
}

/** Notes who uses a release until it is known to be in use. */
async function noteReleases(tx: Tx, events: readonly SegmentEvent[], known: Set<string>): Promise<void> {
  const users = new Map<string, Map<number, ReleaseUser>>()
  for (const event of events) {
    const { projectId, releaseId, eventId } = event
    const key = `${projectId}:${releaseId}`
    if (releaseId <= 0 || known.has(key)) continue
    const own = users.get(key) ?? new Map<number, ReleaseUser>()
    users.set(key, own)
    // An event without a user counts as one user.
    const keys = userKeysOf(event)
    for (const userKey of keys.length > 0 ? keys : [Number.parseInt(eventId.slice(-13), 16)])
      if (own.size < knownUsers) own.set(userKey, { projectId, releaseId, userKey })
  }
  const list = [...users.values()].flatMap((own) => [...own.values()])
  for (const release of await addReleaseUsers(tx, list)) known.add(`${release.projectId}:${release.releaseId}`)
}
