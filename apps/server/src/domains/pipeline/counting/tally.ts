import type { HexId } from '@bugle/protocol'
import { hourMs, startOfHour } from '../../../lib/time.ts'
import { type DayCount, type GroupCount, groupKey, totalId } from '../../counters/index.ts'
import type { ClientDropCount } from '../../outcomes/index.ts'
import { type SegmentEvent, userKeysOf } from '../../storage/index.ts'
import { TagSums } from './tag-sums.ts'

/** The effect of a batch on a group, without its users: whether they are new is for the table to decide. */
export type GroupTally = Omit<GroupCount, 'newUsers'>

export interface ProjectHourTally {
  projectId: number
  hour: number
  level: number
  platform: number
  environmentId: number
  releaseId: number
  count: number
}

export interface UserTally {
  projectId: number
  groupId: HexId
  userKey: number
}

/** The effects of a batch, summed, each in the order of its table's key so that two workers' locks never cross. */
export interface Tally {
  groups: GroupTally[]
  /** In the order of `groups`. */
  hours: GroupHours[]
  projectHours: ProjectHourTally[]
  users: UserTally[]
  tags: TagSums
  clientDrops: ClientDropCount[]
  projects: { projectId: number; lastEventAt: number }[]
}

/** The sums of one project in a batch. */
interface ProjectSums {
  projectId: number
  lastEventAt: number
  groups: Map<string, GroupSums>
  hours: Map<string, ProjectHourTally>
}

interface GroupSums {
  /** `project:group` */
  key: string
  tally: GroupTally
  users: Set<number>
  hours: Map<string, HourlyCount>
}

/** Events of a group by hour. */
export interface GroupHours {
  projectId: number
  groupId: HexId
  hours: HourlyCount[]
}

/** Events in an hour. */
export interface HourlyCount {
  /** Since 1970. */
  hour: number
  environmentId: number
  releaseId: number
  platform: number
  count: number
}

/** Sums what a batch of events adds to every counter. Counts are weighted by `repeat`. */
export function tallyOf(events: readonly SegmentEvent[]): Tally {
  const projects = new Map<number, ProjectSums>()
  const tags = new TagSums()
  const clientDrops = new Map<string, ClientDropCount>()
  for (const event of events) {
    const project = projectOf(projects, event)
    const group = groupOf(project, event)
    for (const userKey of userKeysOf(event)) group.users.add(userKey)
    addHour(project, group, event)
    for (const [key, value] of event.tags) tags.add(group.key, group.tally, key, value, event.repeat)
    for (const [reason, count] of event.clientDrops) addClientDrop(clientDrops, event, reason, count)
  }
  const inOrder = [...projects.values()].sort((a, b) => a.projectId - b.projectId)
  const groups = inOrder.flatMap((project) => [...project.groups.values()].sort(byGroup))
  return {
    groups: groups.map(({ tally }) => tally),
    hours: groups.map(({ tally: { projectId, groupId }, hours }) => ({
      projectId,
      groupId,
      hours: [...hours.values()],
    })),
    projectHours: inOrder.flatMap(({ hours }) => [...hours.values()].sort(byHour)),
    users: groups.flatMap(usersOf),
    tags,
    clientDrops: [...clientDrops.keys()].sort().map((key) => clientDrops.get(key)!),
    projects: inOrder.map(({ projectId, lastEventAt }) => ({ projectId, lastEventAt })),
  }
}

function projectOf(projects: Map<number, ProjectSums>, { projectId, receivedAt }: SegmentEvent): ProjectSums {
  const found = projects.get(projectId)
  if (found !== undefined) {
    if (receivedAt > found.lastEventAt) found.lastEventAt = receivedAt
    return found
  }
  const project = { projectId, lastEventAt: receivedAt, groups: new Map(), hours: new Map() }
  projects.set(projectId, project)
  return project
}

function groupOf({ groups }: ProjectSums, event: SegmentEvent): GroupSums {
  const found = groups.get(event.groupId)
  if (found !== undefined) {
    addToGroup(found.tally, event)
    return found
  }
  const key = groupKey(event)
  const group = { key, tally: newGroup(event), users: new Set<number>(), hours: new Map() }
  groups.set(event.groupId, group)
  return group
}

