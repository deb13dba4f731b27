import { toHexId } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { TagSums } from './tag-sums.ts'

/** Hands tag counts on to be merged over seconds: they are two thirds of the cost when written with every batch. */
export async function handOnTags(tx: Tx, tags: TagSums): Promise<void> {
  if (tags.isEmpty) return
  await tx.query({
    name: 'hand-on-tags',
    text: 'insert into tag_queue (shard, deltas) values (0, $1)',
    values: [tags.encode()],
  })
}

/** Takes all tag counts that wait, summed; they leave the queue with the caller's transaction. */
export async function takeTags(tx: Tx, max: number): Promise<TagSums> {
  const { rows } = await tx.query<{ deltas: Buffer }>({
    name: 'take-tags',
    text: `delete from tag_queue t
            where (t.id, t.shard) in (select q.id, q.shard from tag_queue q order by q.id limit $1 for update skip locked)
        returning t.deltas`,
    values: [max],
  })
  const sums = new TagSums()
  for (const { deltas } of rows) sums.addEncoded(deltas)
  return sums
}

/** Removes groups from the tags waiting to be merged. The caller must hold the lock of tags, which guards the queue. */
export async function dropQueuedTags(tx: Tx, projectId: number, groupIds: readonly string[]): Promise<void> {
  const groupKeys = groupIds.map((id) => `${projectId}:${toHexId(id)}`)
  const { rows } = await tx.query<{ id: number; deltas: Buffer }>('select q.id, q.deltas from tag_queue q for update')
  for (const { id, deltas } of rows) {
    const sums = new TagSums()
    sums.addEncoded(deltas)
    const dropped = groupKeys.filter((groupKey) => sums.drop(groupKey))
    if (dropped.length > 0) await tx.query('update tag_queue q set deltas = $2 where q.id = $1', [id, sums.encode()])
  }
}
