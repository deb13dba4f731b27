import { type HexId, limits, toHexId } from '@bugle/protocol'
import { type Tx, withSavepoint } from '../../../db/database.ts'
import { isDataError } from '../../../db/error-class.ts'
import { shareLock } from '../../../db/locks.ts'
import {
  addGroupUsers,
  addIssueUsers,
  type CountedGroup,
  type CountedIssue,
  countGroupDays,
  countGroups,
  countIssues,
  findIssuesByGroup,
  type GroupCount,
  type GroupUser,
  insertGroups,
  insertIssues,
  type NewIssue,
  type NewUsers,
} from '../../counters/index.ts'
import { addReleaseUsers, knownUsers, type ReleaseUser, type Reopened, reopenIssues } from '../../issues/index.ts'
import { countClientDrops } from '../../outcomes/index.ts'
import {
  addBytes,
  bytesByProject,
  eventFlag,
  type GroupDetails,
  insertEvents,
  markDigested,
  type ProjectTouch,
  type QueuedSegment,
  type SegmentEvent,
  touchProjects,
  userKeysOf,
} from '../../storage/index.ts'
import {
  countProjectHours,
  DeferredCounts,
  daysOf,
  deferCounts,
  type GroupHours,
  type GroupTally,
  HourSums,
  type Tally,
  tallyOf,
} from '../counting/index.ts'
import { readGroupDetails } from '../resolving/index.ts'
import type { DeletedGroups } from './deleted-groups.ts'
import type { Dictionary } from './dictionary.ts'
import type { NameKind, WantedName } from './dictionary-store.ts'
import type { ExactGroups } from './exact-groups.ts'
import type { NewGroupLimit } from './new-group-limit.ts'

