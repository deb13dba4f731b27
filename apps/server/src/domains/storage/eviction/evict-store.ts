import { type HexId, toHexId } from '@bugle/protocol'
import { uuidArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { type PlacedPayload, queueDeletions } from '../../objects/index.ts'
import { eventFlag } from '../segments/index.ts'

export interface PackRow {
  projectId: number
  id: number
  firstSegmentId: number
  lastSegmentId: number
  firstEventId: string
  lastEventId: string
  rawBytes: number
  storedBytes: number
  eventCount: number
  directory: Buffer
  /** Empty if it is in an object. */
  payload: Buffer
  object: string | null
  objectBytes: number
}

export const packColumns = `p.project_id as "projectId", p.id, p.first_segment_id as "firstSegmentId",
                 p.last_segment_id as "lastSegmentId", p.first_event_id as "firstEventId",
                 p.last_event_id as "lastEventId", p.raw_bytes as "rawBytes", p.stored_bytes as "storedBytes",
                 p.event_count as "eventCount", p.directory, p.payload, p.object,
                 p.object_bytes as "objectBytes"`

/** Returns packs whose newest event is older than a time, oldest first. */
export async function findAgedPacks(tx: Tx, before: Date, limit: number): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.last_received_at < $1 and not p.pruned
      order by p.last_received_at limit $2 for update skip locked`,
    [before, limit],
  )
  return rows
}

/** Packs of one transaction: all, or those with payloads in the object store. */
interface PackChoice {
  limit: number
  inObjects: boolean
}

/** Packs whose payload is an object, or a file of one of their events. */
const objectsAlone = ` and (p.object is not null ${['screenshots', 'attachments']
  .map(
    (table) => `or exists (select 1 from ${table} f where f.project_id = p.project_id and f.object is not null
                             and f.event_id between p.first_event_id and p.last_event_id)`,
  )
  .join(' ')})`

/** Returns the oldest packs of a project that hold more than what must stay. */
export async function findOldestPacks(tx: Tx, projectId: number, { limit, inObjects }: PackChoice): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.project_id = $1 and not p.pruned${inObjects ? objectsAlone : ''}
      order by p.last_segment_id limit $2 for update skip locked`,
    [projectId, limit],
  )
  return rows
}

/** Returns the oldest packs of a project that hold nothing but permanently kept events. */
export async function findPrunedPacks(tx: Tx, projectId: number, { limit, inObjects }: PackChoice): Promise<PackRow[]> {
  const { rows } = await tx.query<PackRow>(
    `select ${packColumns} from packs p where p.project_id = $1 and p.pruned${inObjects ? objectsAlone : ''}
      order by p.last_segment_id limit $2 for update skip locked`,
    [projectId, limit],
  )
  return rows
}

export interface PackedEvent {
  eventId: string
  segmentId: number
  position: number
  /** Whether it is the first or the latest of its group. */
  isKept: boolean
}

