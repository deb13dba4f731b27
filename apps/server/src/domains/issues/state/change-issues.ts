import type { ChangeIssueBody, Level } from '@bugle/protocol'
import { levelCode, levelOf } from '../../../db/codes.ts'
import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueKey } from '../../live-updates/index.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { holdProjects, inBucketOf, ofEachBucket } from '../../projects/index.ts'
import { type Activity, hasUndo, keepUndo, recordActivities, undoIdOfKey } from '../history/index.ts'
import type { ResolvedIn } from './issue-state.ts'
import { compareReleases } from './release-order.ts'
import {
  findKnownReleases,
  findLatestRelease,
  findReleaseId,
  findReleasesOfIssues,
  type NumberedRelease,
} from './release-store.ts'
import {
  type Assignee,
  type DecidedColumns,
  type DecidedIssue,
  findAssignee,
  lockIssues,
  noDecision,
  writeDecisions,
} from './state-store.ts'

/** Data that undoes decisions: the former state of each issue. */
export interface DecisionUndo {
  kind: 'decision'
  projectId: number
  done: string
  issues: DecidedIssue[]
}

export interface Changed {
  /** Issues that now have the requested state, including those that already had it. */
  updated: IssueKey[]
  /** Issues that could not be changed. */
  failed: (IssueKey & { refusal: Refusal })[]
  /** Undefined if nothing changed. */
  undoId: string | undefined
}

export interface ChangeDeps {
  db: Database
  /** Notifies those whom issues were assigned to, within the transaction. */
  notifyAssigned: (
    tx: Tx,
    assigned: { projectId: number; issueIds: readonly string[]; assignee: Assignee; byId: string | null },
  ) => Promise<unknown>
  /** Learns of issues that somebody resolved, within the transaction. */
  noteResolved: (tx: Tx, issues: readonly IssueKey[], byId: string | null) => Promise<void>
}

interface Asked {
  patch: ChangeIssueBody
  /** Separates events before and after a resolution. */
  now: Date
  /** Recognizes a retry by the same user, whose first attempt counts. */
  key?: string | undefined
}

/** Changes the state of issues, per project in one transaction with its history and its undo. */
export function changeIssues(
  { db, notifyAssigned, noteResolved }: ChangeDeps,
  caller: Caller,
  issues: readonly IssueKey[],
  { patch, now, key }: Asked,
): Promise<Changed> {
  const { userId } = caller
  const ownUndoId = key === undefined ? undefined : undoIdOfKey(userId, key)
  return transaction(db, async (tx) => {
    if (ownUndoId !== undefined) {
      // The first attempt may still be under way: its client got no response.
      await takeKeyLock(tx, 'decisions', ownUndoId)
      if (await hasUndo(tx, ownUndoId)) return { updated: [...issues], failed: [], undoId: ownUndoId }
    }
    const updated: IssueKey[] = []
    const failed: Changed['failed'] = []
    const steps: DecisionUndo[] = []
    const projects = [...new Set(issues.map(({ projectId }) => projectId))].sort((a, b) => a - b)
    for (const projectId of projects) {
      const ids = issues.filter((issue) => issue.projectId === projectId).map(({ issueId }) => issueId)
      try {
        await holdProjects(tx, caller, [projectId])
        const { locked, changed } = await inBucketOf(tx, projectId, async () => {
          const { resolved, assigned, ...done } = await changeOfProject(tx, projectId, ids, userId, patch, now)
          if (assigned !== undefined) await notifyAssigned(tx, { ...assigned, byId: userId })
          await noteResolved(tx, resolved, userId)
          return done
        })
        updated.push(...locked.map((issue) => ({ projectId, issueId: issue.issue_id })))
        if (changed.length > 0) steps.push({ kind: 'decision', projectId, done: 'decision', issues: changed })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failed.push(...ids.map((issueId) => ({ projectId, issueId, refusal: error })))
      }
    }
    const undoId = steps.length === 0 ? undefined : await keepUndo(tx, userId, steps, ownUndoId)
    const changed = steps.flatMap(({ projectId, issues }) =>
      issues.map((issue) => ({ projectId, issueId: issue.issue_id })),
    )
    await ofEachBucket(tx, changed, (own) => publishUpdated(tx, own))
    return { updated, failed, undoId }
  })
}

/**
 * Resolves an unresolved issue on the program's own evidence, such as a scheduled job that works again.
 *
 * @returns whether it was unresolved
 */
export async function resolveByItself(tx: Tx, projectId: number, issueId: string, now: Date): Promise<boolean> {
  const [issue] = await lockIssues(tx, projectId, [issueId])
  if (issue === undefined || issue.status !== 'unresolved') return false
  await changeOfProject(tx, projectId, [issueId], null, { status: 'resolved' }, now)
  await publishUpdated(tx, [{ projectId, issueId }])
  return true
}

