import { int2Array, int8Array, textArray, timestamptzArray } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
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

/** Releases and environments of a project that are counted in an hour; sessions of further ones are left out. */
const maxPairs = 1000

export async function addSessionHours(tx: Tx, hours: readonly SessionHour[]): Promise<void> {
  if (hours.length === 0) return
  await tx.query(
    `insert into session_hourly as h
            (project_id, hour, release, environment, started, errored, crashed, abnormal, unhandled)
     select s.* from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[],
                            $8::int8[], $9::int8[])
            as s (project_id, hour, release, environment, started, errored, crashed, abnormal, unhandled)
      where exists (select from session_hourly k where k.project_id = s.project_id and k.hour = s.hour
                       and k.release = s.release and k.environment = s.environment)
         or (select count(*) from session_hourly k where k.project_id = s.project_id and k.hour = s.hour) < ${maxPairs}
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

/** Notes the worst of a session. @returns what was known of it before */
export async function noteWorst(tx: Tx, projectId: number, sessionId: string, worst: Worst): Promise<Worst> {
  const { rows } = await tx.query<{ worst: Worst }>(
    'select s.worst from session_states s where s.project_id = $1 and s.session_id = $2 for update',
    [projectId, sessionId],
  )
  const before = rows[0]?.worst ?? 0
  if (worst > before)
    await tx.query(
      `insert into session_states as s (project_id, session_id, worst) values ($1, $2, $3)
       on conflict (project_id, session_id) do update set worst = excluded.worst, updated_at = now()`,
      [projectId, sessionId, worst],
    )
  return before
}

export interface SessionUser {
  projectId: number
  day: number
  release: string
  environment: string
  userKey: number
  worst: Worst
}

/** Users of a release and day that are counted exactly; further ones are left out. */
const maxUsers = 10_000

/** Notes people with the worst that happened to each. */
export async function noteUsers(tx: Tx, users: readonly SessionUser[]): Promise<void> {
  if (users.length === 0) return
  await tx.query(
    `with sent as (
       select * from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[], $5::int8[], $6::int2[])
              as u (project_id, day, release, environment, user_key, worst)
     ), touched_days as (
       select distinct s.project_id, s.day, s.release, s.environment from sent s
     ), full_days as (
       select p.* from touched_days p
        where (select count(*) from (select from session_users k
                where k.project_id = p.project_id and k.day = (p.day at time zone 'UTC')::date and k.release = p.release
                  and k.environment = p.environment limit ${maxUsers}) as present) >= ${maxUsers}
     )
     insert into session_users as k (project_id, day, release, environment, user_key, worst)
     select s.project_id, (s.day at time zone 'UTC')::date, s.release, s.environment, s.user_key, s.worst from sent s
      where not exists (select from full_days f where f.project_id = s.project_id and f.day = s.day
                           and f.release = s.release and f.environment = s.environment)
      order by 1, 2, 3, 4, 5
     on conflict (project_id, day, release, environment, user_key) do update
        set worst = greatest(k.worst, excluded.worst)`,
    [
      int8Array(users.map((user) => user.projectId)),
      timestamptzArray(users.map((user) => user.day)),
      textArray(users.map((user) => user.release)),
      textArray(users.map((user) => user.environment)),
      int8Array(users.map((user) => user.userKey)),
      int2Array(users.map((user) => user.worst)),
    ],
  )
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

/** Deletes what is no longer needed: states of sessions after five days, users and hours after ninety. */
export async function forgetOldSessions(db: Queryable): Promise<void> {
  await db.query(`delete from session_states s where s.updated_at < now() - interval '5 days'`)
  await db.query(`delete from session_users k where k.day < now() - interval '90 days'`)
  await db.query(`delete from session_hourly h where h.hour < now() - interval '90 days'`)
  await db.query(
    `delete from check_ins c where c.started_at < now() - interval '30 days' and c.status <> 'in_progress'`,
  )
}
