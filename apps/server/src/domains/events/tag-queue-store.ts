import type { Tx } from '../../db/database.ts'
import type { TagCount } from '../issues/index.ts'
import type { TagTally } from './tally.ts'

/** Hands tag counts on to be merged over seconds: they are two thirds of the cost when written with every batch. */
export async function handOnTags(tx: Tx, tags: readonly TagTally[]): Promise<void> {
  if (tags.length === 0) return
  await tx.query({
    name: 'hand-on-tags',
    text: 'insert into tag_queue (lane, deltas) values (0, $1)',
    values: [Buffer.from(JSON.stringify(tags))],
  })
}

/** Takes all tag counts that wait, summed; they leave the queue with the caller's transaction. */
export async function takeTags(tx: Tx, max: number): Promise<TagCount[]> {
  const { rows } = await tx.query<{ deltas: Buffer }>({
    name: 'take-tags',
    text: `delete from tag_queue t
            where (t.id, t.lane) in (select q.id, q.lane from tag_queue q order by q.id limit $1 for update skip locked)
        returning t.deltas`,
    values: [max],
  })
  const sums = new Map<string, TagTally>()
  for (const { deltas } of rows) {
    for (const tag of JSON.parse(deltas.toString('utf8')) as TagTally[]) {
      const key = tag.slice(0, 4).join('\0')
      const sum = sums.get(key)
      if (sum === undefined) sums.set(key, tag)
      else sum[4] += tag[4]
    }
  }
  return [...sums.keys()].sort().map((sum) => {
    const [projectId, groupId, key, value, count] = sums.get(sum)!
    return { projectId, groupId, key, value, count }
  })
}
