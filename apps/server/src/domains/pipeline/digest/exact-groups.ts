import { type HexId, toHexId } from '@bugle/protocol'
import { readEvent } from '@bugle/sentry-event'
import { LRUCache } from 'lru-cache'
import { type Connection, type Tx, transactionOn } from '../../../db/database.ts'
import type { SymbolReader } from '../../artifacts/index.ts'
import { groupKey } from '../../counters/index.ts'
import {
  countExactGroups,
  findExactGroups,
  type NewExactGroup,
  type OpenedGroup,
  openExactGroups,
  type StoredStack,
} from '../../exact-groups/index.ts'
import { lockGroups } from '../../issues/index.ts'
import { findBodyInSegment, type SegmentEvent } from '../../storage/index.ts'
import { readGroupDetails, resolveGrouping } from '../resolving/index.ts'
import { NewGroupLimit } from './new-group-limit.ts'

export interface ExactGroupsOptions {
  symbols: Pick<SymbolReader, 'symbolicate' | 'restore'>
  /** Called when the first events of exact groups were counted that are not resolved yet. */
  onDue: () => void
}

/** A stack that was resolved, and the group that it belongs to. */
interface ResolvedStack {
  opened: OpenedGroup
  stack: StoredStack
}

/**
 * Groups below a coarse group in one release. Stacks beyond the exact ones are distinguished by their innermost calls, as far as
 * there is room; the rest is counted in the coarse group itself.
 */
const maxPerRelease = { exact: 200, withInner: 250 }
/** Time for resolving new stacks before a batch is digested; what is left is resolved after it. */
const resolveMs = 150
const maxKnown = 100_000
/** By size, because `max` reserves memory for all entries at once: seven megabytes. */
const countedSize = { maxSize: maxKnown, sizeCalculation: () => 1 }
/** Time before a stack beyond the bounds is examined again. */
const refusedMs = 600_000

/**
 * Opens the exact groups that a batch begins, in a transaction of its own before that of the batch: it needs the lock of
 * groups exclusively. If a map is there already, the stack is resolved first, so that no issue appears only to be
 * merged a moment later.
 */
export class ExactGroups {
  readonly #options: ExactGroupsOptions
  readonly #limit: NewGroupLimit
  readonly #known = new LRUCache<string, true>(countedSize)
  readonly #refused = new LRUCache<string, true>({ ...countedSize, ttl: refusedMs })
  #isDue = false

  /** @param maxPerHour exact groups that a project may begin per hour */
  constructor(options: ExactGroupsOptions, maxPerHour: number) {
    this.#options = options
    this.#limit = new NewGroupLimit(maxPerHour, 'exact')
  }

  /** Forgets groups that were deleted, given as `project:group`. */
  forget(groups: Iterable<string>): void {
    for (const group of groups) {
      this.#known.delete(group)
      // Others of its issue have room now.
      this.#refused.clear()
    }
  }

