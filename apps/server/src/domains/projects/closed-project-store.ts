import { bucketNames } from '../../db/buckets.ts'
import { type Database, type Queryable, type Tx, transaction } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { Refusal } from '../../refusal.ts'
import { forgetPause } from './move-store.ts'
import { notifyChanged } from './project-store.ts'

/** Lets a bucket take nothing more of a project: from this commit on, each statement that makes events durable sees it. */
export async function closeProject(tx: Tx, projectId: number): Promise<void> {
  await execute(
    tx,
    sql`insert into closed_projects (project_id) values (${projectId}) on conflict (project_id) do update set is_elsewhere = false`,
  )
}

/** Lets a bucket take events of a project again. */
export async function openProject(db: Queryable, projectId: number): Promise<void> {
  await execute(db, sql`delete from closed_projects c where c.project_id = ${projectId}`)
}

/**
 * Refuses work of a request that was admitted before the project began to move: it would write where the project is no more. For
 * requests that wait for a body, or for digest, before they write.
 *
 * @param code what the route refuses by
 * @throws Refusal
 */
export async function refuseClosed(
  db: Queryable,
  projectId: number,
  code: 'unavailable' | 'overloaded' = 'unavailable',
): Promise<void> {
  const closed = await rowsOf(
    db,
    sql<{ id: number }>`select c.project_id as id from closed_projects c where c.project_id = ${projectId}`,
  )
  if (closed.length > 0) throw new Refusal(code, { retryAfterSeconds: 2 })
}

/** Notes that a project which a bucket takes nothing of is elsewhere: its row stays, for processes that do not know it yet. */
export async function markElsewhere(db: Queryable, projectId: number): Promise<void> {
  await execute(db, sql`update closed_projects c set is_elsewhere = true where c.project_id = ${projectId}`)
}

/** SQL condition: a project is closed, and nobody has noted yet how its move ended. */
export const movesAreOpen = 'exists (select 1 from closed_projects c where not c.is_elsewhere)'

/**
 * Opens projects of a bucket whose move was killed, once the pause has passed, and notes those that have moved away.
 *
 * @param db the database of the bucket
 */
export async function settleMoves(db: Database): Promise<undefined> {
  const closed = await rowsOf(
    db,
    sql<{ id: number }>`select c.project_id as id from closed_projects c where not c.is_elsewhere`,
  )
  if (closed.length === 0) return
  const places = await rowsOf(
    db,
    sql<{ id: number; bucket: string; isPaused: boolean }>`
      select p.id, p.bucket, coalesce(p.paused_until > now(), false) as "isPaused" from projects p
       where p.id = any(${closed.map(({ id }) => id)}::int8[])`,
  )
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const own = bucketNames(db)[0]
  for (const { id } of closed) {
    const place = placeOf.get(id)
    if (place === undefined) await openProject(db, id)
    else if (place.bucket !== own) await markElsewhere(db, id)
    else if (!place.isPaused)
      await transaction(db, async (tx) => {
        if (!(await forgetPause(tx, id))) return
        await openProject(tx, id)
        await notifyChanged(tx, id)
      })
  }
}
