import type { Database, Queryable, Tx } from '../../db/database.ts'

/** Waits for statements that began to append before a project was closed; later ones see that it is. */
export async function waitForAppends(tx: Tx): Promise<void> {
  await tx.query(`set local lock_timeout = '1s'`)
  await tx.query('lock table segments, health_queue in share row exclusive mode')
}

/** Entries of the queues of a bucket that are there now, by their last number. */
export interface Queued {
  segment: number
  counts: number
}

export async function readQueued(db: Queryable): Promise<Queued> {
  const { rows } = await db.query<Queued>(
    `select coalesce((select max(q.segment_id) from segment_queue q), 0) as segment,
            coalesce((select max(c.id) from count_queue c), 0) as counts`,
  )
  return rows[0]!
}

/** Whether everything up to these entries is done, and nothing of a project waits beside them. */
export async function isQueueDone(db: Queryable, { segment, counts }: Queued, projectId: number): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    `select exists (select 1 from segment_queue q where q.segment_id <= $1)
         or exists (select 1 from count_queue c where c.id <= $2)
         or exists (select 1 from health_queue h where h.project_id = $3) as waits`,
    [segment, counts, projectId],
  )
  return !rows[0]!.waits
}

/** Whether no event of a project has its body in a segment; those of damaged ones have none that can be read. */
export async function isPacked(db: Queryable, projectId: number): Promise<boolean> {
  const { rows } = await db.query<{ id: number }>(
    `select s.id from segments s join events e on e.segment_id = s.id and e.project_id = $1 where s.damaged_at is null limit 1`,
    [projectId],
  )
  return rows.length === 0
}

/** Returns the oldest transaction that a statement of this connection may not see; of a snapshot, that it never sees. */
export async function readHorizon(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ xid: string }>(
    `select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text as xid`,
  )
  return rows[0]!.xid
}

/** Returns the time of the latest event of a project by its id, in epoch milliseconds. */
export async function findLatestEvent(db: Database, projectId: number): Promise<number> {
  const { rows } = await db.query<{ id: string | null }>(
    'select max(e.event_id::text) as id from events e where e.project_id = $1',
    [projectId],
  )
  const id = rows[0]?.id
  return id == null ? 0 : Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
