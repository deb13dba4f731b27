import { int8Array, textArray, timestamptzArray } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { type Fragment, sql } from '../../db/sql.ts'
import type { Owner } from '../../lib/fair-share.ts'

/** Cause of a drop: a refusal of the server, a decision of the client, a kind that is not kept, or noise. */
export type OutcomeSource = 'server' | 'client' | 'unsupported' | 'filtered'

export interface OutcomeCount {
  projectId: number
  /** Epoch milliseconds of the hour's start. */
  hour: number
  source: OutcomeSource
  reason: string
  count: number
  /** The detail of the latest one. */
  latestDetail: string | undefined
}

/** Events that a client says it dropped itself. */
export interface ClientDropCount {
  projectId: number
  hour: number
  reason: string
  count: number
}

export interface TokenCount {
  projectId: number
  tokenId: number
  hour: number
  count: number
}

/**
 * Adds outcomes.
 *
 * @param skipsClosed leaves out those of projects that are not in this bucket now: whoever counts beside the events may not know yet
 * @returns the projects whose outcomes were added
 */
export async function addOutcomes(
  db: Queryable,
  drops: readonly OutcomeCount[],
  { skipsClosed }: { skipsClosed: boolean } = { skipsClosed: false },
): Promise<Set<number>> {
  if (drops.length === 0) return new Set()
  const { rows } = await db.query<{ projectId: number }>(
    `insert into outcomes as d (project_id, hour, source, reason, event_count, latest_detail)
     select c.project_id, c.hour, c.source, c.reason, c.count, nullif(c.latest_detail, '')
       from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::int8[], $5::text[], $6::text[])
            as c (project_id, hour, reason, count, latest_detail, source)
      where not ($7 and exists (select 1 from closed_projects x where x.project_id = c.project_id))
      order by 1, 2, 3, 4
     on conflict (project_id, hour, source, reason) do update
        set event_count = d.event_count + excluded.event_count,
            latest_detail = coalesce(excluded.latest_detail, d.latest_detail)
     returning d.project_id as "projectId"`,
    [
      int8Array(drops.map((drop) => drop.projectId)),
      timestamptzArray(drops.map((drop) => drop.hour)),
      textArray(drops.map((drop) => drop.reason)),
      int8Array(drops.map((drop) => drop.count)),
      textArray(drops.map((drop) => drop.latestDetail ?? '')),
      textArray(drops.map((drop) => drop.source)),
      skipsClosed,
    ],
  )
  return new Set(rows.map(({ projectId }) => projectId))
}

/**
 * Adds to the requests counted by token, but for those of projects that are not in this bucket now.
 *
 * @returns the projects whose requests were added
 */
export async function addTokenRequests(db: Queryable, counts: readonly TokenCount[]): Promise<Set<number>> {
  if (counts.length === 0) return new Set()
  const { rows } = await db.query<{ projectId: number }>(
    `insert into token_hourly as t (project_id, token_id, hour, request_count)
     select c.* from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::int8[]) as c (project_id, token_id, hour, request_count)
      where not exists (select 1 from closed_projects x where x.project_id = c.project_id)
      order by 1, 2, 3
     on conflict (project_id, token_id, hour) do update set request_count = t.request_count + excluded.request_count
     returning t.project_id as "projectId"`,
    [
      int8Array(counts.map((count) => count.projectId)),
      int8Array(counts.map((count) => count.tokenId)),
      timestamptzArray(counts.map((count) => count.hour)),
      int8Array(counts.map((count) => count.count)),
    ],
  )
  return new Set(rows.map(({ projectId }) => projectId))
}

/** Reasons of a project and hour that SDKs name; drops for further ones count as `other`. */
const maxReasons = 200

/** Adds drops reported by SDKs. */
export async function countClientDrops(tx: Tx, drops: readonly ClientDropCount[]): Promise<void> {
  if (drops.length === 0) return
  await tx.query(
    `with named as (
       select c.project_id, c.hour, c.count,
              case when exists (select 1 from outcomes k where k.project_id = c.project_id and k.hour = c.hour
                                   and k.source = 'client' and k.reason = c.reason)
                     or row_number() over (partition by c.project_id, c.hour order by c.reason)
                        + (select count(*) from outcomes k where k.project_id = c.project_id and k.hour = c.hour
                              and k.source = 'client') <= ${maxReasons}
                   then c.reason else 'other' end as reason
         from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::int8[]) as c (project_id, hour, reason, count))
     insert into outcomes as d (project_id, hour, source, reason, event_count)
     select n.project_id, n.hour, 'client', n.reason, sum(n.count) from named n group by 1, 2, 4 order by 1, 2, 4
     on conflict (project_id, hour, source, reason) do update set event_count = d.event_count + excluded.event_count`,
    [
      int8Array(drops.map((drop) => drop.projectId)),
      timestamptzArray(drops.map((drop) => drop.hour)),
      textArray(drops.map((drop) => drop.reason)),
      int8Array(drops.map((drop) => drop.count)),
    ],
  )
}

export interface OutcomeRow {
  source: OutcomeSource
  reason: string
  hour: Date
  count: number
  latest_detail: string | null
}

/** Returns the outcomes of a project in a time range. */
export async function findOutcomes(db: Queryable, projectId: number, from: Date, to: Date): Promise<OutcomeRow[]> {
  const { rows } = await db.query<OutcomeRow>(
    `select d.source, d.reason, d.hour, d.event_count as count, d.latest_detail
       from outcomes d where d.project_id = $1 and d.hour >= $2 and d.hour < $3
      order by d.source, d.reason, d.hour`,
    [projectId, from, to],
  )
  return rows
}

/** Removes about `bytes` of the oldest outcomes of a project. @returns the bytes that it freed */
export async function evictOutcomes(db: Queryable, owner: Owner, bytes: number): Promise<number> {
  const freed = await deleteOldest(db, { table: 'outcomes', order: 't.hour', owner }, bytes)
  return freed + (await deleteOldest(db, { table: 'token_hourly', order: 't.hour', owner }, bytes - freed))
}

/** Reasons of clients for not sending that their owner has chosen. */
const chosen = ['before_send', 'event_processor', 'ignored', 'sample_rate', 'sampled']

/** Builds the condition that outcomes were refused or lost against their owner's wish. */
export function isLoss(outcomes: Fragment): Fragment {
  return sql`(${outcomes}.source = 'server' or ${outcomes}.source = 'client' and ${outcomes}.reason <> all(${chosen}::text[]))`
}
