import type pg from 'pg'

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * Forgets the keys of events that a retry can no longer meet. Later than promised, so that a clock that is a day ahead
 * for a while lets nothing count twice.
 */
export async function forgetOldKeys(db: Queryable): Promise<void> {
  await db.query(`delete from event_keys k where k.created_at < now() - interval '26 hours'`)
}

/** Forgets grants of limits that nobody asks for any more; those who do ask are not waited for. */
export async function forgetOldGrants(db: Queryable): Promise<void> {
  await db.query(
    `delete from rate_grants g
      using (select o.limit_key, o.bucket, o.shard from rate_grants o
              where o.bucket < extract(epoch from now() - interval '2 minutes') * 10 for update skip locked) as old
      where g.limit_key = old.limit_key and g.bucket = old.bucket and g.shard = old.shard`,
  )
}

/** Gives the space of what was packed back to the next segments, and to the system where it is at the end. */
export async function vacuumSegments(db: Queryable): Promise<void> {
  await db.query('vacuum segments')
}

/** Rows of packed segments that the last vacuum had to leave, since somebody may have been reading them. */
export async function countDeadSegmentRows(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ dead: number }>(
    `select coalesce(sum(pg_stat_get_dead_tuples(c.oid) + pg_stat_get_dead_tuples(c.reltoastrelid)), 0)::int8 as dead
       from pg_partition_tree('segments') p join pg_class c on c.oid = p.relid and c.reltoastrelid <> 0`,
  )
  return rows[0]!.dead
}
