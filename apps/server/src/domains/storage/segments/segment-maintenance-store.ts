import { int8Array } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'

/** Marks segments that cannot be read: they are passed over from now on, until retention removes them. */
export async function markUnreadable(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.query('update segments s set damaged_at = now() where s.id = any($1::int8[])', [int8Array(ids)])
}

/** Subtracts packed or removed bytes from the projects' unpacked bytes. */
export async function subtractUnpacked(tx: Tx, bytes: ReadonlyMap<number, number>): Promise<void> {
  const inOrder = [...bytes].toSorted(([a], [b]) => a - b)
  await tx.query(
    `update project_stats s set unpacked_bytes = greatest(s.unpacked_bytes - c.bytes, 0)
       from (select * from unnest($1::int8[], $2::int8[]) as u (project_id, bytes) order by 1) as c
      where s.project_id = c.project_id`,
    [int8Array(inOrder.map(([projectId]) => projectId)), int8Array(inOrder.map(([, taken]) => taken))],
  )
}

/**
 * Deletes expired idempotency keys. Later than promised, so that a clock that runs ahead for a while causes no
 * duplicates.
 */
export async function forgetOldKeys(db: Queryable): Promise<void> {
  await db.query(`delete from event_keys k where k.created_at < now() - interval '26 hours'`)
}

/**
 * Returns the space of packed segments to the next ones, and to the system where it is at the end of the file.
 *
 * @returns rows that could not be removed, because they may have been in use
 */
export async function vacuumSegments(db: Queryable): Promise<number> {
  await db.query('vacuum segments')
  const { rows } = await db.query<{ dead: number }>(
    `select coalesce(sum(pg_stat_get_dead_tuples(c.oid) + pg_stat_get_dead_tuples(c.reltoastrelid)), 0)::int8 as dead
       from pg_partition_tree('segments') p join pg_class c on c.oid = p.relid and c.reltoastrelid <> 0`,
  )
  return rows[0]!.dead
}
