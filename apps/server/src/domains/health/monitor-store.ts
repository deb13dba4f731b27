import type { Queryable, Tx } from '../../db/database.ts'
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

/** Monitors of a project; further ones are not made. */
const maxMonitors = 500

/** Creates a monitor, or changes it by what its check-in says; undefined if the project has too many. */
export async function putMonitor(
  tx: Tx,
  projectId: number,
  slug: string,
  config: MonitorConfig | null,
): Promise<MonitorRecord | undefined> {
  await tx.query(
    `insert into monitors as m (project_id, slug, name)
     select $1, $2, $2
      where (select count(*) from monitors x where x.project_id = $1) < ${maxMonitors}
     on conflict (project_id, slug) do nothing`,
    [projectId, slug],
  )
  if (config !== null)
    await tx.query(
      `update monitors m
          set schedule = $3, timezone = $4, margin_minutes = $5, max_runtime_minutes = $6, failure_threshold = $7,
              recovery_threshold = $8
        where m.project_id = $1 and m.slug = $2`,
      [
        projectId,
        slug,
        config.schedule,
        config.timezone,
        config.marginMinutes,
        config.maxRuntimeMinutes,
        config.failureThreshold,
        config.recoveryThreshold,
      ],
    )
  const { rows } = await tx.query<MonitorRecord>(
    `select ${monitorColumns} from monitors m where m.project_id = $1 and m.slug = $2 for no key update`,
    [projectId, slug],
  )
  return rows[0]
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

/** Returns the state in an environment, which is made with the first check-in; undefined if there are too many. */
export async function lockState(
  tx: Tx,
  projectId: number,
  slug: string,
  environment: string,
): Promise<MonitorState | undefined> {
  await tx.query(
    `insert into monitor_environments (project_id, slug, environment, status)
     select $1, $2, $3, 'waiting'
      where (select count(*) from monitor_environments e where e.project_id = $1 and e.slug = $2) < ${maxEnvironments}
     on conflict do nothing`,
    [projectId, slug, environment],
  )
  const { rows } = await tx.query<MonitorState>(
    `select ${stateColumns} from monitor_environments e
      where e.project_id = $1 and e.slug = $2 and e.environment = $3 for update`,
    [projectId, slug, environment],
  )
  return rows[0]
}

export async function saveState(tx: Tx, state: MonitorState): Promise<void> {
  await tx.query(
    `update monitor_environments e
        set status = $4, last_status = $5, last_check_in_at = $6, next_due_at = $7, failures = $8, successes = $9,
            failing_since = $10, group_id = $11
      where e.project_id = $1 and e.slug = $2 and e.environment = $3`,
    [
      state.projectId,
      state.slug,
      state.environment,
      state.status,
      state.lastStatus,
      state.lastCheckInAt,
      state.nextDueAt,
      state.failures,
      state.successes,
      state.failingSince,
      state.groupId,
    ],
  )
}

export interface CheckIn {
  checkInId: string
  status: 'in_progress' | 'ok' | 'error' | 'missed' | 'timeout'
  startedAt: Date
  finishedAt: Date | null
  durationMs: number | null
  timesOutAt: Date | null
}

type MonitorKey = Pick<MonitorState, 'projectId' | 'slug' | 'environment'>

export async function putCheckIn(
  tx: Tx,
  { projectId, slug, environment }: MonitorKey,
  checkIn: CheckIn,
): Promise<void> {
  await tx.query(
    `insert into check_ins as c (project_id, slug, environment, check_in_id, status, started_at, finished_at, duration_ms,
                                 times_out_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (project_id, slug, environment, check_in_id) do update
        set status = excluded.status, finished_at = excluded.finished_at,
            duration_ms = coalesce(excluded.duration_ms, (extract(epoch from excluded.finished_at - c.started_at) * 1000)::int8),
            times_out_at = excluded.times_out_at`,
    [
      projectId,
      slug,
      environment,
      checkIn.checkInId,
      checkIn.status,
      checkIn.startedAt,
      checkIn.finishedAt,
      checkIn.durationMs,
      checkIn.timesOutAt,
    ],
  )
  // Check-ins are never refused for their rate, so their number is bounded here.
  await tx.query(
    `delete from check_ins c
      where c.project_id = $1 and c.slug = $2
        and c.started_at < (select o.started_at from check_ins o where o.project_id = $1 and o.slug = $2
                             order by o.started_at desc offset ${keptCheckIns} limit 1)`,
    [projectId, slug],
  )
}

/** Check-ins of a monitor that are kept. */
const keptCheckIns = 1000

/** Returns the newest check-in that is in progress, which a check-in without an id ends. */
export async function findRunning(tx: Tx, { projectId, slug, environment }: MonitorKey): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.check_in_id as id from check_ins c
      where c.project_id = $1 and c.slug = $2 and c.environment = $3 and c.status = 'in_progress'
      order by c.started_at desc limit 1`,
    [projectId, slug, environment],
  )
  return rows[0]?.id
}

type Due = Pick<MonitorState, 'projectId' | 'slug' | 'environment'>

/** Lists monitors whose check-in is overdue. */
export async function findOverdue(db: Queryable, now: Date, limit: number): Promise<Due[]> {
  const { rows } = await db.query<Due>(
    `select e.project_id as "projectId", e.slug, e.environment
       from monitor_environments e
       join monitors m on m.project_id = e.project_id and m.slug = e.slug
      where e.next_due_at is not null and e.next_due_at < $1
        and e.next_due_at + make_interval(mins => m.margin_minutes) < $1
      order by e.next_due_at limit $2`,
    [now, limit],
  )
  return rows
}

/** Lists check-ins that have been in progress for too long. */
export async function findTimedOut(db: Queryable, now: Date, limit: number): Promise<(Due & { checkInId: string })[]> {
  const { rows } = await db.query<Due & { checkInId: string }>(
    `select c.project_id as "projectId", c.slug, c.environment, c.check_in_id as "checkInId"
       from check_ins c where c.times_out_at is not null and c.times_out_at < $1 order by c.times_out_at limit $2`,
    [now, limit],
  )
  return rows
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

export async function findMonitor(tx: Tx, projectId: number, slug: string): Promise<MonitorRecord | undefined> {
  const { rows } = await tx.query<MonitorRecord>(
    `select ${monitorColumns} from monitors m where m.project_id = $1 and m.slug = $2`,
    [projectId, slug],
  )
  return rows[0]
}

export async function findMonitors(db: Queryable, projectId: number, slug?: string): Promise<MonitorRecord[]> {
  const { rows } = await db.query<MonitorRecord>(
    `select ${monitorColumns} from monitors m
      where m.project_id = $1 and ($2::text is null or m.slug = $2) order by m.slug`,
    [projectId, slug ?? null],
  )
  return rows
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
