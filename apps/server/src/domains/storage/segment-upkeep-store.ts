import { int8Array } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'

/** Marks segments that cannot be read: they are passed over from now on, until retention removes them. */
export async function setAside(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('update segments s set damaged_at = now() where s.id = any($1::int8[])', [int8Array(ids)])
}

/** Takes from the account of segments what was packed, or is gone. */
export async function takeUnpacked(tx: Tx, bytes: ReadonlyMap<number, number>): Promise<void> {
  const inOrder = [...bytes].toSorted(([a], [b]) => a - b)
  await tx.query(
    `update project_stats s set unpacked_bytes = greatest(s.unpacked_bytes - c.bytes, 0)
       from (select * from unnest($1::int8[], $2::int8[]) as u (project_id, bytes) order by 1) as c
      where s.project_id = c.project_id`,
    [int8Array(inOrder.map(([projectId]) => projectId)), int8Array(inOrder.map(([, taken]) => taken))],
  )
}
