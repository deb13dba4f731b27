import { randomUUID } from 'node:crypto'
import { toPlainId } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'

/** How long a decision can be undone. */
export const undoDays = 7

/** Stores the steps that undo a decision. @returns the id of the undo */
export async function keepUndo(tx: Tx, userId: string, steps: readonly object[]): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'insert into undos (id, user_id, steps) values (gen_random_uuid(), $1, $2) returning id',
    [userId, JSON.stringify(steps)],
  )
  return rows[0]!.id
}

/** Stores undos that every member of a project may use, one for each step. @returns their ids */
export async function keepSharedUndos(tx: Tx, projectId: number, steps: readonly object[]): Promise<string[]> {
  const ids = steps.map(() => randomUUID())
  await tx.query(
    `insert into undos (id, project_id, steps)
     select * from unnest($1::uuid[], array_fill($2::int8, array[$4::int4]), $3::jsonb[])`,
    [ids, projectId, steps.map((step) => JSON.stringify([step])), steps.length],
  )
  return ids
}

/** Returns and deletes an undo of a user, or of a project that they see. It can be used once. */
export async function takeUndo(
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
  id: string,
): Promise<{ steps: object[]; keptAt: Date } | undefined> {
  const { rows } = await tx.query<{ steps: object[]; keptAt: Date }>(
    `delete from undos u
      where u.id = $1 and u.created_at > now() - make_interval(days => $3)
        and (u.user_id = $2 or u.project_id in (
             select v.project_id from visible_projects v where v.viewer_id = $2))
     returning u.steps, u.created_at as "keptAt"`,
    [id, userId, undoDays],
  )
  return rows[0]
}

/** Removes a shared undo that was used from the activity that offers it. */
export async function withdrawUndo(tx: Tx, issue: { projectId: number; issueId: string }, id: string): Promise<void> {
  await tx.query(
    `update issue_activity a set details = a.details - 'undo_id'
      where a.project_id = $1 and a.issue_id = $2 and a.details ->> 'undo_id' = $3`,
    [issue.projectId, issue.issueId, toPlainId('und', id)],
  )
}

export async function forgetOldUndos(db: Queryable): Promise<void> {
  await db.query('delete from undos u where u.created_at < now() - make_interval(days => $1)', [undoDays])
}
