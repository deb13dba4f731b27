import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

export interface DatabaseFacts {
  version: string
  versionNumber: number
  fsync: string
  synchronousCommit: string
  fullPageWrites: string
  maxConnections: number
  usedConnections: number
  /** Epoch seconds, by the database's clock. */
  now: number
}

export async function readDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const rows = await rowsOf(
    db,
    sql<DatabaseFacts>`
      select current_setting('server_version') as version,
        current_setting('server_version_num')::int as "versionNumber",
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as "synchronousCommit",
        current_setting('full_page_writes') as "fullPageWrites",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
        (select count(*) from pg_stat_activity a where a.backend_type = 'client backend') as "usedConnections",
        extract(epoch from clock_timestamp())::float8 as now`,
  )
  return rows[0]!
}

export interface FlowFacts {
  segments: number
  oldestSegmentSeconds: number
  attempts: number
  /** Unreadable segments that were set aside. */
  damaged: number
  jobs: number
  oldestJobSeconds: number
  /** Largest distance of a stored time ahead of the database's clock, in seconds; 0 or less is right. */
  aheadSeconds: number
  lastEventSeconds: number | null
}

/** Reads the waiting work, and how far the newest stored times are ahead of the clock. */
export async function readFlow(db: Queryable): Promise<FlowFacts> {
  const [events] = await rowsOf(
    db,
    sql<Omit<FlowFacts, 'jobs' | 'oldestJobSeconds'>>`
      select (select count(*) from segment_queue) as segments,
        coalesce((select extract(epoch from now() - min(q.enqueued_at)) from segment_queue q), 0)::float8
          as "oldestSegmentSeconds",
        coalesce((select max(q.attempts) from segment_queue q), 0)::int as attempts,
        (select count(*) from segments s where s.damaged_at is not null) as damaged,
        coalesce((select extract(epoch from max(s.received_at) - now()) from
          (select s.received_at from segments s order by s.id desc limit 16) as s), 0)::float8 as "aheadSeconds",
        (select extract(epoch from now() - max(p.last_event_at)) from project_stats p)::float8 as "lastEventSeconds"`,
  )
  const [jobs] = await rowsOf(
    db,
    sql<Pick<FlowFacts, 'jobs' | 'oldestJobSeconds'>>`
      select count(*) as jobs,
        coalesce(extract(epoch from now() - min(j.created_at)), 0)::float8 as "oldestJobSeconds" from jobs j`,
  )
  return { ...events!, ...jobs! }
}

export interface DiskFacts {
  hasRoom: boolean
  usedBytes: number
  ageSeconds: number
  /** The project that stores most, if any stores much. */
  largest: { name: string; usedBytes: number } | null
}

export async function findDiskState(db: Queryable): Promise<DiskFacts | undefined> {
  const [state] = await rowsOf(
    db,
    sql<Omit<DiskFacts, 'largest'>>`
      select d.has_room as "hasRoom", d.used_bytes as "usedBytes",
        extract(epoch from now() - d.measured_at)::float8 as "ageSeconds"
        from disk_state d where d.budget = 'events'`,
  )
  return state && { ...state, largest: await findLargestProject(db) }
}

async function findLargestProject(db: Queryable): Promise<DiskFacts['largest']> {
  const [share] = await rowsOf(
    db,
    sql<{ owner: string; usedBytes: number }>`
      select s.owner, s.used_bytes as "usedBytes" from disk_shares s where s.budget = 'events' order by s.used_bytes desc limit 1`,
  )
  if (share === undefined) return null
  const [project] = await rowsOf(
    db,
    sql<{ name: string }>`select p.name from projects p where p.id::text = ${share.owner}`,
  )
  return project === undefined ? null : { name: project.name, usedBytes: share.usedBytes }
}
