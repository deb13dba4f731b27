import type { Tx } from '../../db/database.ts'
import { startOfDay, startOfHour } from '../../lib/time.ts'
import { type SessionItem, type SessionSums, type Worst, worst } from './health-item.ts'
import { addSessionHours, noteUsers, noteWorst, type SessionHour, type SessionUser } from './session-store.ts'

/** Adds sessions to the counters of their hours. Several reports of one session count once, as the worst of them. */
export async function applySessions(tx: Tx, items: readonly (SessionItem | SessionSums)[]): Promise<void> {
  const hours = new Map<string, SessionHour>()
  const users = new Map<string, SessionUser>()
  for (const item of items) {
    if (item.kind === 'session') await addSession(tx, item, hours, users)
    else for (const sum of item.sums) addSum(item, sum, hours, users)
  }
  await addSessionHours(tx, [...hours.values()])
  await noteUsers(tx, [...users.values()])
}

async function addSession(
  tx: Tx,
  item: SessionItem,
  hours: Map<string, SessionHour>,
  users: Map<string, SessionUser>,
): Promise<void> {
  const hour = hourOf(hours, item, item.startedAt)
  if (item.isNew) hour.started += 1
  if (item.worst > worst.healthy) {
    const before = await noteWorst(tx, item.projectId, item.sessionId, item.worst)
    if (item.worst > before) {
      count(hour, before, -1)
      count(hour, item.worst, 1)
    }
  }
  noteUser(users, item, item.startedAt, item.userKey, item.worst)
}

function addSum(
  item: SessionSums,
  sum: SessionSums['sums'][number],
  hours: Map<string, SessionHour>,
  users: Map<string, SessionUser>,
): void {
  const { startedAt, userKey, exited, errored, crashed, abnormal, unhandled } = sum
  const hour = hourOf(hours, item, startedAt)
  hour.started += exited + errored + crashed + abnormal + unhandled
  hour.errored += errored
  hour.crashed += crashed
  hour.abnormal += abnormal
  hour.unhandled += unhandled
  const most: Worst =
    crashed > 0
      ? worst.crashed
      : abnormal > 0
        ? worst.abnormal
        : unhandled > 0
          ? worst.unhandled
          : errored > 0
            ? worst.errored
            : worst.healthy
  noteUser(users, item, startedAt, userKey, most)
}

function hourOf(
  hours: Map<string, SessionHour>,
  { projectId, release, environment }: SessionItem | SessionSums,
  startedAt: number,
): SessionHour {
  const hour = startOfHour(startedAt)
  const key = JSON.stringify([projectId, hour, release, environment])
  const known = hours.get(key)
  if (known !== undefined) return known
  const added = { projectId, hour, release, environment, started: 0, errored: 0, crashed: 0, abnormal: 0, unhandled: 0 }
  hours.set(key, added)
  return added
}

function count(hour: SessionHour, how: Worst, by: number): void {
  if (how === worst.errored) hour.errored += by
  else if (how === worst.unhandled) hour.unhandled += by
  else if (how === worst.abnormal) hour.abnormal += by
  else if (how === worst.crashed) hour.crashed += by
}

function noteUser(
  users: Map<string, SessionUser>,
  { projectId, release, environment }: SessionItem | SessionSums,
  startedAt: number,
  userKey: number | null,
  how: Worst,
): void {
  if (userKey === null) return
  const day = startOfDay(startedAt)
  const key = JSON.stringify([projectId, day, release, environment, userKey])
  const known = users.get(key)
  if (known === undefined) users.set(key, { projectId, day, release, environment, userKey, worst: how })
  else if (how > known.worst) known.worst = how
}
