import type { HexId } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import { hourMs } from '../../../lib/time.ts'
import { countGroupsSince, findKnownGroups } from '../../counters/index.ts'
import { fingerprintOf, type Grouping, groupIdOf, groupingVersion } from '../../grouping/index.ts'
import type { GroupDetails, SegmentEvent } from '../../storage/index.ts'

interface Begun {
  hour: number
  groups: number
  /** Whether the count includes groups of other processes and from before a restart. */
  isExact: boolean
}

/**
 * Limits the new groups of a project per hour. Rows, issues and permanently kept events grow with groups, so a sender
 * that makes each event a group of its own could fill the disk with data that eviction cannot remove. Events beyond the
 * limit are stored and counted in one overflow group whose title says so.
 */
export class NewGroupLimit {
  readonly #max: number
  readonly #kind: 'exact' | 'other'
  readonly #begun = new Map<number, Begun>()

  /** @param kind the groups that count: exact ones, or all others */
  constructor(max: number, kind: 'exact' | 'other' = 'other') {
    this.#max = max
    this.#kind = kind
  }

  /** Returns the events of a batch, those that would begin too many groups in the group of their project for it. */
  async apply(tx: Tx, events: readonly SegmentEvent[]): Promise<SegmentEvent[]> {
    const hour = Math.floor(Math.max(...events.map(({ receivedAt }) => receivedAt)) / hourMs)
    const redirected = new Map<number, Set<HexId>>()
    for (const [projectId, groupIds] of groupsOf(events)) {
      const begun = await this.#begunOf(tx, projectId, { hour, more: groupIds.size })
      if (begun.groups + groupIds.size <= this.#max) continue
      const known = await findKnownGroups(tx, projectId, [...groupIds])
      const fresh = [...groupIds].filter((id) => !known.has(id))
      redirected.set(projectId, new Set(fresh.slice(Math.max(0, this.#max - begun.groups))))
    }
    if (redirected.size === 0) return [...events]
    return events.map((event) =>
      redirected.get(event.projectId)?.has(event.groupId) === true ? overflowing(event) : event,
    )
  }

  /** Whether a project may begin another group within the hour of an event, beside those that it begins just now. */
  async hasRoom(tx: Tx, { projectId, receivedAt }: SegmentEvent, beside: number): Promise<boolean> {
    const more = beside + 1
    const { groups } = await this.#begunOf(tx, projectId, { hour: Math.floor(receivedAt / hourMs), more })
    return groups + more <= this.#max
  }

  /** Counts groups that were begun, once they are committed. */
  note(groups: readonly { projectId: number }[]): void {
    for (const { projectId } of groups) {
      const begun = this.#begun.get(projectId)
      if (begun !== undefined) begun.groups += 1
    }
  }

  /** Resets the counts after a failure: they may not have been committed. */
  forget(): void {
    this.#begun.clear()
  }

  /** Counts the groups begun this hour; queries the database only near the limit. */
  async #begunOf(tx: Tx, projectId: number, { hour, more }: { hour: number; more: number }): Promise<Begun> {
    let begun = this.#begun.get(projectId)
    if (begun?.hour !== hour) begun = { hour, groups: 0, isExact: false }
    if (!begun.isExact && begun.groups + more > this.#max / 10) {
      const groups = await countGroupsSince(tx, projectId, new Date(hour * hourMs), this.#kind)
      begun = { hour, groups, isExact: true }
    }
    this.#begun.set(projectId, begun)
    return begun
  }
}

/** Returns the group of a project's events that would have begun too many. */
export function overflowGroupOf(projectId: number): HexId {
  return groupIdOf(projectId, fingerprintOf(grouping))
}

const grouping: Grouping = {
  version: groupingVersion,
  reason: 'overflow',
  components: ['too many new kinds of errors in an hour'],
  culprit: undefined,
}
const details: GroupDetails = {
  fingerprint: fingerprintOf(grouping),
  grouping,
  type: 'Too many kinds of errors',
  message: 'The project reached its limit of new groups per hour. Further new kinds of events are counted here.',
}

function overflowing(event: SegmentEvent): SegmentEvent {
  return { ...event, groupId: overflowGroupOf(event.projectId), group: details }
}

function groupsOf(events: readonly SegmentEvent[]): Map<number, Set<HexId>> {
  const groups = new Map<number, Set<HexId>>()
  for (const { projectId, groupId, coarseGroupId } of events) {
    // Exact groups are open, within a limit of their own.
    if (coarseGroupId !== null) continue
    const own = groups.get(projectId)
    if (own === undefined) groups.set(projectId, new Set([groupId]))
    else own.add(groupId)
  }
  return groups
}
