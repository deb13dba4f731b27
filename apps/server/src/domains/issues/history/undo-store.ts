import { createHash, randomUUID } from 'node:crypto'
import { toPlainId } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { Caller } from '../../../http/caller.ts'

/** How long a decision can be undone. */
export const undoDays = 7

/** Stores the steps that undo a decision. @returns the id of the undo */
export async function keepUndo(
  tx: Tx,
  userId: string,
  steps: readonly object[],
  id: string = randomUUID(),
): Promise<string> {
  await execute(tx, sql`insert into undos (id, user_id, steps) values (${id}, ${userId}, ${JSON.stringify(steps)})`)
  return id
}

/** The id of the undo of a request that a client names by a key: its retry finds what the first attempt did. */
export function undoIdOfKey(userId: string, key: string): string {
  const hex = createHash('sha256').update(`${userId} ${key}`).digest('hex')
  // A UUID of version 8, whose bits are free (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Whether an undo is there. */
export async function hasUndo(tx: Tx, id: string): Promise<boolean> {
  return (await rowsOf(tx, sql<{ id: string }>`select u.id from undos u where u.id = ${id}`)).length > 0
}

/** Stores undos that every member of a project may use, one for each step. @returns their ids */
export async function keepSharedUndos(tx: Tx, projectId: number, steps: readonly object[]): Promise<string[]> {
  const ids = steps.map(() => randomUUID())
  await execute(
    tx,
    sql`insert into undos (id, project_id, steps)
     select * from unnest(${ids}::uuid[], array_fill(${projectId}::int8, array[${steps.length}::int4]), ${steps.map((step) => JSON.stringify([step]))}::jsonb[])`,
  )
  return ids
}

/** Returns and deletes an undo of a user, or of a project that they see. It can be used once. */
export async function takeUndo(
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
  id: string,
): Promise<{ steps: object[]; keptAt: Date } | undefined> {
  const rows = await rowsOf<{ steps: object[]; keptAt: Date }>(
    tx,
    sql`delete from undos u
      where u.id = ${id} and u.created_at > now() - make_interval(days => ${undoDays})
        and (u.user_id = ${userId} or u.project_id in (
             select v.project_id from visible_projects v where v.viewer_id = ${userId}))
     returning u.steps, u.created_at as "keptAt"`,
  )
  return rows[0]
}

/** Removes a shared undo that was used from the activity that offers it. */
export async function withdrawUndo(tx: Tx, issue: { projectId: number; issueId: string }, id: string): Promise<void> {
  await execute(
    tx,
    sql`update issue_activity a set details = a.details - 'undo_id'
      where a.project_id = ${issue.projectId} and a.issue_id = ${issue.issueId} and a.details ->> 'undo_id' = ${toPlainId('und', id)}`,
  )
}

export async function forgetOldUndos(db: Queryable): Promise<void> {
  await execute(db, sql`delete from undos u where u.created_at < now() - make_interval(days => ${undoDays})`)
}
