import { byteaArray } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'

/** The resolved stack of an exact group, as it is stored. */
export interface StoredStack {
  /** Keys of the files whose maps it was made of. */
  fileKeys: readonly Buffer[]
  packed: Buffer
}

/** Stores the stacks of groups that were resolved, or resolved again. */
export async function storeStacks(
  tx: Tx,
  groups: readonly { projectId: number; groupId: string; stack: StoredStack }[],
): Promise<void> {
  for (const { projectId, groupId, stack } of groups)
    await tx.query({
      name: 'store-stack',
      text: `insert into resolved_stacks as r (project_id, group_id, file_keys, stack) values ($1, $2, $3, $4)
             on conflict (project_id, group_id) do update set file_keys = excluded.file_keys, stack = excluded.stack`,
      values: [projectId, groupId, byteaArray(stack.fileKeys), stack.packed],
    })
}

/** Returns the resolved stack that the events of a group share, packed; those of an inner group share none. */
export async function findStack(db: Queryable, projectId: number, groupId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ stack: Buffer }>({
    name: 'find-stack',
    text: `select r.stack from resolved_stacks r
             join exact_groups x on x.project_id = r.project_id and x.group_id = r.group_id
            where r.project_id = $1 and r.group_id = $2 and not x.is_inner`,
    values: [projectId, groupId],
  })
  return rows[0]?.stack
}

/** Makes the groups due whose stacks were resolved by maps of these files: another map may say more, or be the right one. */
export async function wakeResolved(db: Queryable, projectId: number, fileKeys: readonly Buffer[]): Promise<void> {
  await db.query(
    `update exact_groups x set state = 'due', attempts = 0, retry_at = '-infinity', wakes = x.wakes + 1
       from resolved_stacks r
      where r.project_id = $1 and r.file_keys && $2::bytea[]
        and x.project_id = r.project_id and x.group_id = r.group_id and x.state = 'resolved'`,
    [projectId, byteaArray(fileKeys)],
  )
}
