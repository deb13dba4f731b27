import type { Tx } from '../../db/database.ts'

type Queryable = Pick<Tx, 'query'>

/**
 * Bytes that events take, live: what was deleted is space for what comes, though the files do not shrink. Relations
 * other than packs are counted as they are on disk.
 */
export async function measureUsed(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `select (pg_database_size(current_database()) - pg_total_relation_size('packs')
             + (select coalesce(sum(p.stored_bytes + 200), 0) from packs p))::int8 as used`,
  )
  return rows[0]!.used
}

/** Projects by the bytes that could be evicted of them, most first. */
export async function findLargestProjects(
  db: Queryable,
  limit: number,
): Promise<{ projectId: number; storedBytes: number }[]> {
  const { rows } = await db.query<{ projectId: number; storedBytes: number }>(
    `select p.project_id as "projectId", sum(p.stored_bytes)::int8 as "storedBytes"
       from packs p where not p.thinned group by p.project_id order by 2 desc limit $1`,
    [limit],
  )
  return rows
}

export async function writeDiskState(db: Queryable, hasRoom: boolean, usedBytes: number): Promise<void> {
  await db.query(
    `insert into disk_state as d (has_room, used_bytes, measured_at) values ($1, $2, now())
     on conflict (id) do update set has_room = excluded.has_room, used_bytes = excluded.used_bytes, measured_at = now()`,
    [hasRoom, usedBytes],
  )
}

/** Whether there is room, as last measured; before the first measurement there is. */
export async function readHasRoom(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has_room: boolean }>('select d.has_room from disk_state d')
  return rows[0]?.has_room ?? true
}
