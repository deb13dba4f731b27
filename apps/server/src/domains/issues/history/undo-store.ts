import type { Queryable, Tx } from '../../../db/database.ts'

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

/** Returns and deletes an undo of a user, which can be used once. */
export async function takeUndo(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ steps: object[]; keptAt: Date } | undefined> {
  const { rows } = await tx.query<{ steps: object[]; keptAt: Date }>(
    `delete from undos u where u.id = $1 and u.user_id = $2 and u.created_at > now() - make_interval(days => $3)
     returning u.steps, u.created_at as "keptAt"`,
    [id, userId, undoDays],
  )
  return rows[0]
}

export async function forgetOldUndos(db: Queryable): Promise<void> {
  await db.query('delete from undos u where u.created_at < now() - make_interval(days => $1)', [undoDays])
}