/** Assigns those of these issues that nobody has, where the person or team sees the project still. */
export async function assignByRule(
  { notifyAssigned }: Pick<ChangeDeps, 'notifyAssigned'>,
  tx: Tx,
  {
    projectId,
    issueIds,
    assigneeId,
    now,
  }: { projectId: number; issueIds: readonly string[]; assigneeId: string; now: Date },
): Promise<void> {
  if ((await findAssignee(tx, projectId, assigneeId)) === undefined) return
  const free = (await lockIssues(tx, projectId, issueIds)).filter(
    ({ assignee_id, assignee_team_id }) => assignee_id === null && assignee_team_id === null,
  )
  const ids = free.map(({ issue_id }) => issue_id)
  if (ids.length === 0) return
  const { assigned } = await changeOfProject(tx, projectId, ids, null, { assignee_id: assigneeId }, now)
  if (assigned !== undefined) await notifyAssigned(tx, { ...assigned, byId: null })
  await publishUpdated(
    tx,
    ids.map((issueId) => ({ projectId, issueId })),
  )
}

/** Restores the former state of issues that still exist. */
export async function undoDecision(tx: Tx, { projectId, issues }: DecisionUndo): Promise<string[]> {
  const locked = await lockIssues(
    tx,
    projectId,
    issues.map((issue) => issue.issue_id),
  )
  const left = new Set(locked.map((issue) => issue.issue_id))
  const back = issues.filter((issue) => left.has(issue.issue_id))
  await writeDecisions(tx, projectId, back)
  return back.map((issue) => issue.issue_id)
}

async function changeOfProject(
  tx: Tx,
  projectId: number,
  ids: readonly string[],
  userId: string | null,
  patch: ChangeIssueBody,
  now: Date,
) {
  // Refused before anything is written: the transaction may already hold issues of another project.
  const change = await toChange(tx, projectId, ids, patch, now)
  const locked = await lockIssues(tx, projectId, ids)
  const changes = locked.map((issue) => ({ issue, next: change.apply(issue) }))
  const changed = changes.filter(({ issue, next }) => !isEqual(issue, next))
  if (changed.length > 0) {
    await writeDecisions(
      tx,
      projectId,
      changed.map(({ issue, next }) => ({ ...next, issue_id: issue.issue_id })),
    )
    await recordActivities(
      tx,
      userId,
      changed.flatMap(({ issue, next }) =>
        activitiesOf(issue, next, change).map((activity) => ({
          issue: { projectId, issueId: issue.issue_id },
          activity,
        })),
      ),
    )
  }
  const { assignee } = change
  const reassigned = changed.filter(
    ({ issue, next }) => next.assignee_id !== issue.assignee_id || next.assignee_team_id !== issue.assignee_team_id,
  )
  const issueIds = reassigned.map(({ issue }) => issue.issue_id)
  return {
    locked,
    changed: changed.map(({ issue }) => issue),
    resolved: changed
      .filter(({ issue, next }) => next.status === 'resolved' && issue.status !== 'resolved')
      .map(({ issue }) => ({ projectId, issueId: issue.issue_id })),
    assigned: assignee === null || issueIds.length === 0 ? undefined : { projectId, issueIds, assignee },
  }
}

interface Change {
  apply: (issue: DecidedIssue) => DecidedColumns
  /** Names for the history. */
  release: string | null
  assignee: Assignee | null
}

async function toChange(
  tx: Tx,
  projectId: number,
  ids: readonly string[],
  patch: ChangeIssueBody,
  now: Date,
): Promise<Change> {
  const status = statusOf(patch)
  const resolution = status === 'resolved' ? await resolutionOf(tx, projectId, ids, patch) : undefined
  const assignee = patch.assignee_id == null ? null : await findAssignee(tx, projectId, patch.assignee_id)
  if (assignee === undefined) throw wrong('assignee_id', 'must be a member who sees the project, or a team that has it')
  return {
    release: resolution?.version ?? null,
    assignee,
    apply: (issue) => ({
      ...columnsOf(issue),
      ...(status !== undefined && noDecision),
      ...(status !== undefined && { status }),
      ...(resolution !== undefined && {
        resolved_at: now,
        resolved_in: resolution.mode,
        resolved_release_id: resolution.releaseId,
      }),
      ...(status === 'snoozed' && snoozeOf(patch, issue)),
      ...(patch.assignee_id !== undefined && {
        assignee_id: assignee?.kind === 'usr' ? assignee.id : null,
        assignee_team_id: assignee?.kind === 'tea' ? assignee.id : null,
      }),
      ...(patch.level !== undefined && { level: levelCode[patch.level as Level] }),
    }),
  }
}

