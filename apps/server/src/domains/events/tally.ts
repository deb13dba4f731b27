import { allNames, type DayCount, type GroupCount } from '../issues/index.ts'
import type { EventColumns } from './event-columns.ts'
import { TagSums } from './tag-sums.ts'

/** An event with its place and with its names as numbers of the project. */
export interface PlacedEvent extends EventColumns {
  segmentId: number
  position: number
  releaseId: number
  environmentId: number
}

/** What a batch adds to a group, but for its users: whether they are new, the table decides. */
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
  groupId: string
  userKey: number
}

export interface ClientDropTally {
  projectId: number
  hour: number
  reason: string
  count: number
}

/** The effects of a batch, summed, each in the order of its table's key so that two workers' locks never cross. */
export interface Tally {
  groups: GroupTally[]
  /** Of each counter what it gains in each of its hours. */
  days: DayCount[][]
  projectHours: ProjectHourTally[]
  users: UserTally[]
  tags: TagSums
  clientDrops: ClientDropTally[]
  projects: { projectId: number; lastEventAt: number }[]
}

/** Sums what a batch of events adds to every counter. Counts are weighted by `repeat`. */
export function tallyOf(events: readonly PlacedEvent[]): Tally {
  const groups = new Map<string, GroupTally>()
  const told = new Map<string, ToldCount>()
  const projectHours = new Map<string, ProjectHourTally>()
  const users = new Map<string, UserTally>()
  const tags = new TagSums()
  const clientDrops = new Map<string, ClientDropTally>()
  const projects = new Map<number, { projectId: number; lastEventAt: number }>()
  for (const event of events) {
    const groupKey = `${event.projectId}:${event.groupId}`
    const group = groups.get(groupKey)
    if (group === undefined) groups.set(groupKey, newGroup(event))
    else addToGroup(group, event)
    addHours(told, projectHours, groupKey, event)
    const { projectId, groupId, userKey } = event
    if (userKey !== null) users.set(`${groupKey}:${userKey}`, { projectId, groupId, userKey })
    tags.add(
      groupKey,
      event,
      event.tags.map(([key, value]) => [key, value, event.repeat]),
    )
    for (const [reason, count] of event.clientDrops) addDrop(clientDrops, event, reason, count)
    const project = projects.get(projectId)
    if (project === undefined) projects.set(projectId, { projectId, lastEventAt: event.receivedAt })
    else project.lastEventAt = Math.max(project.lastEventAt, event.receivedAt)
  }
  return {
    groups: sorted(groups),
    days: sorted(daysOf(told.values())),
    projectHours: sorted(projectHours),
    users: sorted(users),
    tags,
    clientDrops: sorted(clientDrops),
    projects: [...projects.values()].sort((a, b) => a.projectId - b.projectId),
  }
}

function newGroup(event: PlacedEvent): GroupTally {
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

function addToGroup(group: GroupTally, event: PlacedEvent): void {
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

/** Events of a group in an hour. */
interface ToldCount {
  projectId: number
  groupId: string
  /** Its start, epoch milliseconds. */
  hour: number
  environmentId: number
  releaseId: number
  platform: number
  count: number
}

function addHours(
  told: Map<string, ToldCount>,
  projectHours: Map<string, ProjectHourTally>,
  groupKey: string,
  event: PlacedEvent,
): void {
  const { projectId, groupId, level, platform, environmentId, releaseId, repeat: count } = event
  const hour = event.occurredAt - (event.occurredAt % 3_600_000)
  const ofGroup = `${groupKey}:${hour}:${environmentId}:${releaseId}:${platform}`
  const found = told.get(ofGroup)
  if (found === undefined) told.set(ofGroup, { projectId, groupId, hour, environmentId, releaseId, platform, count })
  else found.count += count
  const key = `${projectId}:${hour}:${environmentId}:${releaseId}:${platform}:${level}`
  const ofProject = projectHours.get(key)
  if (ofProject === undefined)
    projectHours.set(key, { projectId, hour, level, platform, environmentId, releaseId, count })
  else ofProject.count += count
}

/** What hours add to their days: by environment and release, by environment, and in all. */
function daysOf(told: Iterable<ToldCount>): Map<string, DayCount[]> {
  const days = new Map<string, DayCount[]>()
  for (const count of told) {
    addDay(days, count, count.environmentId, count.releaseId)
    addDay(days, count, count.environmentId, allNames)
    addDay(days, count, allNames, allNames)
  }
  return days
}

function addDay(days: Map<string, DayCount[]>, told: ToldCount, environmentId: number, releaseId: number): void {
  const { projectId, groupId, platform, count } = told
  const ofDay = told.hour % 86_400_000
  const [day, hour] = [told.hour - ofDay, ofDay / 3_600_000]
  const key = `${projectId}:${day}:${environmentId}:${releaseId}:${groupId}:${platform}`
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

function addDrop(drops: Map<string, ClientDropTally>, event: PlacedEvent, reason: string, count: number): void {
  const hour = event.receivedAt - (event.receivedAt % 3_600_000)
  const key = `${event.projectId}:${hour}:${reason}`
  const drop = drops.get(key)
  if (drop === undefined) drops.set(key, { projectId: event.projectId, hour, reason, count })
  else drop.count += count
}

function sorted<T>(entries: Map<string, T>): T[] {
  return [...entries.keys()].sort().map((key) => entries.get(key)!)
}