/** Returns the events between the first and the last of a pack; some of them may be in a pack beside it. */
export async function findEventsAround(tx: Tx, pack: PackRow): Promise<PackedEvent[]> {
  const { rows } = await tx.query<PackedEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position,
            coalesce(e.event_id in (s.first_event_id, s.last_event_id), false) as "isKept"
       from events e left join group_stats s on s.project_id = e.project_id and s.group_id = e.group_id
      where e.project_id = $1 and e.event_id between $2 and $3 and e.segment_id between $4 and $5`,
    [pack.projectId, pack.firstEventId, pack.lastEventId, pack.firstSegmentId, pack.lastSegmentId],
  )
  return rows
}

/** Returns the events of one project stored at these positions. */
export async function findEventsOfSegment(
  tx: Tx,
  locations: readonly { projectId: number; eventId: HexId; segmentId: number; position: number }[],
): Promise<PackedEvent[]> {
  const { rows } = await tx.query<PackedEvent>(
    `select e.event_id as "eventId", e.segment_id as "segmentId", e.position,
            coalesce(e.event_id in (s.first_event_id, s.last_event_id), false) as "isKept"
       from events e left join group_stats s on s.project_id = e.project_id and s.group_id = e.group_id
      where e.project_id = $1 and e.event_id = any($2::uuid[]) and e.segment_id = $3`,
    [locations[0]!.projectId, uuidArray(locations.map((location) => location.eventId)), locations[0]!.segmentId],
  )
  return rows
}

/** Screenshots and attachments that were deleted. */
interface DeletedFiles {
  hadScreenshots: boolean
  /** Bytes that they took in the database, as they are measured. */
  rowBytes: number
  /** Bytes of those in the object store. */
  objectBytes: number
}

const noFiles: DeletedFiles = { hadScreenshots: false, rowBytes: 0, objectBytes: 0 }

interface DeletedFile {
  projectId: number
  object: string | null
  objectBytes: number
  dataBytes: number
}

/** Bytes of a row beside its data, with index entries, as `byteOwners` measures them. */
const besideData = { screenshots: 150, attachments: 300 }

/** Deletes event rows, their screenshots and attachments. */
export async function deleteEvents(tx: Tx, projectId: number, eventIds: readonly string[]): Promise<DeletedFiles> {
  if (eventIds.length === 0) return noFiles
  const ids = uuidArray(eventIds.map(toHexId))
  await tx.query('delete from events e where e.project_id = $1 and e.event_id = any($2::uuid[])', [projectId, ids])
  return deleteFiles(tx, projectId, ids)
}

/** Deletes the screenshots and attachments of events. */
async function deleteFiles(tx: Tx, projectId: number, ids: ReturnType<typeof uuidArray>): Promise<DeletedFiles> {
  const deleted = { ...noFiles }
  for (const table of ['screenshots', 'attachments'] as const) {
    const { rows } = await tx.query<DeletedFile>(
      `delete from ${table} t where t.project_id = $1 and t.event_id = any($2::uuid[])
        returning t.project_id as "projectId", t.object, t.object_bytes as "objectBytes", octet_length(t.data) as "dataBytes"`,
      [projectId, ids],
    )
    await queueDeletions(tx, table, rows)
    deleted.hadScreenshots ||= table === 'screenshots' && rows.length > 0
    for (const { dataBytes, objectBytes } of rows) {
      deleted.rowBytes += dataBytes + besideData[table]
      deleted.objectBytes += objectBytes
    }
  }
  return deleted
}

/** Deletes the screenshots and attachments of events that stay. */
export async function deleteScreenshotsAndAttachments(
  tx: Tx,
  projectId: number,
  eventIds: readonly string[],
): Promise<DeletedFiles> {
  if (eventIds.length === 0) return noFiles
  const ids = uuidArray(eventIds.map(toHexId))
  const deleted = await deleteFiles(tx, projectId, ids)
  if (!deleted.hadScreenshots) return deleted
  await tx.query(
    `update events e set flags = e.flags & ~${eventFlag.screenshot}
      where e.project_id = $1 and e.event_id = any($2::uuid[]) and e.flags & ${eventFlag.screenshot} <> 0`,
    [projectId, ids],
  )
  return deleted
}

export async function removePacks(tx: Tx, projectId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.query<{ projectId: number; object: string | null }>(
    `delete from packs p where p.project_id = $1 and p.id = any($2::int8[])
      returning p.object, p.project_id as "projectId"`,
    [projectId, ids],
  )
  await queueDeletions(tx, 'packs', rows)
}

/** The content of a pack, beside its key. */
export interface PackContents {
  directory: Buffer
  payload: Buffer
  rawBytes: number
  eventCount: number
}

/** The content of a pack, its payload in its place. */
export type PlacedContents = PackContents & PlacedPayload

/** Replaces a pack by one with only the events that must stay. */
export async function prunePack(tx: Tx, pack: PackRow, contents: PlacedContents): Promise<void> {
  await rewritePack(tx, pack.projectId, pack.id, contents)
  await tx.query('update packs p set pruned = true where p.project_id = $1 and p.id = $2', [pack.projectId, pack.id])
}

/** Replaces the content of a pack. Its former object is named by the row as it is now: it may have moved since it was read. */
export async function rewritePack(tx: Tx, projectId: number, id: number, contents: PlacedContents): Promise<void> {
  const { rows } = await tx.query<{ projectId: number; object: string | null }>(
    `select p.object, p.project_id as "projectId" from packs p where p.project_id = $1 and p.id = $2 for update`,
    [projectId, id],
  )
  await queueDeletions(tx, 'packs', rows)
  await tx.query(
    `update packs p set directory = $3, payload = $4, raw_bytes = $5, event_count = $6, stored_bytes = $7, object = $8,
            object_bytes = $9
      where p.project_id = $1 and p.id = $2`,
    [
      projectId,
      id,
      contents.directory,
      contents.payload,
      contents.rawBytes,
      contents.eventCount,
      contents.directory.length + contents.payload.length,
      contents.object,
      contents.objectBytes,
    ],
  )
}
