import type { Queryable, Tx } from '../../db/database.ts'
import type { HealthItem } from './health-item.ts'

export async function appendHealth(db: Queryable, shard: number, items: readonly HealthItem[]): Promise<void> {
  await db.query({
    name: 'append-health',
    text: 'insert into health_queue (shard, items) values ($1, $2)',
    values: [shard % 16, Buffer.from(JSON.stringify(items))],
  })
}

/** Takes the oldest batches out of the queue; a rollback puts them back. */
export async function takeHealth(tx: Tx, limit: number): Promise<HealthItem[]> {
  const { rows } = await tx.query<{ id: number; items: Buffer }>(
    `delete from health_queue q
      where (q.id, q.shard) in (select n.id, n.shard from health_queue n order by n.id limit $1 for update skip locked)
     returning q.id, q.items`,
    [limit],
  )
  return rows.sort((a, b) => a.id - b.id).flatMap(({ items }) => JSON.parse(items.toString('utf8')) as HealthItem[])
}

/** SQL condition: something is queued, overdue, or waits for its event to be digested. */
export const healthIsDue = `(exists (select from health_queue)
  or exists (select from monitor_environments e join monitors m on m.project_id = e.project_id and m.slug = e.slug
              where e.next_due_at < now() and e.next_due_at + make_interval(mins => m.margin_minutes) < now())
  or exists (select from check_ins c where c.times_out_at < now())
  or exists (select from feedback f
              where f.client_event_id is not null and f.event_id is null and f.created_at > now() - interval '2 minutes'))`