  /**
   * Returns the events of a batch, those without an open exact group in the group of their innermost calls, and those
   * without that one in the group of their stack as it was sent.
   */
  assign(events: readonly SegmentEvent[]): SegmentEvent[] {
    return assignWith(events, (event) => this.#known.has(groupKey(event)))
  }

  /** Call it after a batch was digested: its groups can be resolved once their first events are there. */
  digested(): void {
    if (this.#isDue) this.#options.onDue()
    this.#isDue = false
  }

  async open(client: Connection, events: readonly SegmentEvent[], newGroups: NewGroupLimit): Promise<void> {
    await this.#open(client, events, newGroups, maxPerRelease.exact)
    const beyond = events.filter((event) => event.coarseGroupId !== null && this.#refused.has(groupKey(event)))
    await this.#open(client, beyond.flatMap(byInnerCalls), newGroups, maxPerRelease.withInner)
  }

  /** @param max groups that a release may have below a coarse group */
  async #open(
    client: Connection,
    events: readonly SegmentEvent[],
    newGroups: NewGroupLimit,
    max: number,
  ): Promise<void> {
    const wanted = this.#unknownOf(events)
    if (wanted.size === 0) return
    for (const key of await findExactGroups(client, [...wanted.values()])) {
      this.#known.set(key, true)
      wanted.delete(key)
    }
    if (wanted.size === 0) return
    const resolved = await this.#resolve(client, [...wanted.values()])
    const opened = await transactionOn(client, async (tx) => {
      await lockGroups(tx)
      return openAll(tx, [...wanted.values()], resolved, { hourly: [newGroups, this.#limit], max })
    })
    this.#limit.note(opened)
    for (const group of opened) this.#known.set(groupKey(group), true)
    for (const key of wanted.keys()) if (!this.#known.has(key)) this.#refused.set(key, true)
    this.#isDue ||= opened.some(({ keyGroupId }) => keyGroupId === null)
  }

  /** Returns the first event of each exact group that is not known to be open, or beyond the bounds. */
  #unknownOf(events: readonly SegmentEvent[]): Map<string, SegmentEvent> {
    const unknown = new Map<string, SegmentEvent>()
    for (const event of events) {
      if (event.coarseGroupId === null) continue
      const key = groupKey(event)
      if (!this.#known.has(key) && !this.#refused.has(key) && !unknown.has(key)) unknown.set(key, event)
    }
    return unknown
  }

  /** Resolves as many stacks as the time allows. One that fails is tried again after the batch. */
  async #resolve(client: Connection, events: readonly SegmentEvent[]): Promise<Map<string, ResolvedStack>> {
    const resolved = new Map<string, ResolvedStack>()
    const deadline = performance.now() + resolveMs
    for (const event of events) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) break
      const body = await findBodyInSegment(client, event).catch(() => undefined)
      if (body === undefined || body.length === 0) continue
      const found = await within(leftMs, this.#resolveOne(event, body))
      if (found !== undefined) resolved.set(groupKey(event), found)
    }
    return resolved
  }

  async #resolveOne({ projectId }: SegmentEvent, body: Buffer): Promise<ResolvedStack | undefined> {
    const found = await resolveGrouping(this.#options.symbols, projectId, readEvent(body))
    if (found.state !== 'resolved') return undefined
    const { keyGroupId, key, issue, stack } = found.resolution
    const groupId = toHexId(keyGroupId)
    const opened = { group: { projectId, groupId, ...key }, issue: { projectId, issueId: groupId, ...issue } }
    return { opened, stack }
  }
}

/** Returns undefined for work that takes longer, which continues, or fails. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** Returns the exact groups among those of events. */
export function exactGroupsOf(events: readonly SegmentEvent[]): Set<string> {
  return new Set(events.filter(({ coarseGroupId }) => coarseGroupId !== null).map(groupKey))
}

/** Counts every event in the group of its stack as it was sent. */
export const noExactGroups: Pick<ExactGroups, 'assign' | 'forget'> = {
  assign: (events) => assignWith(events, () => false),
  forget: () => {},
}

function assignWith(events: readonly SegmentEvent[], isOpen: (event: SegmentEvent) => boolean): SegmentEvent[] {
  return events.map((event) => {
    if (event.coarseGroupId === null || isOpen(event)) return event
    const [inner] = byInnerCalls(event)
    if (inner !== undefined && isOpen(inner)) return inner
    return { ...event, groupId: event.coarseGroupId, coarseGroupId: null }
  })
}

/** Returns an event in the group of its innermost calls, if it has one. */
function byInnerCalls(event: SegmentEvent): SegmentEvent[] {
  return event.innerGroupId === null ? [] : [{ ...event, groupId: event.innerGroupId }]
}

interface Limits {
  hourly: readonly NewGroupLimit[]
  /** Groups that a release may have below a coarse group. */
  max: number
}

async function openAll(
  tx: Tx,
  events: readonly SegmentEvent[],
  resolved: ReadonlyMap<string, ResolvedStack>,
  limits: Limits,
): Promise<NewExactGroup[]> {
  const allowed = await withinLimits(tx, events, limits)
  const coarse = new Map(allowed.map((event) => [groupKey(coarseIdOf(event)), event]))
  const known = await findExactGroups(tx, [...coarse.values()].map(coarseIdOf))
  const opened: OpenedGroup[] = allowed.flatMap((event) => resolved.get(groupKey(event))?.opened ?? [])
  for (const [key, event] of coarse) if (!known.has(key)) opened.push(await coarseOf(tx, event))
  const groups = allowed.map((event) => ({
    projectId: event.projectId,
    groupId: event.groupId,
    coarseGroupId: event.coarseGroupId!,
    keyGroupId: resolved.get(groupKey(event))?.opened.group.groupId ?? null,
    stack: resolved.get(groupKey(event))?.stack ?? null,
    release: event.release,
    isInner: event.groupId === event.innerGroupId,
  }))
  if (groups.length > 0) await openExactGroups(tx, groups, opened)
  return groups
}

/** Leaves out the events whose groups would be too many; they are counted in the group of their stack as it was sent. */
async function withinLimits(tx: Tx, events: readonly SegmentEvent[], { hourly, max }: Limits): Promise<SegmentEvent[]> {
  const open = new Map<string, number>()
  const allowed: SegmentEvent[] = []
  for (const event of events) {
    const { projectId, release } = event
    const coarseGroupId = event.coarseGroupId!
    const key = JSON.stringify([projectId, coarseGroupId, release])
    const count = open.get(key) ?? (await countExactGroups(tx, { projectId, coarseGroupId, release }))
    open.set(key, count + 1)
    const beside = allowed.filter((other) => other.projectId === projectId).length
    if (count < max && (await hasRoom(tx, event, beside, hourly))) allowed.push(event)
  }
  return allowed
}

async function hasRoom(
  tx: Tx,
  event: SegmentEvent,
  beside: number,
  limits: readonly NewGroupLimit[],
): Promise<boolean> {
  for (const limit of limits) if (!(await limit.hasRoom(tx, event, beside))) return false
  return true
}

function coarseIdOf({ projectId, coarseGroupId }: SegmentEvent): { projectId: number; groupId: HexId } {
  return { projectId, groupId: coarseGroupId! }
}

async function coarseOf(tx: Tx, event: SegmentEvent): Promise<OpenedGroup> {
  const { level, platform } = event
  const { projectId, groupId } = coarseIdOf(event)
  const details = event.group ?? (await readGroupDetails(tx, event))
  const { type, message, grouping } = details
  return {
    group: { projectId, groupId, ...details },
    issue: { projectId, issueId: groupId, type, message, culprit: grouping.culprit ?? null, level, platform },
  }
}
