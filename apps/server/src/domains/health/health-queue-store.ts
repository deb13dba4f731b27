import { byteaArray, int4Array, int8Array } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { rowsOf, sql, typed } from '../../db/sql.ts'
import { projectsInTurn } from '../../db/turns.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { HealthItem } from './health-item.ts'

/** Weight at which a row of the queue is full: a row is the least that a transaction takes. */
const rowWeight = 100
/** Rows of one project that a transaction looks at. */
const maxRows = 64

/** Rows that applying an item may write. */
export function weightOf(item: HealthItem): number {
  return item.kind === 'sessions' ? 1 + item.sums.length : 1
}

/**
 * Queues items, but for those of projects that are not in this bucket now.
 *
 * @returns the bytes that each project's items take about, here and once they are applied; none of a project that was left out
 */
export async function appendHealth(
  db: Queryable,
  shard: number,
  items: readonly HealthItem[],
): Promise<Map<number, number>> {
  const rows = [...groupBy(items, ({ projectId }) => projectId)]
    .flatMap(([projectId, own]) => rowsFor(projectId, own))
    .map((row) => ({ ...row, items: Buffer.from(JSON.stringify(row.items)) }))
  const { rows: stored } = await db.query<{ projectId: number }>({
    name: 'append-health',
    text: `insert into health_queue (shard, project_id, weight, items)
           select $1, r.project_id, r.weight, r.items
             from (select u.project_id, u.weight, u.items
                     from unnest($2::int8[], $3::int4[], $4::bytea[]) as u (project_id, weight, items)) as r
             left join closed_projects c on c.project_id = r.project_id
            where c.project_id is null
           returning project_id as "projectId"`,
    values: [
      shard % 16,
      int8Array(rows.map(({ projectId }) => projectId)),
      int4Array(rows.map(({ weight }) => weight)),
      byteaArray(rows.map((row) => row.items)),
    ],
  })
  const taken = new Set(stored.map(({ projectId }) => projectId))
  return bytesOf(rows.filter(({ projectId }) => taken.has(projectId)))
}

/** Bytes of a row with its index entries: of an item in counters and of its user. */
const appliedRowBytes = 600

function bytesOf(rows: readonly { projectId: number; weight: number; items: Buffer }[]): Map<number, number> {
  const bytes = new Map<number, number>()
  for (const { projectId, weight, items } of rows)
    bytes.set(projectId, (bytes.get(projectId) ?? 0) + weight * appliedRowBytes + items.length)
  return bytes
}

interface NewRow {
  projectId: number
  weight: number
  items: HealthItem[]
}

function rowsFor(projectId: number, items: readonly HealthItem[]): NewRow[] {
  const rows: NewRow[] = []
  for (const item of items) {
    const last = rows.at(-1)
    const row = last === undefined || last.weight >= rowWeight ? { projectId, weight: 0, items: [] } : last
    if (row !== last) rows.push(row)
    row.items.push(item)
    row.weight += weightOf(item)
  }
  return rows
}

export interface Taken {
  items: HealthItem[]
  weight: number
  /** The last project whose turn it was; 0 after the last one that waited. */
  turn: number
}

/**
 * Takes queued items, the oldest of each project: of the projects that follow `after` in turn, of each an equal part of
 * about `weight` rows to be written. A rollback puts them back.
 */
export async function takeHealth(tx: Tx, { after, weight }: { after: number; weight: number }): Promise<Taken> {
  const projects = Math.max(1, Math.min(20, Math.floor(weight / rowWeight)))
  const rows = await rowsOf<{ id: number; projectId: number; weight: number; items: Buffer }>(
    tx,
    sql`
      with recursive ${projectsInTurn('health_queue', after)},
      waiting as materialized (select t.project_id from turn t limit ${projects}),
      picked as materialized (
        select n.id, n.shard from waiting w cross join lateral (
          select o.id, o.shard, sum(o.weight) over (order by o.id) - o.weight as before
            from (select q.id, q.shard, q.weight from health_queue q
                   where q.project_id = w.project_id order by q.id limit ${maxRows}) as o
        ) as n
        where n.before < ${typed(weight, 'int8')} / (select count(*) from waiting))
      delete from health_queue q using picked p where q.id = p.id and q.shard = p.shard
      returning q.id, q.project_id as "projectId", q.weight, q.items`,
    'take-health',
  )
  rows.sort((a, b) => a.id - b.id)
  const turns = new Set(rows.map(({ projectId }) => projectId))
  return {
    items: rows.flatMap(({ items }) => JSON.parse(items.toString('utf8')) as HealthItem[]),
    weight: rows.reduce((sum, row) => sum + row.weight, 0),
    turn: turns.size < projects ? 0 : Math.max(...turns),
  }
}

/** SQL condition: something is queued, overdue, or waits for its event to be digested. */
export const healthIsDue = `(exists (select 1 from health_queue)
  or exists (select 1 from monitor_environments e join monitors m on m.project_id = e.project_id and m.slug = e.slug
              where e.next_due_at < now() and e.next_due_at + make_interval(mins => m.margin_minutes) < now())
  or exists (select 1 from check_ins c where c.times_out_at < now())
  or exists (select 1 from feedback f
              where f.client_event_id is not null and f.event_id is null and f.created_at > now() - interval '2 minutes'))`
