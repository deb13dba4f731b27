import { toHexId } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { startOfDay, startOfHour } from '../../lib/time.ts'
import { type SessionItem, type SessionSums, type Worst, worst } from './health-item.ts'
import { SessionPairs } from './session-pairs.ts'
import {
  addSessionDays,
  addSessionHours,
  findSessionStates,
  noteSessionStates,
  noteUsers,
  type SessionHour,
  type SessionState,
  type SessionUser,
  worsenUsers,
} from './session-store.ts'

type Program = Pick<SessionHour, 'projectId' | 'release' | 'environment'>

/**
 * Adds sessions to the counters of their hours. Several reports of one session count once, as the worst of them, and so does a start
 * that is reported again.
 */
export async function applySessions(tx: Tx, items: readonly (SessionItem | SessionSums)[]): Promise<void> {
  if (items.length === 0) return
  const sums = items.flatMap((item): Sum[] => (item.kind === 'session' ? [] : item.sums.map((sum) => ({ item, sum }))))
  const sessions = items.filter((item): item is SessionItem => item.kind === 'session')
  const pairs = await SessionPairs.read(tx, [
    ...sessions,
    ...sums.map(({ item, sum }) => ({ ...item, startedAt: sum.startedAt })),
  ])
  const counts: Counts = { pairs, hours: new Map(), users: new Map() }
  const known = await knownSessions(tx, sessions)
  for (const session of sessions) addSession(session, counts, known)
  for (const { item, sum } of sums) addSum(item, sum, counts)
  await addSessionDays(tx, pairs.added)
  await addSessionHours(tx, [...counts.hours.values()])
  await noteSessionStates(
    tx,
    [...known.values()].filter(
      ({ worst, hasStarted, before }) => worst > before.worst || hasStarted !== before.hasStarted,
    ),
  )
  const users = [...counts.users.values()]
  const noted = new Set(roomFor(users, pairs))
  await addSessionDays(tx, await noteUsers(tx, [...noted]))
  // A day that is full takes no further person, but a crash of one who is in it counts.
  await worsenUsers(
    tx,
    users.filter((user) => !noted.has(user) && user.worst > worst.healthy),
  )
}

interface Sum {
  item: SessionSums
  sum: SessionSums['sums'][number]
}

interface Counts {
  pairs: SessionPairs
  hours: Map<string, SessionHour>
  users: Map<string, SessionUser>
}

/** The state of a session: now, and as it was stored. */
interface KnownSession extends SessionState {
  before: Pick<SessionState, 'worst' | 'hasStarted'>
}

const unknown = { worst: worst.healthy, hasStarted: false } as const

/** Returns those sessions of which something is to be counted: a start, or a report that is less than healthy. */
async function knownSessions(tx: Tx, sessions: readonly SessionItem[]): Promise<Map<string, KnownSession>> {
  const known = new Map<string, KnownSession>()
  for (const session of sessions) {
    if (session.worst === worst.healthy && !session.isNew) continue
    const key = { projectId: session.projectId, sessionId: toHexId(session.sessionId) }
    known.set(sessionKey(session), { ...key, ...unknown, before: unknown })
  }
  for (const before of await findSessionStates(tx, [...known.values()]))
    known.set(`${before.projectId} ${before.sessionId}`, { ...before, before })
  return known
}

function sessionKey({ projectId, sessionId }: SessionItem): string {
  return `${projectId} ${toHexId(sessionId)}`
}

function addSession(item: SessionItem, counts: Counts, known: ReadonlyMap<string, KnownSession>): void {
  const program = counts.pairs.countedAs(item, item.startedAt)
  const hour = hourOf(counts.hours, program, item.startedAt)
  const session = known.get(sessionKey(item))
  if (session !== undefined && item.isNew && !session.hasStarted) {
    hour.started += 1
    session.hasStarted = true
  }
  if (session !== undefined && item.worst > session.worst) {
    count(hour, session.worst, -1)
    count(hour, item.worst, 1)
    session.worst = item.worst
  }
  noteUser(counts.users, program, { ...item, how: item.worst })
}

function addSum(item: SessionSums, sum: Sum['sum'], { pairs, hours, users }: Counts): void {
  const { startedAt, userKey, exited, errored, crashed, abnormal, unhandled } = sum
  const program = pairs.countedAs(item, startedAt)
  const hour = hourOf(hours, program, startedAt)
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
  noteUser(users, program, { startedAt, userKey, how: most })
}

function hourOf(
  hours: Map<string, SessionHour>,
  { projectId, release, environment }: Program,
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
  { projectId, release, environment }: Program,
  { startedAt, userKey, how }: { startedAt: number; userKey: number | null; how: Worst },
): void {
  if (userKey === null) return
  const day = startOfDay(startedAt)
  const key = JSON.stringify([projectId, day, release, environment, userKey])
  const known = users.get(key)
  if (known === undefined) users.set(key, { projectId, day, release, environment, userKey, worst: how })
  else if (how > known.worst) known.worst = how
}

function roomFor(users: readonly SessionUser[], pairs: SessionPairs): SessionUser[] {
  const days = groupBy(users, ({ projectId, day, release, environment }) =>
    JSON.stringify([projectId, day, release, environment]),
  )
  return [...days.values()].filter(([first]) => pairs.hasRoomForUsers(first!)).flat()
}
