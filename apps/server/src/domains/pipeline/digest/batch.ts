import type { Tx } from '../../../db/database.ts'
import {
  addGroupUsers,
  type CountedGroup,
  countGroups,
  type GroupCount,
  type GroupUser,
  groupKey,
  insertGroups,
  type NewIssue,
  type NewUsers,
} from '../../counters/index.ts'
import type { SegmentEvent } from '../../storage/index.ts'
import { type GroupHours, type GroupTally, type Tally, tallyOf } from '../counting/index.ts'
import { readGroupDetails } from '../resolving/index.ts'
import { exactGroupsOf } from './exact-groups.ts'

/** The stored events of a transaction, with what they add to each counter. */
export interface Batch {
  events: readonly SegmentEvent[]
  tally: Tally
  /** Increments of groups, with the users that are new to them. */
  counts: GroupCount[]
  /** The groups after they were counted. */
  groups: CountedGroup[]
  /** New users of groups that share an issue with others, which may know them. */
  sharedUsers: GroupUser[]
  /** The groups that began, except exact ones, which are opened before their events are counted. */
  begun: CountedGroup[]
  /** The issues that begin with those. */
  newIssues: NewIssue[]
  hours: {
    atOnce: GroupHours[]
    /** Hours of exact groups that had events before. */
    late: GroupHours[]
  }
}

/**
 * Counts events by group, and inserts the groups that are new.
 *
 * @param saturated groups whose users are no longer counted
 */
export async function openGroups(
  tx: Tx,
  events: readonly SegmentEvent[],
  saturated: ReadonlySet<string>,
): Promise<Batch> {
  const tally = tallyOf(events)
  const newUsers = await addGroupUsers(
    tx,
    tally.users.filter((user) => !saturated.has(groupKey(user))),
  )
  const counts = withNewUsers(tally.groups, newUsers)
  const groups = await countGroups(tx, counts)
  const exact = exactGroupsOf(events)
  const begun = groups.filter((group) => group.isNew && !exact.has(groupKey(group)))
  const late = new Set(groups.filter((group) => !group.isNew && exact.has(groupKey(group))).map(groupKey))
  return {
    events,
    tally,
    counts,
    groups,
    sharedUsers: newUsers.flatMap(({ shared }) => shared),
    begun,
    newIssues: await insertBegun(tx, begun, events),
    hours: {
      atOnce: tally.hours.filter((group) => !late.has(groupKey(group))),
      late: tally.hours.filter((group) => late.has(groupKey(group))),
    },
  }
}

function withNewUsers(groups: readonly GroupTally[], newUsers: readonly NewUsers[]): GroupCount[] {
  const counts = new Map(newUsers.map((group) => [groupKey(group), group.count]))
  return groups.map((group) => ({ ...group, newUsers: counts.get(groupKey(group)) ?? 0 }))
}

/** Inserts groups; returns the issues that begin with them. */
async function insertBegun(
  tx: Tx,
  begun: readonly CountedGroup[],
  events: readonly SegmentEvent[],
): Promise<NewIssue[]> {
  if (begun.length === 0) return []
  const opened = []
  const firsts = firstsOf(events)
  for (const { projectId, groupId } of begun) {
    const event = firsts.get(groupKey({ projectId, groupId }))!
    opened.push({ projectId, groupId, event, details: event.group ?? (await readGroupDetails(tx, event)) })
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

/** Returns the first event of each group that says what the group is about, or the first at all. */
function firstsOf(events: readonly SegmentEvent[]): Map<string, SegmentEvent> {
  const firsts = new Map<string, SegmentEvent>()
  for (const event of events) {
    const key = groupKey(event)
    const first = firsts.get(key)
    if (first === undefined || (first.group === null && event.group !== null)) firsts.set(key, event)
  }
  return firsts
}
