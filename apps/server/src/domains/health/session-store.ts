import { type HexId, toHexId } from '@bugle/protocol'
import { int2Array, int4Array, int8Array, textArray, timestamptzArray, uuidArray } from '../../db/binary-array.ts'
import { transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { deleteByPages } from '../../db/delete-by-pages.ts'
import type { Worst } from './health-item.ts'

/** Sums of an hour to be added, some of which may be below zero: a session that got worse leaves its former count. */
export interface SessionHour {
  projectId: number
  hour: number
  release: string
  environment: string
  started: number
  errored: number
  crashed: number
  abnormal: number
  unhandled: number
}

export async function addSessionHours(tx: Tx, hours: readonly SessionHour[]): Promise<void> {
  if (hours.length === 0) return
  await tx.query(
    `insert into session_hourly as h
            (project_id, hour, release, environment, started, errored, crashed, abnormal, unhandled)
     select s.* from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[],
                            $8::int8[], $9::int8[])
            as s (project_id, hour, release, environment, started, errored, crashed, abnormal, unhandled)
      order by 1, 2, 3, 4
     on conflict (project_id, hour, release, environment) do update
        set started = h.started + excluded.started, errored = h.errored + excluded.errored,
            crashed = h.crashed + excluded.crashed, abnormal = h.abnormal + excluded.abnormal,
            unhandled = h.unhandled + excluded.unhandled`,
    [
      int8Array(hours.map((hour) => hour.projectId)),
      timestamptzArray(hours.map((hour) => hour.hour)),
      textArray(hours.map((hour) => hour.release)),
      textArray(hours.map((hour) => hour.environment)),
      int8Array(hours.map((hour) => hour.started)),
      int8Array(hours.map((hour) => hour.errored)),
      int8Array(hours.map((hour) => hour.crashed)),
      int8Array(hours.map((hour) => hour.abnormal)),
      int8Array(hours.map((hour) => hour.unhandled)),
    ],
  )
}

export interface SessionKey {
  projectId: number
  sessionId: HexId
}

/** The state of a session: the worst that was reported, and whether its start was counted. */
export interface SessionState extends SessionKey {
  worst: Worst
  hasStarted: boolean
}

/** Returns what is known of sessions; those without a row are new. */
export async function findSessionStates(tx: Tx, keys: readonly SessionKey[]): Promise<SessionState[]> {
  if (keys.length === 0) return []
  const { rows } = await tx.query<{ projectId: number; sessionId: string; worst: Worst; hasStarted: boolean }>(
    `select s.project_id as "projectId", s.session_id as "sessionId", s.worst, s.has_started as "hasStarted"
       from unnest($1::int8[], $2::uuid[]) as k (project_id, session_id)
       join session_states s on s.project_id = k.project_id and s.session_id = k.session_id`,
    [int8Array(keys.map(({ projectId }) => projectId)), uuidArray(keys.map(({ sessionId }) => sessionId))],
  )
  return rows.map((row) => ({ ...row, sessionId: toHexId(row.sessionId) }))
}

/** Notes what is known of sessions, each once. */
export async function noteSessionStates(tx: Tx, sessions: readonly SessionState[]): Promise<void> {
  if (sessions.length === 0) return
  await tx.query(
    `insert into session_states as s (project_id, session_id, worst, has_started, updated_at)
     select n.*, $5::timestamptz from unnest($1::int8[], $2::uuid[], $3::int2[], $4::bool[])
                     as n (project_id, session_id, worst, has_started) order by 1, 2
     on conflict (project_id, session_id) do update
        set worst = excluded.worst, has_started = excluded.has_started, updated_at = excluded.updated_at`,
    [
      int8Array(sessions.map(({ projectId }) => projectId)),
      uuidArray(sessions.map(({ sessionId }) => sessionId)),
      int2Array(sessions.map(({ worst }) => worst)),
      sessions.map(({ hasStarted }) => hasStarted),
      await transactionTime(tx),
    ],
  )
}

/** A release in an environment on a day. */
export interface SessionDay {
  projectId: number
  /** Epoch milliseconds of the day's start. */
  day: number
  release: string
  environment: string
  /** Users that are noted. */
  users: number
}

/** Returns the releases and environments of days. */
export async function findSessionDays(
  tx: Tx,
  days: readonly Pick<SessionDay, 'projectId' | 'day'>[],
): Promise<SessionDay[]> {
  const { rows } = await tx.query<SessionDay>(
    `select d.project_id as "projectId", (extract(epoch from d.day) * 1000)::int8 as day, d.release, d.environment, d.users
       from unnest($1::int8[], $2::timestamptz[]) as k (project_id, day)
       join session_days d on d.project_id = k.project_id and d.day = (k.day at time zone 'UTC')::date`,
    [int8Array(days.map(({ projectId }) => projectId)), timestamptzArray(days.map(({ day }) => day))],
  )
  return rows
}

/** Adds releases and environments to days, or users to those that are there. */
export async function addSessionDays(tx: Tx, days: readonly SessionDay[]): Promise<void> {
  if (days.length === 0) return
  await tx.query(
    `insert into session_days as d (project_id, day, release, environment, users)
     select s.project_id, (s.day at time zone 'UTC')::date, s.release, s.environment, s.users
       from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int4[])
            as s (project_id, day, release, environment, users)
      order by 1, 2, 3, 4
     on conflict (project_id, day, release, environment) do update set users = d.users + excluded.users`,
    [
      int8Array(days.map(({ projectId }) => projectId)),
      timestamptzArray(days.map(({ day }) => day)),
      textArray(days.map(({ release }) => release)),
      textArray(days.map(({ environment }) => environment)),
      int4Array(days.map(({ users }) => users)),
    ],
  )
}

export interface SessionUser extends Omit<SessionDay, 'users'> {
  userKey: number
  worst: Worst
}

/** Notes people with the worst that happened to each. @returns how many are new, by release, environment and day */
export async function noteUsers(tx: Tx, users: readonly SessionUser[]): Promise<SessionDay[]> {
  if (users.length === 0) return []
  const { rows } = await tx.query<SessionDay>(
    `with noted as (
       insert into session_users as k (project_id, day, release, environment, user_key, worst)
       select s.project_id, (s.day at time zone 'UTC')::date, s.release, s.environment, s.user_key, s.worst
         from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int8[], $6::int2[])
              as s (project_id, day, release, environment, user_key, worst)
        order by 1, 2, 3, 4, 5
       on conflict (project_id, day, release, environment, user_key) do update
          set worst = excluded.worst where k.worst < excluded.worst
       returning k.project_id, k.day, k.release, k.environment, xmax = 0 as is_new)
     select n.project_id as "projectId", (extract(epoch from n.day) * 1000)::int8 as day, n.release, n.environment,
            count(*) as users
       from noted n where n.is_new group by n.project_id, n.day, n.release, n.environment`,
    columnsOfUsers(users),
  )
  return rows
}

/** Notes the worst that happened to people who are noted already; others are left out. */
export async function worsenUsers(tx: Tx, users: readonly SessionUser[]): Promise<void> {
  if (users.length === 0) return
  await tx.query(
    `with worse as materialized (
       select k.project_id, k.day, k.release, k.environment, k.user_key, s.worst
         from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int8[], $6::int2[])
              as s (project_id, day, release, environment, user_key, worst)
         join session_users k on k.project_id = s.project_id and k.day = (s.day at time zone 'UTC')::date
                             and k.release = s.release and k.environment = s.environment and k.user_key = s.user_key
        where k.worst < s.worst
        order by 1, 2, 3, 4, 5 for update of k)
     update session_users k set worst = w.worst from worse w
      where k.project_id = w.project_id and k.day = w.day and k.release = w.release
        and k.environment = w.environment and k.user_key = w.user_key`,
    columnsOfUsers(users),
  )
}

function columnsOfUsers(users: readonly SessionUser[]): unknown[] {
  return [
    int8Array(users.map((user) => user.projectId)),
    timestamptzArray(users.map((user) => user.day)),
    textArray(users.map((user) => user.release)),
    textArray(users.map((user) => user.environment)),
    int8Array(users.map((user) => user.userKey)),
    int2Array(users.map((user) => user.worst)),
  ]
}

export interface ReleaseHealthRow {
  release: string
  environment: string
  started: number
  errored: number
  crashed: number
  abnormal: number
  unhandled: number
  users: number
  crashedUsers: number
  firstSeenAt: Date
  lastSeenAt: Date
}

/** Sums the sessions of each release in a time range, those with most sessions first. */
export async function findReleaseHealth(
  db: Queryable,
  projectId: number,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<ReleaseHealthRow[]> {
  const { rows } = await db.query<ReleaseHealthRow>(
    `select h.*, coalesce(u.users, 0)::int8 as users, coalesce(u.crashed, 0)::int8 as "crashedUsers"
       from (select s.release, s.environment, sum(s.started)::int8 as started, sum(s.errored)::int8 as errored,
                    sum(s.crashed)::int8 as crashed, sum(s.abnormal)::int8 as abnormal,
                    sum(s.unhandled)::int8 as unhandled, min(s.hour) as "firstSeenAt", max(s.hour) as "lastSeenAt"
               from session_hourly s
              where s.project_id = $1 and s.hour >= $2 and s.hour < $3
              group by s.release, s.environment
              order by sum(s.started) desc, s.release, s.environment limit $4) as h
       left join lateral (
         select count(distinct k.user_key) as users,
                count(distinct k.user_key) filter (where k.worst = 4) as crashed
           from session_users k
          where k.project_id = $1 and k.release = h.release and k.environment = h.environment
            and k.day >= ($2::timestamptz at time zone 'UTC')::date and k.day <= ($3::timestamptz at time zone 'UTC')::date
       ) as u on true
      order by h.started desc, h.release, h.environment`,
    [projectId, from, to, limit],
  )
  return rows
}

/** Deletes what is no longer needed: states of sessions and keys of items after five days, users and hours after ninety. */
export async function forgetOldSessions(db: Queryable): Promise<void> {
  await deleteByPages(db, 'session_states', `t.updated_at < now() - interval '5 days'`)
  await deleteByPages(db, 'health_keys', `t.claimed_at < now() - interval '5 days'`)
  await deleteByPages(db, 'session_users', `t.day < now() - interval '90 days'`)
  await deleteByPages(db, 'session_days', `t.day < now() - interval '90 days'`)
  await deleteByPages(db, 'session_hourly', `t.hour < now() - interval '90 days'`)
  await deleteByPages(db, 'check_ins', `t.started_at < now() - interval '30 days' and t.status <> 'in_progress'`)
}