function newGroup(event: SegmentEvent): GroupTally {
  return {
    projectId: event.projectId,
    groupId: event.groupId,
    count: event.repeat,
    firstSeenAt: event.occurredAt,
    lastSeenAt: event.occurredAt,
    firstEventId: event.eventId,
    lastEventId: event.eventId,
    firstReleaseId: event.releaseId,
    lastReleaseId: event.releaseId,
  }
}

function addToGroup(group: GroupTally, event: SegmentEvent): void {
  group.count += event.repeat
  if (event.occurredAt < group.firstSeenAt) {
    group.firstSeenAt = event.occurredAt
    group.firstEventId = event.eventId
    group.firstReleaseId = event.releaseId
  }
  if (event.occurredAt >= group.lastSeenAt) {
    group.lastSeenAt = event.occurredAt
    group.lastEventId = event.eventId
    group.lastReleaseId = event.releaseId
  }
}

function addHour({ hours: projectHours }: ProjectSums, { hours }: GroupSums, event: SegmentEvent): void {
  const { projectId, level, platform, environmentId, releaseId, repeat: count } = event
  const hour = Math.floor(event.occurredAt / hourMs)
  const key = `${hour}:${environmentId}:${releaseId}:${platform}`
  const ofGroup = hours.get(key)
  if (ofGroup === undefined) hours.set(key, { hour, environmentId, releaseId, platform, count })
  else ofGroup.count += count
  const keyWithLevel = `${key}:${level}`
  const ofProject = projectHours.get(keyWithLevel)
  if (ofProject === undefined)
    projectHours.set(keyWithLevel, { projectId, hour: hour * hourMs, level, platform, environmentId, releaseId, count })
  else ofProject.count += count
}

/**
 * Returns the daily increments of groups, in the order of the table's key: by environment and release, by environment, and
 * in total. Each element holds the hours of one counter.
 */
export function daysOf(groups: readonly GroupHours[]): DayCount[][] {
  const all: DayCount[][] = []
  for (const { hours, ...group } of groups) {
    const days = new Map<string, DayCount[]>()
    for (const count of hours) {
      addDay(days, group, count, count.environmentId, count.releaseId)
      addDay(days, group, count, count.environmentId, totalId)
      addDay(days, group, count, totalId, totalId)
    }
    all.push(...days.values())
  }
  return all.sort(byDay)
}

function addDay(
  days: Map<string, DayCount[]>,
  { projectId, groupId }: Omit<GroupHours, 'hours'>,
  counted: HourlyCount,
  environmentId: number,
  releaseId: number,
): void {
  const { platform, count } = counted
  const hour = counted.hour % 24
  const day = (counted.hour - hour) * hourMs
  const key = `${counted.hour - hour}:${environmentId}:${releaseId}:${platform}`
  const found = days.get(key)
  const ofHour = found?.find((one) => one.hour === hour)
  if (ofHour !== undefined) {
    ofHour.count += count
    return
  }
  const added = { projectId, groupId, day, hour, environmentId, releaseId, platform, count }
  if (found === undefined) days.set(key, [added])
  else found.push(added)
}

function usersOf({ tally: { projectId, groupId }, users }: GroupSums): UserTally[] {
  return [...users].sort((a, b) => a - b).map((userKey) => ({ projectId, groupId, userKey }))
}

function addClientDrop(drops: Map<string, ClientDropCount>, event: SegmentEvent, reason: string, count: number): void {
  const hour = startOfHour(event.receivedAt)
  const key = `${event.projectId}:${hour}:${reason}`
  const drop = drops.get(key)
  if (drop === undefined) drops.set(key, { projectId: event.projectId, hour, reason, count })
  else drop.count += count
}

function byGroup({ tally: a }: GroupSums, { tally: b }: GroupSums): number {
  return a.groupId < b.groupId ? -1 : 1
}

function byDay([a]: DayCount[], [b]: DayCount[]): number {
  return (
    a!.projectId - b!.projectId ||
    a!.day - b!.day ||
    a!.environmentId - b!.environmentId ||
    a!.releaseId - b!.releaseId ||
    (a!.groupId === b!.groupId ? a!.platform - b!.platform : a!.groupId < b!.groupId ? -1 : 1)
  )
}

function byHour(a: ProjectHourTally, b: ProjectHourTally): number {
  return (
    a.hour - b.hour ||
    a.level - b.level ||
    a.platform - b.platform ||
    a.environmentId - b.environmentId ||
    a.releaseId - b.releaseId
  )
}
