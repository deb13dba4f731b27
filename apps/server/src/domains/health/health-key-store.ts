import type { HexId } from '@bugle/protocol'
import { int8Array, uuidArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { HealthItem } from './health-item.ts'

/** Notes the keys of items, and leaves out those that are known: they were applied when they came first. */
export async function claimItems(tx: Tx, items: readonly HealthItem[]): Promise<HealthItem[]> {
  const first = new Map<string, HealthItem & { key: HexId }>()
  for (const item of items) {
    if (!hasKey(item)) continue
    const name = nameOf(item)
    if (!first.has(name)) first.set(name, item)
  }
  if (first.size === 0) return [...items]
  const keys = [...first.values()]
  const { rows } = await tx.query<{ name: string }>(
    `insert into health_keys as k (project_id, key)
     select n.* from unnest($1::int8[], $2::uuid[]) as n (project_id, key) order by 1, 2
     on conflict do nothing
     returning k.project_id || ' ' || replace(k.key::text, '-', '') as name`,
    [int8Array(keys.map(({ projectId }) => projectId)), uuidArray(keys.map(({ key }) => key))],
  )
  const claimed = new Set(rows.map(({ name }) => name))
  return items.filter((item) => !hasKey(item) || (first.get(nameOf(item)) === item && claimed.has(nameOf(item))))
}

function hasKey(item: HealthItem): item is HealthItem & { key: HexId } {
  return item.key !== undefined
}

function nameOf({ projectId, key }: HealthItem & { key: HexId }): string {
  return `${projectId} ${key}`
}
