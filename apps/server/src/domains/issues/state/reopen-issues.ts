import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { recordActivity } from '../history/index.ts'
import { type Evidence, expiryOf, isRegression } from './issue-state.ts'
import { compareReleases, type KnownRelease } from './release-order.ts'
import { findReleasesById } from './release-store.ts'
import { type DecidedIssue, lockExpiredSnoozes, lockIssues, noDecision, writeDecisions } from './state-store.ts'

/** The parts of an event that can reopen an issue. */
export interface ArrivedEvent {
  projectId: number
  issueId: string
  /** Epoch milliseconds. */
  receivedAt: number
  /** 0 without a release; below 0 if the release is not tracked individually. */
  releaseId: number
}

/** A reopened issue. */
export interface Reopened {
  projectId: number
  issueId: string
  why: 'regressed' | 'time' | 'events' | 'users'
  /** The newest release among the events that a regression was recognized by. */
  release?: string | null
}

/**
 * Reopens resolved issues that these events show to have regressed, and snoozed ones whose conditions are met. The
 * events must already be counted.
 *
 * @param events of issues that were resolved or snoozed
 */
export async function reopenIssues(tx: Tx, events: readonly ArrivedEvent[], now: Date): Promise<Reopened[]> {
  const reopened: Reopened[] = []
  for (const [projectId, ofProject] of groupBy(events, (event) => event.projectId)) {
    const byIssue = groupBy(ofProject, (event) => event.issueId)
    const issues = await lockIssues(tx, projectId, [...byIssue.keys()])
    const releases = await findReleasesById(tx, projectId, [
      ...new Set([...ofProject.map((event) => event.releaseId), ...issues.map((i) => i.resolved_release_id ?? 0)]),
    ])
    for (const issue of issues) {
      const ofIssue = byIssue.get(issue.issue_id)!
      const why = reasonOf(issue, ofIssue, releases, now)
      if (why === undefined) continue
      const release = why === 'regressed' ? newestReleaseOf(eventsSince(issue, ofIssue), releases) : null
      reopened.push({ projectId, issueId: issue.issue_id, why, release })
    }
    await reopen(
      tx,
      projectId,
      issues,
      reopened.filter((issue) => issue.projectId === projectId),
      now,
    )
  }
  return reopened
}

/** Reopens issues whose snooze time has passed, without an event. Returns them, at most a hundred. */
export function reopenExpiredSnoozes(db: Database, now: Date): Promise<Reopened[]> {
  return transaction(db, async (tx) => {
    const reopened: Reopened[] = []
    for (const [projectId, issues] of groupBy(await lockExpiredSnoozes(tx, 100), (issue) => issue.project_id)) {
      const ofProject = issues.map((issue) => ({ projectId, issueId: issue.issue_id, why: 'time' as const }))
      await reopen(tx, projectId, issues, ofProject, now)
      reopened.push(...ofProject)
    }
    await publishUpdated(tx, reopened)
    return reopened
  })
}

function reasonOf(
  issue: DecidedIssue,
  events: readonly ArrivedEvent[],
  releases: ReadonlyMap<number, KnownRelease>,
  now: Date,
): Reopened['why'] | undefined {
  if (issue.status === 'snoozed') {
    const snooze = { until: dateOf(issue.snooze_until), events: issue.snooze_events, users: issue.snooze_users }
    return expiryOf(snooze, { count: issue.event_count, users: issue.user_count }, now)
  }
  if (issue.status !== 'resolved') return undefined
  const after = eventsSince(issue, events)
  const fix = { in: issue.resolved_in!, releaseId: issue.resolved_release_id }
  return isRegression(fix, evidenceOf(after, issue.resolved_release_id, releases)) ? 'regressed' : undefined
}

/** Events that arrived after the issue was resolved. */
function eventsSince(issue: DecidedIssue, events: readonly ArrivedEvent[]): ArrivedEvent[] {
  const since = dateOf(issue.resolved_at)!.getTime()
  return events.filter((event) => event.receivedAt > since)
}

function newestReleaseOf(events: readonly ArrivedEvent[], releases: ReadonlyMap<number, KnownRelease>): string | null {
  const named = events.flatMap(({ releaseId }) => releases.get(releaseId) ?? [])
  return named.toSorted(compareReleases).at(-1)?.version ?? null
}

function evidenceOf(
  events: readonly ArrivedEvent[],
  fixId: number | null,
  releases: ReadonlyMap<number, KnownRelease>,
): Evidence {
  const fix = fixId === null ? undefined : releases.get(fixId)
  let newest: number | undefined
  let unknownRelease = false
  for (const { releaseId } of events) {
    const release = releases.get(releaseId)
    if (release === undefined) unknownRelease = true
    else newest = Math.max(newest ?? -1, fix === undefined ? 1 : Math.sign(compareReleases(release, fix)))
  }
  const words = { '-1': 'older', '0': 'same', '1': 'newer' } as const
  return { unknownRelease, newest: newest === undefined ? undefined : words[`${newest as -1 | 0 | 1}`] }
}

async function reopen(
  tx: Tx,
  projectId: number,
  issues: readonly DecidedIssue[],
  reopened: readonly Reopened[],
  now: Date,
): Promise<void> {
  if (reopened.length === 0) return
  const reasons = new Map(reopened.map(({ issueId, why }) => [issueId, why]))
  const open = issues.filter((issue) => reasons.has(issue.issue_id))
  await writeDecisions(
    tx,
    projectId,
    open.map((issue) => ({
      ...issue,
      ...noDecision,
      regressed_at: reasons.get(issue.issue_id) === 'regressed' ? now : null,
    })),
  )
  for (const { issueId, why, release = null } of reopened)
    await recordActivity(
      tx,
      { projectId, issueId },
      null,
      why === 'regressed'
        ? { kind: 'regressed', details: { release } }
        : { kind: 'snooze_ended', details: { by: why } },
    )
}

function dateOf(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value)
}
