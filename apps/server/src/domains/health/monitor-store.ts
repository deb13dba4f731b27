import { limits } from '@bugle/protocol'
import { transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { rowsOf, sql, typed } from '../../db/sql.ts'
import { projectsInTurn, type Turn } from '../../db/turns.ts'
import type { MonitorConfig } from './health-item.ts'

export interface MonitorRecord {
  projectId: number
  slug: string
  name: string
  schedule: string | null
  timezone: string
  marginMinutes: number
  maxRuntimeMinutes: number
  failureThreshold: number
  recoveryThreshold: number
}

const monitorColumns = `m.project_id as "projectId", m.slug, m.name, m.schedule, m.timezone,
  m.margin_minutes as "marginMinutes", m.max_runtime_minutes as "maxRuntimeMinutes",
  m.failure_threshold as "failureThreshold", m.recovery_threshold as "recoveryThreshold"`

/** A monitor as check-ins name it, with the last schedule that they sent. */
export interface NamedMonitor {
  projectId: number
  slug: string
  config: MonitorConfig | null
}

/**
 * Creates monitors, and changes them by what their check-ins say; those beyond the limit of their project are left out.
 * The caller is the only one that creates monitors at the time.
 */
export async function putMonitors(tx: Tx, named: readonly NamedMonitor[]): Promise<MonitorRecord[]> {
  const keys = [named.map(({ projectId }) => projectId), named.map(({ slug }) => slug)]
  await tx.query(
    `with missing as (
       select n.project_id, n.slug, row_number() over (partition by n.project_id order by n.slug) as position
         from unnest($1::int8[], $2::text[]) as n (project_id, slug)
        where not exists (select 1 from monitors m where m.project_id = n.project_id and m.slug = n.slug))
     insert into monitors (project_id, slug, name, created_at)
     select n.project_id, n.slug, n.slug, $3::timestamptz from missing n
      where n.position + (select count(*) from monitors m where m.project_id = n.project_id) <= ${limits.monitors}
      order by 1, 2`,
    [...keys, await transactionTime(tx)],
  )
  const configured = named.filter(({ config }) => config !== null)
  if (configured.length > 0)
    await tx.query(
      `update monitors m
          set schedule = c.schedule, timezone = c.timezone, margin_minutes = c.margin,
              max_runtime_minutes = c.max_runtime, failure_threshold = c.failures, recovery_threshold = c.recoveries
         from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int4[], $7::int4[], $8::int4[])
              as c (project_id, slug, schedule, timezone, margin, max_runtime, failures, recoveries)
        where m.project_id = c.project_id and m.slug = c.slug
          and (m.schedule, m.timezone, m.margin_minutes, m.max_runtime_minutes, m.failure_threshold, m.recovery_threshold)
              is distinct from (c.schedule, c.timezone, c.margin, c.max_runtime, c.failures, c.recoveries)`,
      [
        configured.map(({ projectId }) => projectId),
        configured.map(({ slug }) => slug),
        configured.map(({ config }) => config!.schedule),
        configured.map(({ config }) => config!.timezone),
        configured.map(({ config }) => config!.marginMinutes),
        configured.map(({ config }) => config!.maxRuntimeMinutes),
        configured.map(({ config }) => config!.failureThreshold),
        configured.map(({ config }) => config!.recoveryThreshold),
      ],
    )
  const { rows } = await tx.query<MonitorRecord>(
    `select ${monitorColumns} from unnest($1::int8[], $2::text[]) as n (project_id, slug)
       join monitors m on m.project_id = n.project_id and m.slug = n.slug`,
    keys,
  )
  return rows
}

export interface MonitorState {
  projectId: number
  slug: string
  environment: string
  status: 'ok' | 'failing' | 'waiting'
  lastStatus: string | null
  lastCheckInAt: Date | null
  nextDueAt: Date | null
  failures: number
  successes: number
  failingSince: Date | null
  groupId: string | null
}

const stateColumns = `e.project_id as "projectId", e.slug, e.environment, e.status, e.last_status as "lastStatus",
  e.last_check_in_at as "lastCheckInAt", e.next_due_at as "nextDueAt", e.failures, e.successes,
  e.failing_since as "failingSince", e.group_id as "groupId"`

/** Environments of a monitor; check-ins of further ones are left out. */
const maxEnvironments = 50

export type MonitorKey = Pick<MonitorState, 'projectId' | 'slug' | 'environment'>

/** Makes the states of environments that have none, within the limit of their monitors. */
export async function makeStates(tx: Tx, keys: readonly MonitorKey[]): Promise<void> {
  await tx.query(
    `with missing as (
       select n.*, row_number() over (partition by n.project_id, n.slug order by n.environment) as position
         from unnest($1::int8[], $2::text[], $3::text[]) as n (project_id, slug, environment)
        where not exists (select 1 from monitor_environments e where e.project_id = n.project_id and e.slug = n.slug
                             and e.environment = n.environment))
     insert into monitor_environments (project_id, slug, environment, status)
     select n.project_id, n.slug, n.environment, 'waiting' from missing n
      where n.position + (select count(*) from monitor_environments e
                           where e.project_id = n.project_id and e.slug = n.slug) <= ${maxEnvironments}
      order by 1, 2, 3`,
    columnsOf(keys),
  )
}

/** Returns the states in environments, locked in the order of their keys. */
export async function lockStates(tx: Tx, keys: readonly MonitorKey[]): Promise<MonitorState[]> {
  const { rows } = await tx.query<MonitorState>(
    `select ${stateColumns} from monitor_environments e
      where (e.project_id, e.slug, e.environment) in (select * from unnest($1::int8[], $2::text[], $3::text[]))
      order by e.project_id, e.slug, e.environment for update`,
    columnsOf(keys),
  )
  return rows
}

export async function saveStates(tx: Tx, states: readonly MonitorState[]): Promise<void> {
  await tx.query(
    `update monitor_environments e
        set status = s.status, last_status = s.last_status, last_check_in_at = s.last_check_in_at,
            next_due_at = s.next_due_at, failures = s.failures, successes = s.successes,
            failing_since = s.failing_since, group_id = s.group_id
       from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[],
                   $8::int4[], $9::int4[], $10::timestamptz[], $11::uuid[])
            as s (project_id, slug, environment, status, last_status, last_check_in_at, next_due_at, failures, successes,
                  failing_since, group_id)
      where e.project_id = s.project_id and e.slug = s.slug and e.environment = s.environment`,
    [
      ...columnsOf(states),
      states.map(({ status }) => status),
      states.map(({ lastStatus }) => lastStatus),
      states.map(({ lastCheckInAt }) => lastCheckInAt),
      states.map(({ nextDueAt }) => nextDueAt),
      states.map(({ failures }) => failures),
      states.map(({ successes }) => successes),
      states.map(({ failingSince }) => failingSince),
      states.map(({ groupId }) => groupId),
    ],
  )
}

function columnsOf(keys: readonly MonitorKey[]): unknown[][] {
  return [
    keys.map(({ projectId }) => projectId),
    keys.map(({ slug }) => slug),
    keys.map(({ environment }) => environment),
  ]
}

export interface CheckIn {
  checkInId: string
  status: 'in_progress' | 'ok' | 'error' | 'missed' | 'timeout'
  startedAt: Date
  finishedAt: Date | null
  durationMs: number | null
  timesOutAt: Date | null
}

/** A check-in to be stored. */
export interface NewCheckIn extends MonitorKey, CheckIn {
  /** Whether its start was reported before its end: without a duration, the time between them is it. */
  hasStarted: boolean
}

/** Stores check-ins, each once; one that is known is ended or continued. */
export async function putCheckIns(tx: Tx, checkIns: readonly NewCheckIn[]): Promise<void> {
  await tx.query(
    `insert into check_ins as c (project_id, slug, environment, check_in_id, status, started_at, finished_at, duration_ms,
                                 times_out_at)
     select n.project_id, n.slug, n.environment, n.id, n.status, n.started_at, n.finished_at,
            coalesce(n.duration_ms, case when n.has_started or k.started_at is not null then
              (extract(epoch from n.finished_at - coalesce(k.started_at, n.started_at)) * 1000)::int8 end),
            n.times_out_at
       from unnest($1::int8[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[], $7::timestamptz[],
                   $8::int8[], $9::timestamptz[], $10::bool[])
            as n (project_id, slug, environment, id, status, started_at, finished_at, duration_ms, times_out_at, has_started)
       left join check_ins k on k.project_id = n.project_id and k.slug = n.slug and k.environment = n.environment
                            and k.check_in_id = n.id
     on conflict (project_id, slug, environment, check_in_id) do update
        set status = excluded.status, finished_at = excluded.finished_at, duration_ms = excluded.duration_ms,
            times_out_at = excluded.times_out_at`,
    [
      ...columnsOf(checkIns),
      checkIns.map(({ checkInId }) => checkInId),
      checkIns.map(({ status }) => status),
      checkIns.map(({ startedAt }) => startedAt),
      checkIns.map(({ finishedAt }) => finishedAt),
      checkIns.map(({ durationMs }) => durationMs),
      checkIns.map(({ timesOutAt }) => timesOutAt),
      checkIns.map(({ hasStarted }) => hasStarted),
    ],
  )
}

/** Check-ins of a monitor that are kept. */
const keptCheckIns = 1000

/** Deletes some of the oldest check-ins of a monitor that has too many. @returns how many */
export async function deleteSurplusCheckIns(
  db: Queryable,
  { projectId, slug }: Omit<MonitorKey, 'environment'>,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from check_ins c
      where c.project_id = $1 and c.slug = $2
        and (c.environment, c.check_in_id) in (
          select o.environment, o.check_in_id from check_ins o where o.project_id = $1 and o.slug = $2
           order by o.started_at desc offset ${keptCheckIns} limit $3)`,
    [projectId, slug, limit],
  )
  return rowCount ?? 0
}

/** Returns the check-ins that are in progress in some environments, up to `limit` of each, the newest first. */
export async function findRunning(
  tx: Tx,
  keys: readonly MonitorKey[],
  limit: number,
): Promise<(MonitorKey & Pick<CheckIn, 'checkInId' | 'startedAt'>)[]> {
  if (keys.length === 0) return []
  const { rows } = await tx.query<MonitorKey & Pick<CheckIn, 'checkInId' | 'startedAt'>>(
    `select n.project_id as "projectId", n.slug, n.environment, r.id as "checkInId", r.started_at as "startedAt"
       from unnest($1::int8[], $2::text[], $3::text[]) as n (project_id, slug, environment)
      cross join lateral (
        select c.check_in_id as id, c.started_at from check_ins c
         where c.project_id = n.project_id and c.slug = n.slug and c.environment = n.environment
           and c.status = 'in_progress'
         order by c.started_at desc limit $4) as r`,
    [...columnsOf(keys), limit],
  )
  return rows
}

/** Returns the status of each check-in that is known by its id. */
export async function findStatuses(
  tx: Tx,
  checkIns: readonly (MonitorKey & Pick<CheckIn, 'checkInId'>)[],
): Promise<(MonitorKey & Pick<CheckIn, 'checkInId' | 'status'>)[]> {
  if (checkIns.length === 0) return []
  const { rows } = await tx.query<MonitorKey & Pick<CheckIn, 'checkInId' | 'status'>>(
    `select c.project_id as "projectId", c.slug, c.environment, c.check_in_id as "checkInId", c.status
       from unnest($1::int8[], $2::text[], $3::text[], $4::uuid[]) as n (project_id, slug, environment, id)
       join check_ins c on c.project_id = n.project_id and c.slug = n.slug and c.environment = n.environment
                       and c.check_in_id = n.id`,
    [...columnsOf(checkIns), checkIns.map(({ checkInId }) => checkInId)],
  )
  return rows
}

/** Lists monitors whose check-in is overdue, of the projects that follow `after` in turn. */
export function findOverdue(db: Queryable, now: Date, { after, limit, perProject }: Turn): Promise<MonitorKey[]> {
  const isOverdue = sql`e.next_due_at < ${typed(now, 'timestamptz')}
    and e.next_due_at + make_interval(mins => (select m.margin_minutes from monitors m
          where m.project_id = e.project_id and m.slug = e.slug)) < ${typed(now, 'timestamptz')}`
  return rowsOf<MonitorKey>(
    db,
    sql`
      with recursive ${projectsInTurn('monitor_environments', after, sql`q.next_due_at is not null`)}
      select d.* from turn t cross join lateral (
        select e.project_id as "projectId", e.slug, e.environment from monitor_environments e
         where e.project_id = t.project_id and ${isOverdue} order by e.next_due_at limit ${perProject}) as d
      limit ${limit}`,
  )
}

/** Lists check-ins that have been in progress for too long, of the projects that follow `after` in turn. */
export function findTimedOut(
  db: Queryable,
  now: Date,
  { after, limit, perProject }: Turn,
): Promise<(MonitorKey & Pick<CheckIn, 'checkInId'>)[]> {
  return rowsOf<MonitorKey & Pick<CheckIn, 'checkInId'>>(
    db,
    sql`
      with recursive ${projectsInTurn('check_ins', after, sql`q.times_out_at is not null`)}
      select d.* from turn t cross join lateral (
        select c.project_id as "projectId", c.slug, c.environment, c.check_in_id as "checkInId" from check_ins c
         where c.project_id = t.project_id and c.times_out_at < ${typed(now, 'timestamptz')}
         order by c.times_out_at limit ${perProject}) as d
      limit ${limit}`,
  )
}

/** Ends a check-in that is still in progress. @returns whether it was */
export async function endTimedOut(tx: Tx, key: MonitorKey, checkInId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update check_ins c set status = 'timeout', finished_at = $5, times_out_at = null
      where c.project_id = $1 and c.slug = $2 and c.environment = $3 and c.check_in_id = $4 and c.status = 'in_progress'`,
    [key.projectId, key.slug, key.environment, checkInId, now],
  )
  return rowCount === 1
}

