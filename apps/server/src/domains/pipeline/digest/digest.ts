import { limits, toHexId } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import { shareLock } from '../../../db/locks.ts'
import { type CountedGroup, type CountedIssue, groupKey } from '../../counters/index.ts'
import type { Reopened } from '../../issues/index.ts'
import {
  insertEvents,
  markDigested,
  type QueuedSegment,
  type SegmentEvent,
  touchProjects,
} from '../../storage/index.ts'
import { type Batch, openGroups } from './batch.ts'
import { type CountDeps, countBatch, countLate } from './count-batch.ts'
import type { DeletedGroups } from './deleted-groups.ts'
import type { Dictionary } from './dictionary.ts'
import type { ExactGroups } from './exact-groups.ts'
import { nameEvents } from './name-events.ts'
import type { NewGroupLimit } from './new-group-limit.ts'
import { bytesOf, touchesOf } from './project-touches.ts'

export interface DigestDeps extends CountDeps {
  names: Dictionary
  /** Groups whose users are no longer counted exactly: they have too many. */
  saturated: Set<string>
  /** Deleted groups, whose earlier events are dropped. */
  deletedGroups: DeletedGroups
  /** Bounds the groups that a project begins. */
  newGroups: NewGroupLimit
  /** The exact groups that are open. */
  exactGroups: Pick<ExactGroups, 'assign' | 'forget'>
  /** Called with an event that could only be stored as a minimal event. */
  onPoison: (event: SegmentEvent, error: unknown) => void
  /** Called with the changed issues, within the transaction that changes them. */
  onIssues?: ((tx: Tx, changes: IssueChanges) => Promise<void>) | undefined
}

/** The changes that a batch makes to issues. */
export interface IssueChanges {
  /** Issues created by this batch. */
  newIssues: CountedGroup[]
  /** Issues that this batch reopened. */
  reopened: Reopened[]
}

export interface DigestResult extends IssueChanges {
  events: number
  /** Issues whose events it counted. */
  counted: CountedIssue[]
}

/**
 * Applies segments in the caller's transaction: the mark that they are digested and all their effects commit
 * together, so that an at-least-once queue counts once.
 */
export async function digest(tx: Tx, segments: readonly QueuedSegment[], deps: DigestDeps): Promise<DigestResult> {
  const alive = await begin(tx, segments, deps)
  const events = alive.flatMap((segment) => segment.events)
  return apply(tx, eventsToCount(events, deps), deps, bytesOf(alive))
}

/**
 * Stores events and adds them to every counter.
 *
 * @param bytes what the segments of the batch take, by project: also of events that are not stored
 */
export async function apply(
  tx: Tx,
  events: SegmentEvent[],
  deps: DigestDeps,
  bytes: ReadonlyMap<number, number> = new Map(),
): Promise<DigestResult> {
  const kept = events.length === 0 ? [] : await store(tx, events, deps)
  if (kept.length === 0) {
    if (bytes.size > 0) await touchProjects(tx, touchesOf([], bytes))
    return nothing
  }
  const batch = await openGroups(tx, kept, deps.saturated)
  const { issues, reopened } = await countBatch(tx, batch, deps, bytes)
  await countLate(tx, batch)
  const newIssues = newIssuesOf(batch, issues)
  if (newIssues.length > 0 || reopened.length > 0) await deps.onIssues?.(tx, { newIssues, reopened })
  noteSaturated(batch, deps.saturated)
  return { events: kept.length, newIssues, counted: issues, reopened }
}

const nothing: DigestResult = { events: 0, newIssues: [], counted: [], reopened: [] }

/**
 * Locks the groups of a batch: a merge waits for this transaction, or the other way round.
 *
 * @returns the segments that were not digested before
 */
export async function begin(
  tx: Tx,
  segments: readonly QueuedSegment[],
  deps: Pick<DigestDeps, 'deletedGroups' | 'saturated' | 'exactGroups'>,
): Promise<QueuedSegment[]> {
  await shareLock(tx, 'groups')
  const { marked, deletions } = await markDigested(
    tx,
    segments.map((segment) => segment.id),
  )
  // A group that returns after a deletion starts at zero, users included.
  if (await deps.deletedGroups.bringTo(tx, deletions)) {
    deps.saturated.clear()
    deps.exactGroups.forget(deps.deletedGroups.groups)
  }
  return segments.filter((segment) => marked.has(segment.id))
}

/** Leaves out events of deleted groups, and all but the first of those with one id: retries sent within milliseconds. */
export function eventsToCount(
  events: SegmentEvent[],
  { deletedGroups }: Pick<DigestDeps, 'deletedGroups'>,
): SegmentEvent[] {
  const seen = new Map<number, Set<string>>()
  return deletedGroups.without(events).filter(({ projectId, eventId }) => {
    const own = seen.get(projectId)
    if (own === undefined) return seen.set(projectId, new Set([eventId]))
    return own.has(eventId) ? false : own.add(eventId)
  })
}

/** Inserts the rows of events; returns those that were not there before. */
async function store(
  tx: Tx,
  events: SegmentEvent[],
  { names, newGroups, exactGroups }: DigestDeps,
): Promise<SegmentEvent[]> {
  const grouped = await newGroups.apply(tx, exactGroups.assign(events))
  await nameEvents(tx, grouped, names)
  return insertEvents(tx, grouped)
}

/** Returns the issues that began: with groups of this batch, or with exact groups opened before it. */
function newIssuesOf({ begun }: Batch, issues: readonly CountedIssue[]): CountedGroup[] {
  const known = new Set(begun.map(groupKey))
  const ofExactGroups = issues
    .filter(({ isNew }) => isNew)
    .map(({ projectId, issueId }) => ({ projectId, groupId: toHexId(issueId), isNew: true, userCount: 0 }))
    .filter((group) => !known.has(groupKey(group)))
  return [...begun, ...ofExactGroups]
}

function noteSaturated({ groups }: Batch, saturated: Set<string>): void {
  for (const group of groups) if (group.userCount >= limits.exactUsers) saturated.add(groupKey(group))
}
