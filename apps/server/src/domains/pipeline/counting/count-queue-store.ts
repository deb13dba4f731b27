import { toHexId } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { groupKey } from '../../counters/index.ts'
import { DeferredCounts } from './deferred-counts.ts'

/** Queues counts to be merged over seconds: tags are two thirds of the cost when they are written with every batch. */
export async function deferCounts(tx: Tx, counts: DeferredCounts): Promise<void> {
  if (counts.isEmpty) return
  await tx.query({
    name: 'defer-counts',
    text: 'insert into count_queue (shard, deltas) values (0, $1)',
    values: [counts.encode()],
  })
}

/** SQL condition: counts wait to be merged. */
export const countsWait = 'exists (select 1 from count_queue)'

/** Returns the last of the counts that wait, if any do. */
export async function findLastCounts(db: Queryable): Promise<number | undefined> {
  const [row] = await rowsOf(db, sql<{ id: number | null }>`select max(q.id) as id from count_queue q`)
  return row?.id ?? undefined
}

/** Whether none of the counts up to this one waits any more. */
export async function areMerged(db: Queryable, last: number): Promise<boolean> {
  const rows = await rowsOf(db, sql<{ id: number }>`select q.id from count_queue q where q.id <= ${last} limit 1`)
  return rows.length === 0
}

/** Takes the counts that wait, summed; they leave the queue with the caller's transaction. */
export async function takeCounts(tx: Tx, max: number): Promise<DeferredCounts> {
  const { rows } = await tx.query<{ deltas: Buffer }>({
    name: 'take-counts',
    text: `delete from count_queue t
            where (t.id, t.shard) in (select q.id, q.shard from count_queue q order by q.id limit $1 for update skip locked)
        returning t.deltas`,
    values: [max],
  })
  const counts = new DeferredCounts()
  for (const { deltas } of rows) counts.addEncoded(deltas)
  return counts
}

/** Removes groups from the counts that wait. The caller must hold the lock of tags, which guards the queue. */
export async function dropQueuedCounts(tx: Tx, projectId: number, groupIds: readonly string[]): Promise<void> {
  const keys = groupIds.map((id) => groupKey({ projectId, groupId: toHexId(id) }))
  const { rows } = await tx.query<{ id: number; deltas: Buffer }>('select q.id, q.deltas from count_queue q for update')
  for (const { id, deltas } of rows) {
    const counts = new DeferredCounts()
    counts.addEncoded(deltas)
    const dropped = keys.filter((key) => counts.drop(key))
    if (dropped.length > 0)
      await tx.query('update count_queue q set deltas = $2 where q.id = $1', [id, counts.encode()])
  }
}