/** Returns the requested status, which `resolved_in` and `snooze` imply. */
function statusOf({ status, resolved_in, snooze }: ChangeIssueBody) {
  const implied = resolved_in !== undefined ? 'resolved' : snooze !== undefined ? 'snoozed' : undefined
  if (resolved_in !== undefined && snooze !== undefined) throw wrong('snooze', 'cannot be combined with resolved_in')
  if (status !== undefined && implied !== undefined && status !== implied)
    throw wrong('status', `must be ${implied}, or omitted`)
  if (status === 'snoozed' && snooze === undefined) throw wrong('snooze', 'needs a condition that reopens the issue')
  if (snooze !== undefined && snooze.until == null && snooze.events == null && snooze.users == null)
    throw wrong('snooze', 'needs a condition that reopens the issue')
  return status ?? implied
}

async function resolutionOf(
  tx: Tx,
  projectId: number,
  ids: readonly string[],
  { resolved_in }: ChangeIssueBody,
): Promise<{ mode: ResolvedIn; releaseId: number | null; version: string | null }> {
  const mode = resolved_in?.mode ?? 'now'
  if (mode === 'release') {
    const version = resolved_in?.release
    if (version == null) throw wrong('resolved_in', 'must name the release')
    const releaseId = await findReleaseId(tx, projectId, version)
    if (releaseId === undefined) throw wrong('resolved_in', 'names a release that no event has named')
    return { mode, releaseId, version }
  }
  const known = newestOf(await findKnownReleases(tx, projectId))
  const newest = mode === 'next_release' ? (known ?? (await newestSeen(tx, projectId, ids))) : known
  if (mode === 'next_release' && newest === undefined) throw new Refusal('no_release_known')
  return { mode, releaseId: newest?.id ?? null, version: newest?.version ?? null }
}

/** Returns the newest release of these issues, else of the project, however few people use it: a young project has no other. */
async function newestSeen(tx: Tx, projectId: number, ids: readonly string[]): Promise<NumberedRelease | undefined> {
  return newestOf(await findReleasesOfIssues(tx, projectId, ids)) ?? (await findLatestRelease(tx, projectId))
}

function newestOf(releases: readonly NumberedRelease[]): NumberedRelease | undefined {
  return releases.reduce<NumberedRelease | undefined>(
    (newest, release) => (newest === undefined || compareReleases(release, newest) > 0 ? release : newest),
    undefined,
  )
}

/** Converts «n more» to the totals to be reached. */
function snoozeOf({ snooze }: ChangeIssueBody, issue: DecidedIssue): Partial<DecidedColumns> {
  return {
    // Normalized: clients may write time zone offsets that PostgreSQL does not accept.
    snooze_until: snooze?.until == null ? null : new Date(snooze.until).toISOString(),
    snooze_events: snooze?.events == null ? null : issue.event_count + snooze.events,
    snooze_users: snooze?.users == null ? null : issue.user_count + snooze.users,
  }
}

function columnsOf({ issue_id, event_count, user_count, ...columns }: DecidedIssue): DecidedColumns {
  return columns
}

function isEqual(issue: DecidedIssue, next: DecidedColumns): boolean {
  if (next.status === 'resolved' || next.status === 'snoozed') return false
  const parts = (columns: DecidedColumns) => [
    columns.status,
    columns.assignee_id,
    columns.assignee_team_id,
    columns.level,
  ]
  return JSON.stringify(parts(issue)) === JSON.stringify(parts(next))
}

function activitiesOf(issue: DecidedIssue, next: DecidedColumns, { release, assignee }: Change): Activity[] {
  const activities: Activity[] = []
  const decided = next.status !== issue.status || next.status === 'resolved' || next.status === 'snoozed'
  if (decided && !isSameDecision(issue, next)) activities.push(activityOf(next, issue, release))
  if (next.assignee_id !== issue.assignee_id || next.assignee_team_id !== issue.assignee_team_id)
    activities.push({ kind: 'assigned', details: { to: assignee?.name ?? null } })
  if (next.level !== issue.level)
    activities.push({ kind: 'level', details: { from: levelOf(issue.level), to: levelOf(next.level) } })
  return activities
}

function isSameDecision(issue: DecidedIssue, next: DecidedColumns): boolean {
  return (
    issue.status === next.status &&
    issue.resolved_at === next.resolved_at &&
    issue.snooze_until === next.snooze_until &&
    issue.snooze_events === next.snooze_events &&
    issue.snooze_users === next.snooze_users
  )
}

function activityOf(next: DecidedColumns, issue: DecidedIssue, release: string | null): Activity {
  switch (next.status) {
    case 'resolved':
      return { kind: 'resolved', details: { mode: next.resolved_in!, release } }
    case 'snoozed':
      return {
        kind: 'snoozed',
        details: {
          until: next.snooze_until === null ? null : new Date(next.snooze_until).toISOString(),
          events: next.snooze_events === null ? null : next.snooze_events - issue.event_count,
          users: next.snooze_users === null ? null : next.snooze_users - issue.user_count,
        },
      }
    default:
      return { kind: next.status, details: {} }
  }
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}
