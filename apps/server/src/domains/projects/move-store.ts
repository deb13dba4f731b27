import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { notifyChanged } from './project-store.ts'

/** A project that moves from one bucket to another. */
export interface Move {
  projectId: number
  from: string
  to: string
}

/** How long a pause lasts after it was last put off: that of a move that was killed. */
const pauseMs = 5000

/**
 * Notes that a project begins to move, and that the other bucket has rows of it from now on. A move that was begun before begins
 * anew. Waits until nobody erases what an earlier one has left.
 *
 * @returns whether the project is there, not deleted, and in the bucket that it leaves
 */
export async function beginMove(tx: Tx, { projectId, from, to }: Move): Promise<boolean> {
  const found = await execute(
    tx,
    sql`update projects set moving_to = ${to}, paused_until = null
         where projects.id = ${projectId} and projects.bucket = ${from} and projects.deleted_at is null`,
  )
  if (found === 0) return false
  await execute(
    tx,
    sql`insert into project_leftovers (project_id, bucket) values (${projectId}, ${to})
        on conflict (project_id, bucket) do update set touched_at = now()`,
  )
  return true
}

/**
 * Lets a project take no events and no changes for a while, or for a while longer.
 *
 * @param isFirst whether the pause begins; one that has passed cannot be put off
 * @returns whether it did: not if the project was deleted, or the pause has passed
 */
export async function pauseMove(tx: Tx, { projectId, from, to }: Move, isFirst: boolean): Promise<boolean> {
  const paused = await execute(
    tx,
    sql`update projects set paused_until = clock_timestamp() + make_interval(secs => ${pauseMs / 1000})
         where projects.id = ${projectId} and projects.bucket = ${from} and projects.moving_to = ${to} and projects.deleted_at is null
           and (${isFirst} or projects.paused_until > clock_timestamp())`,
  )
  if (isFirst) await notifyChanged(tx, projectId)
  return paused > 0
}

/**
 * Puts a project into the bucket that has all its rows. From this commit on everybody goes there.
 *
 * @returns whether it is there: not if the pause has passed, since rows may have changed where it was
 */
export async function finishMove(tx: Tx, { projectId, from, to }: Move): Promise<boolean> {
  const moved = await execute(
    tx,
    sql`update projects set bucket = ${to}, moving_to = null, paused_until = null
         where projects.id = ${projectId} and projects.bucket = ${from} and projects.moving_to = ${to} and projects.deleted_at is null
           and projects.paused_until > clock_timestamp()`,
  )
  if (moved === 0) return false
  if (!(await forgetLeftovers(tx, projectId, to))) throw new Error('the rows were erased meanwhile')
  await execute(
    tx,
    sql`insert into project_leftovers (project_id, bucket) values (${projectId}, ${from})
        on conflict (project_id, bucket) do update set touched_at = now()`,
  )
  await notifyChanged(tx, projectId)
  return true
}

/** Ends a move that failed: the project stays where it is. */
export async function abandonMove(tx: Tx, { projectId, from, to }: Move): Promise<void> {
  await execute(
    tx,
    sql`update projects set moving_to = null, paused_until = null
         where projects.id = ${projectId} and projects.bucket = ${from} and projects.moving_to = ${to}`,
  )
  await notifyChanged(tx, projectId)
}

/**
 * Forgets a move whose pause has passed: it can no longer come to its end.
 *
 * @returns whether it has passed
 */
export async function forgetPause(tx: Tx, projectId: number): Promise<boolean> {
  const forgotten = await execute(
    tx,
    sql`update projects set moving_to = null, paused_until = null
         where projects.id = ${projectId} and coalesce(projects.paused_until <= clock_timestamp(), true)`,
  )
  return forgotten > 0
}

/** How long rows of a project that has moved away stay, for requests that read them still. */
const restSeconds = 60

/** Returns the SQL condition that a bucket has rows of a project that is elsewhere. */
export function leftoversAreIn(bucket: string): string {
  return `exists (select 1 from project_leftovers l where l.bucket = '${bucket}' and l.touched_at < now() - interval '${restSeconds} seconds')`
}

/** Returns projects of which a bucket has rows although they are elsewhere, and do not move there just now. */
export async function findLeftovers(db: Queryable, bucket: string): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select l.project_id as id from project_leftovers l
       where l.bucket = ${bucket} and l.touched_at < now() - make_interval(secs => ${restSeconds})
       order by l.touched_at limit 10`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Holds the leftovers of a project in a bucket for a transaction, in which no move there begins.
 *
 * @returns whether there are some still, and are leftovers: the project is elsewhere
 */
export async function holdLeftovers(tx: Tx, projectId: number, bucket: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql<{ isThere: boolean }>`
      select exists (select 1 from projects p where p.id = l.project_id and p.bucket = l.bucket) as "isThere"
        from project_leftovers l
       where l.project_id = ${projectId} and l.bucket = ${bucket} and l.touched_at < now() - make_interval(secs => ${restSeconds})
         for update of l`,
  )
  return rows[0]?.isThere === false
}

/**
 * Forgets leftovers that are erased, and the move that left them if it came to no end. Nothing changes if another move there has begun.
 */
export async function forgetErased(tx: Tx, projectId: number, bucket: string): Promise<void> {
  // The project first, as a move that begins does.
  await execute(tx, sql`select 1 from projects where projects.id = ${projectId} for update`)
  if (!(await holdLeftovers(tx, projectId, bucket))) return
  await execute(
    tx,
    sql`update projects set moving_to = null where projects.id = ${projectId} and projects.moving_to = ${bucket}`,
  )
  await forgetLeftovers(tx, projectId, bucket)
}

/** @returns whether there were any */
async function forgetLeftovers(db: Queryable, projectId: number, bucket: string): Promise<boolean> {
  const forgotten = await execute(
    db,
    sql`delete from project_leftovers l where l.project_id = ${projectId} and l.bucket = ${bucket}`,
  )
  return forgotten > 0
}

/** Says that a move is under way still, whose rows in a bucket are no leftovers yet. */
export async function touchLeftovers(db: Queryable, { projectId, to }: Move): Promise<void> {
  await execute(
    db,
    sql`update project_leftovers set touched_at = now() where project_leftovers.project_id = ${projectId} and project_leftovers.bucket = ${to}`,
  )
}

/** Returns where a project is, and whether it takes no changes just now. */
export async function findPlace(
  db: Queryable,
  projectId: number,
): Promise<{ bucket: string; isPaused: boolean } | undefined> {
  const [row] = await rowsOf(
    db,
    sql<{ bucket: string; isPaused: boolean }>`
      select p.bucket, coalesce(p.paused_until > now(), false) as "isPaused" from projects p where p.id = ${projectId}`,
    'place-of-project',
  )
  return row
}
