import type { Queryable, Tx } from '../../db/database.ts'
import { notify } from '../../db/listener.ts'
import { execute, rowsOf, sql, typed } from '../../db/sql.ts'
import { inTurn } from '../../db/turns.ts'

/** Channel that announces a new job. */
export const jobChannel = 'bugle_jobs'

/** Jobs of one line wait for none of another: a mail is not late because maps are indexed. */
export type JobLine = 'mails' | 'builds'

export interface NewJob {
  kind: string
  line: JobLine
  /** The project, organization or person whose job it is: owners take turns. */
  owner: string
  /** Holds no secrets; a job creates those it needs. */
  payload: object
  /** Time until it is due; none by default. */
  delayMs?: number
  /** Time after which the job is dropped, from when it is due. */
  keepMs: number
}

/** A job claimed by a worker. */
export interface ClaimedJob {
  id: number
  kind: string
  owner: string
  payload: unknown
  /** Attempts so far, including this one. */
  attempts: number
  createdAt: Date
  expiresAt: Date
}

/** Adds a job within the transaction that causes it: it is done if and only if that commits. */
export async function addJob(tx: Tx, { kind, line, owner, payload, delayMs = 0, keepMs }: NewJob): Promise<void> {
  await execute(
    tx,
    sql`
      insert into jobs (kind, line, owner, payload, due_at, expires_at)
      values (${kind}, ${line}, ${owner}, ${JSON.stringify(payload)}::json, now() + make_interval(secs => ${delayMs / 1000}),
        now() + make_interval(secs => ${(delayMs + keepMs) / 1000}))`,
  )
  if (delayMs > 0) return
  await notify(tx, jobChannel)
}

export interface NewJobs extends Omit<NewJob, 'payload' | 'delayMs'> {
  payloads: readonly object[]
  /** Time until each is due; none by default. */
  delaysMs?: readonly number[]
}

/** Adds several jobs of a kind, like addJob. */
export async function addJobs(tx: Tx, { kind, line, owner, payloads, delaysMs = [], keepMs }: NewJobs): Promise<void> {
  if (payloads.length === 0) return
  const texts = payloads.map((payload) => JSON.stringify(payload))
  const delays = payloads.map((_payload, index) => (delaysMs[index] ?? 0) / 1000)
  await execute(
    tx,
    sql`
      insert into jobs (kind, line, owner, payload, due_at, expires_at)
      select ${kind}, ${line}, ${owner}, p.payload::json, now() + make_interval(secs => p.delay),
             now() + make_interval(secs => p.delay + ${keepMs / 1000})
      from unnest(${texts}::text[], ${delays}::float8[]) as p (payload, delay)`,
  )
  await notify(tx, jobChannel)
}

/** The part of due jobs that is claimed at once: one job of each owner. */
export interface JobTurn {
  line: JobLine
  /** The owner before the first one; the empty text begins with the first of all. */
  after: string
  /** Owners that have enough jobs under way. */
  busy: readonly string[]
  limit: number
  leaseMs: number
}

/**
 * Claims due jobs of the owners that follow in turn. The lease and the attempt are committed before the work: jobs of a
 * dead worker are free when the lease ends, and a job that kills its worker is counted.
 */
export function claimJobs(db: Queryable, { line, after, busy, limit, leaseMs }: JobTurn): Promise<ClaimedJob[]> {
  const condition = sql`q.line = ${line} and q.due_at <= now() and q.owner <> all(${typed(busy, 'text[]')})`
  return rowsOf<ClaimedJob>(
    db,
    sql`
      with recursive ${inTurn({ table: 'jobs', key: 'owner', after: typed(after, 'text'), condition })}
      update jobs as j set attempts = j.attempts + 1, due_at = now() + make_interval(secs => ${leaseMs / 1000})
       where j.id = any(array(
         select d.id from turn t cross join lateral (
           select q.id from jobs q where q.owner = t.owner and ${condition} order by q.due_at limit 1
              for update skip locked) as d
          limit ${limit}))
       returning j.id, j.kind, j.owner, j.payload, j.attempts, j.created_at as "createdAt", j.expires_at as "expiresAt"`,
  )
}

/** SQL condition: a job is due. */
export const jobsAreDue = 'exists (select 1 from jobs j where j.due_at <= now())'

/** Removes a finished job. If its lease expired meanwhile, it belongs to another worker and stays. */
export async function removeJob(db: Queryable, { id, attempts }: ClaimedJob): Promise<void> {
  await execute(db, sql`delete from jobs j where j.id = ${id} and j.attempts = ${attempts}`)
}

export async function postponeJob(db: Queryable, { id, attempts }: ClaimedJob, ms: number): Promise<void> {
  await execute(
    db,
    sql`update jobs j set due_at = now() + make_interval(secs => ${ms / 1000}) where j.id = ${id} and j.attempts = ${attempts}`,
  )
}

/** Returns jobs that are not done yet, and how long the oldest of them has been there: mails that do not get away, say. */
export async function readJobsState(db: Queryable): Promise<{ jobs: number; oldestSeconds: number }> {
  const rows = await rowsOf<{ jobs: number; oldestSeconds: number }>(
    db,
    sql`select count(*) as jobs, coalesce(extract(epoch from now() - min(j.created_at)), 0)::float8 as "oldestSeconds"
       from jobs j`,
  )
  return rows[0]!
}

/** Deletes jobs that are no longer worth doing. */
export async function forgetExpiredJobs(db: Queryable): Promise<void> {
  await execute(db, sql`delete from jobs j where j.expires_at < now()`)
}

interface MovedJob {
  kind: string
  line: string
  owner: string
  payload: string
  attempts: number
  due_at: Date
  expires_at: Date
  created_at: Date
}

/** Moves the jobs of an owner to another server; one that a worker has begun is done once more there. */
export async function moveJobs(from: Tx, to: Tx, owner: string): Promise<void> {
  const { rows } = await from.query<MovedJob>(
    `delete from jobs j where j.owner = $1
     returning j.kind, j.line, j.owner, j.payload::text as payload, j.attempts, j.due_at, j.expires_at, j.created_at`,
    [owner],
  )
  if (rows.length === 0) return
  await to.query(
    `insert into jobs (kind, line, owner, payload, attempts, due_at, expires_at, created_at)
     select n.kind, n.line, n.owner, n.payload::json, n.attempts, n.due_at, n.expires_at, n.created_at
       from json_to_recordset($1::json) as n
            (kind text, line text, owner text, payload text, attempts int, due_at timestamptz, expires_at timestamptz, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}