export async function findMonitors(db: Queryable, projectId: number, slug?: string): Promise<MonitorRecord[]> {
  const { rows } = await db.query<MonitorRecord>(
    `select ${monitorColumns} from monitors m
      where m.project_id = $1 and ($2::text is null or m.slug = $2) order by m.slug`,
    [projectId, slug ?? null],
  )
  return rows
}

/** Counts check-ins of a project that did not come since a time. */
export async function countMissed(db: Queryable, projectId: number, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from check_ins c
      where c.project_id = $1 and c.status = 'missed' and c.started_at > $2`,
    [projectId, since],
  )
  return rows[0]!.count
}

/** Sets when the next check-in of a monitor is due in all of its environments. */
export async function expectCheckIns(
  tx: Tx,
  { projectId, slug }: Omit<MonitorKey, 'environment'>,
  dueAt: Date,
): Promise<void> {
  await tx.query('update monitor_environments e set next_due_at = $3 where e.project_id = $1 and e.slug = $2', [
    projectId,
    slug,
    dueAt,
  ])
}

export async function findStates(db: Queryable, projectId: number): Promise<MonitorState[]> {
  const { rows } = await db.query<MonitorState>(
    `select ${stateColumns} from monitor_environments e where e.project_id = $1 order by e.slug, e.environment`,
    [projectId],
  )
  return rows
}

export interface ListedCheckIn extends CheckIn {
  slug: string
  environment: string
}

/** Lists the newest check-ins of each monitor. */
export async function findCheckIns(
  db: Queryable,
  projectId: number,
  slugs: string[],
  limit: number,
): Promise<ListedCheckIn[]> {
  const { rows } = await db.query<ListedCheckIn>(
    `select n.* from unnest($2::text[]) as w (slug)
      cross join lateral (
        select c.slug, c.environment, c.check_in_id as "checkInId", c.status, c.started_at as "startedAt",
               c.finished_at as "finishedAt", c.duration_ms as "durationMs", c.times_out_at as "timesOutAt"
          from check_ins c where c.project_id = $1 and c.slug = w.slug order by c.started_at desc limit $3
      ) as n`,
    [projectId, slugs, limit],
  )
  return rows
}

/** @returns whether there was one */
export async function deleteMonitor(tx: Tx, projectId: number, slug: string): Promise<boolean> {
  await tx.query('delete from check_ins c where c.project_id = $1 and c.slug = $2', [projectId, slug])
  await tx.query('delete from monitor_environments e where e.project_id = $1 and e.slug = $2', [projectId, slug])
  const { rowCount } = await tx.query('delete from monitors m where m.project_id = $1 and m.slug = $2', [
    projectId,
    slug,
  ])
  return rowCount === 1
}