export interface DigestDeps {
  now: () => Date
  names: Dictionary
  /** Groups whose users are no longer counted exactly: they have too many. */
  saturated: Set<string>
  /** Releases known to be in use. */
  knownReleases: Set<string>
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

/** After this many crashes of worker or backend, a segment is stored as minimal events. */
const maxAttempts = 20

/**
 * Applies segments in the caller's transaction: the mark that they are digested and all their effects commit
 * together, so that an at-least-once queue counts once.
 */
export async function digest(tx: Tx, segments: readonly QueuedSegment[], deps: DigestDeps): Promise<DigestResult> {
  const marked = await begin(tx, segments, deps)
  const alive = segments.filter((segment) => marked.has(segment.id))
  const events = deps.deletedGroups.without(alive.flatMap((segment) => segment.events))
  return apply(tx, withoutDuplicates(events), deps, bytesOf(alive))
}

/** Applies segments one event at a time if necessary; events that cannot be applied in full are stored as minimal events. */
export async function digestWithCare(
  tx: Tx,
  segments: readonly QueuedSegment[],
  deps: DigestDeps,
): Promise<DigestResult> {
  const marked = await begin(tx, segments, deps)
  const alive = segments.filter((segment) => marked.has(segment.id))
  const results: DigestResult[] = []
  for (const segment of alive) {
    const events = withoutDuplicates(deps.deletedGroups.without(segment.events))
    const given = segment.attempts >= maxAttempts ? events.map(minimalEvent) : events
    results.push(await applyBisecting(tx, given, deps))
  }
  await touchProjects(tx, touchesOf([], bytesOf(alive)))
  return together(results)
}

const nothing: DigestResult = { events: 0, newIssues: [], counted: [], reopened: [] }

function together(results: readonly DigestResult[]): DigestResult {
  return {
    events: results.reduce((sum, result) => sum + result.events, 0),
    newIssues: results.flatMap((result) => result.newIssues),
    counted: results.flatMap((result) => result.counted),
    reopened: results.flatMap((result) => result.reopened),
  }
}

/** Locks the groups of a batch: a merge waits for this transaction, or the other way round. */
async function begin(tx: Tx, segments: readonly QueuedSegment[], deps: DigestDeps): Promise<Set<number>> {
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
  return marked
}

async function applyBisecting(tx: Tx, events: SegmentEvent[], deps: DigestDeps): Promise<DigestResult> {
  try {
    return await withSavepoint(tx, () => apply(tx, events, deps))
  } catch (error) {
    // A lock or a shortage is nothing an event can help: it is tried again whole.
    if (!isDataError(error)) throw error
    deps.names.rollback()
    deps.knownReleases.clear()
    if (events.length === 1) return applyMinimal(tx, events[0]!, error, deps)
    const middle = events.length >> 1
    const first = await applyBisecting(tx, events.slice(0, middle), deps)
    const second = await applyBisecting(tx, events.slice(middle), deps)
    return together([first, second])
  }
}

async function applyMinimal(tx: Tx, event: SegmentEvent, error: unknown, deps: DigestDeps): Promise<DigestResult> {
  if ((event.flags & eventFlag.processing_error) !== 0) throw error
  deps.onPoison(event, error)
  return apply(tx, [minimalEvent(event)], deps)
}

/** Reduces an event to columns that cannot be invalid: ids, times, level, platform, the group. */
function minimalEvent(event: SegmentEvent): SegmentEvent {
  return {
    ...event,
    userKey: null,
    otherUserKeys: [],
    release: null,
    environment: 'production',
    tags: [],
    clientDrops: [],
    group: event.group === null ? null : plainGroup(event.group),
    flags: event.flags | eventFlag.processing_error,
  }
}

function plainGroup(group: GroupDetails): GroupDetails {
  const grouping = { ...group.grouping, components: [], culprit: undefined }
  return { ...group, grouping, type: 'Unreadable event', message: 'This event could not be processed in full.' }
}

/** @param bytes what the segments of the batch take, by project: also of events that are not stored */
async function apply(
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
  const tally = tallyOf(kept)
  const newUsers = await addUsers(tx, tally.users, deps.saturated)
  const counts = withNewUsers(tally.groups, newUsers)
  const groups = await countGroups(tx, counts)
  const fresh = groups.filter((group) => group.isNew)
  const exact = new Set(kept.filter(({ coarseGroupId }) => coarseGroupId !== null).map(keyOf))
  const begun = fresh.filter((group) => !exact.has(keyOf(group)))
  const opened = await openGroups(tx, begun, kept)
  const beganKeys = new Set(fresh.map(keyOf))
  const mayBeLate = (group: GroupHours) => exact.has(keyOf(group)) && !beganKeys.has(keyOf(group))
  await countGroupDays(tx, daysOf(tally.hours.filter((group) => !mayBeLate(group))))
  const shared = await addIssueUsers(
    tx,
    newUsers.flatMap((group) => group.shared),
  )
  const issues = await countIssues(tx, counts, shared)
  const reopened = await reopen(tx, issues, kept, deps.now())
  await noteReleases(tx, kept, deps.knownReleases)
  await countProjectHours(tx, tally.projectHours)
  await touchProjects(tx, touchesOf(tally.projects, bytes))
  // After the project's own row is locked, as every worker does: two that go the other way would wait for each other.
  if (opened.length > 0) await insertIssues(tx, opened)
  await countClientDrops(tx, tally.clientDrops)
  const lateHours = new HourSums()
  for (const group of tally.hours) if (mayBeLate(group)) lateHours.add(group)
  await deferCounts(tx, new DeferredCounts(tally.tags, lateHours))
  const newIssues = [...begun, ...newIssuesOf(issues, begun)]
  if (newIssues.length > 0 || reopened.length > 0) await deps.onIssues?.(tx, { newIssues, reopened })
  for (const group of groups)
    if (group.userCount >= limits.exactUsers) deps.saturated.add(`${group.projectId}:${group.groupId}`)
  return { events: kept.length, newIssues, counted: issues, reopened }
}

/** Returns the issues that began with exact groups, which are open before their events are counted. */
function newIssuesOf(issues: readonly CountedIssue[], begun: readonly CountedGroup[]): CountedGroup[] {
  const known = new Set(begun.map(keyOf))
  return issues
    .filter(({ isNew }) => isNew)
    .map(({ projectId, issueId }) => ({ projectId, groupId: toHexId(issueId), isNew: true, userCount: 0 }))
    .filter((group) => !known.has(keyOf(group)))
}

function keyOf({ projectId, groupId }: { projectId: number; groupId: HexId }): string {
  return `${projectId}:${groupId}`
}

async function store(
  tx: Tx,
  events: SegmentEvent[],
  { names, newGroups, exactGroups }: DigestDeps,
): Promise<SegmentEvent[]> {
  const grouped = await newGroups.apply(tx, exactGroups.assign(events))
  await nameEvents(tx, grouped, names)
  return insertEvents(tx, grouped)
}

function bytesOf(segments: readonly QueuedSegment[]): Map<number, number> {
  return addBytes(
    segments.map(({ events, lengths, storedBytes }) => {
      const bodies = events.map(({ projectId }, index) => ({ projectId, length: lengths[index]! }))
      return bytesByProject(bodies, storedBytes)
    }),
  )
}

function touchesOf(projects: Tally['projects'], bytes: ReadonlyMap<number, number>): ProjectTouch[] {
  const lastEventAt = new Map(projects.map((project) => [project.projectId, project.lastEventAt]))
  return [...new Set([...lastEventAt.keys(), ...bytes.keys()])]
    .sort((a, b) => a - b)
    .map((projectId) => ({
      projectId,
      lastEventAt: lastEventAt.get(projectId) ?? 0,
      unpackedBytes: bytes.get(projectId) ?? 0,
    }))
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
  const arrived = events.flatMap(({ projectId, groupId, receivedAt, releaseId }) => {
    const issueId = issueOf.get(`${projectId}:${groupId}`)
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

/** Keeps the first of events with the same id in a batch: the others are retries sent within milliseconds. */
function withoutDuplicates(events: SegmentEvent[]): SegmentEvent[] {
  const seen = new Map<number, Set<string>>()
  return events.filter(({ projectId, eventId }) => {
    const own = seen.get(projectId)
    if (own === undefined) return seen.set(projectId, new Set([eventId]))
    return own.has(eventId) ? false : own.add(eventId)
  })
}

async function nameEvents(tx: Tx, events: SegmentEvent[], names: Dictionary): Promise<void> {
  const fresh: Record<NameKind, WantedName[]> = { releases: [], environments: [] }
  for (const { projectId, release, environment, occurredAt: seenAt } of events) {
    if (release !== null && !names.has('releases', projectId, release))
      fresh.releases.push({ projectId, name: release, seenAt })
    if (!names.has('environments', projectId, environment))
      fresh.environments.push({ projectId, name: environment, seenAt })
  }
  await names.resolve(tx, 'releases', fresh.releases)
  await names.resolve(tx, 'environments', fresh.environments)
  for (const event of events) {
    event.releaseId = event.release === null ? 0 : names.get('releases', event.projectId, event.release)
    event.environmentId = names.get('environments', event.projectId, event.environment)
  }
}

function addUsers(tx: Tx, users: readonly GroupUser[], saturated: ReadonlySet<string>): Promise<NewUsers[]> {
  return addGroupUsers(
    tx,
    users.filter(({ projectId, groupId }) => !saturated.has(`${projectId}:${groupId}`)),
  )
}

function withNewUsers(groups: readonly GroupTally[], newUsers: readonly NewUsers[]): GroupCount[] {
  const counts = new Map(newUsers.map(({ projectId, groupId, count }) => [`${projectId}:${groupId}`, count]))
  return groups.map((group) => ({ ...group, newUsers: counts.get(`${group.projectId}:${group.groupId}`) ?? 0 }))
}

/** Returns the first event of each group that says what the group is about, or the first at all. */
function firstsOf(events: readonly SegmentEvent[]): Map<string, SegmentEvent> {
  const firsts = new Map<string, SegmentEvent>()
  for (const event of events) {
    const key = `${event.projectId}:${event.groupId}`
    const first = firsts.get(key)
    if (first === undefined || (first.group === null && event.group !== null)) firsts.set(key, event)
  }
  return firsts
}

/** Inserts the groups that are new; returns the issues that begin with them. */
async function openGroups(
  tx: Tx,
  fresh: readonly CountedGroup[],
  events: readonly SegmentEvent[],
): Promise<NewIssue[]> {
  if (fresh.length === 0) return []
  const opened = []
  const firsts = firstsOf(events)
  for (const { projectId, groupId } of fresh) {
    const first = firsts.get(`${projectId}:${groupId}`)!
    opened.push({ projectId, groupId, event: first, details: first.group ?? (await readGroupDetails(tx, first)) })
  }
  await insertGroups(
    tx,
    opened.map(({ projectId, groupId, details }) => ({ projectId, groupId, ...details })),
  )
  return opened.map(({ projectId, groupId, event, details }) => ({
    projectId,
    issueId: groupId,
    type: details.type,
    message: details.message,
    culprit: details.grouping.culprit ?? null,
    level: event.level,
    platform: event.platform,
  }))
}
