import type { Queryable } from '../db/database.ts'
import { rowsOf, sql } from '../db/sql.ts'
import { measureSizes } from '../db/table-sizes.ts'

export interface BucketRow {
  name: string
  takesNew: boolean
  /** Also deleted ones that are not erased yet. */
  projects: number
}

/** Returns the buckets of the directory, the main one first. */
export async function findBuckets(db: Queryable): Promise<BucketRow[]> {
  return rowsOf(
    db,
    sql<BucketRow>`
      select b.name, b.takes_new as "takesNew",
             (select count(*) from projects p where p.bucket = b.name)::int as projects
        from buckets b order by b.added_at, b.name`,
  )
}

/** Amounts on the server of a bucket. */
export interface BucketUse {
  bytes: number
  /** Events of the last full hour. */
  events: number
}

/** Reads how much the server of a bucket has, and how much it takes. */
export async function readBucketUse(db: Queryable): Promise<BucketUse> {
  const { databaseBytes } = await measureSizes(db, [])
  const rows = await rowsOf(
    db,
    sql<{ events: number }>`
      select coalesce(sum(h.event_count), 0)::float8 as events from project_hourly h
       where h.hour = date_trunc('hour', now()) - interval '1 hour'`,
  )
  return { bytes: databaseBytes, events: rows[0]!.events }
}

/** Counts the projects of which a server stored events. */
export async function countProjectsWithEvents(db: Queryable): Promise<number> {
  const rows = await rowsOf(db, sql<{ projects: number }>`select count(*)::int as projects from project_stats`)
  return rows[0]!.projects
}

/** Tells the tables of a place from all others: two addresses may lead to the same. */
export interface Identity {
  /** The database, and the server that it is on. */
  database: string
  schema: string
}

/** @param schema that of the place, which may not be there yet; by default the one that the connection leads to */
export async function identityOf(db: Queryable, schema?: string): Promise<Identity> {
  const rows = await rowsOf(
    db,
    sql<Identity>`
      select pg_postmaster_start_time()::text || ' ' || d.oid as database, current_schema()::text as schema
        from pg_database d where d.datname = current_database()`,
  )
  return { ...rows[0]!, ...(schema !== undefined && { schema }) }
}
