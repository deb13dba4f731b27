import { int8Array } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { type PackRow, packColumns } from './evict-store.ts'

export interface StoredEvent {
  /** In canonical form. */
  eventId: string
  segmentId: number
  position: number
}

/** The events of a group that were received before a time. */
export interface GroupEvents {
  projectId: number
  groupId: string
  before: Date
}

/** Some of them, the latest first. */
export async function findEventsBefore(
  tx: Tx,
  { projectId, groupId, before, limit }: GroupEvents & { limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await tx.query<StoredEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position from events e
      where e.project_id = $1 and e.group_id = $2 and e.received_at < $3
      order by e.occurred_at desc limit $4`,
    [projectId, groupId, before, limit],
  )
  return rows
}

/** Those of them that came in these segments. All of the group are looked at: ids of one segment may be days apart. */
export async function findEventsOf(
  tx: Tx,
  { projectId, groupId, before }: GroupEvents,
  segmentIds: readonly number[],
): Promise<StoredEvent[]> {
  const { rows } = await tx.query<StoredEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position from events e
      where e.project_id = $1 and e.group_id = $2 and e.received_at < $3 and e.segment_id = any($4::int8[])`,
    [projectId, groupId, before, int8Array([...new Set(segmentIds)])],
  )
  return rows
}

/** The packs that may hold bodies of these segments, or some of them, locked. */
export async function lockPacksOf(
  tx: Tx,
  projectId: number,
  segmentIds: readonly number[],
  limit?: number,
): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p
      where p.project_id = $1 and p.id in (
            select near.id from unnest($2::int8[]) as s (id)
             cross join lateral (select x.id, x.first_segment_id from packs x
                                  where x.project_id = $1 and x.last_segment_id >= s.id
                                  order by x.last_segment_id limit 20) as near
             where near.first_segment_id <= s.id)
      order by p.id limit $3 for update`,
    [projectId, int8Array([...new Set(segmentIds)]), limit ?? null],
  )
  return rows
}
