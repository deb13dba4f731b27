import type { Tx } from '../../db/database.ts'
import { decodeColumns } from './event-columns.ts'
import { findInDirectory } from './pack.ts'
import { decompressPayload } from './segment.ts'

export interface BodyPlace {
  projectId: number
  segmentId: number
  position: number
}

type Queryable = Pick<Tx, 'query'>

/** The received bytes of an event, from its segment or, once that is packed, from its pack. */
export async function findBody(db: Queryable, place: BodyPlace): Promise<Buffer | undefined> {
  // Packing moves a body in one transaction: what left the segment between the two looks is in the pack by then.
  return (await findInSegment(db, place)) ?? (await findInPacks(db, place)) ?? (await findInSegment(db, place))
}

/** The bodies of a segment, in order. */
export async function readSegmentBodies(db: Queryable, segmentId: number): Promise<Buffer[]> {
  const { rows } = await db.query<{ columns: Buffer; payload: Buffer; raw_bytes: number }>({
    name: 'read-segment',
    text: 'select s.columns, s.payload, s.raw_bytes from segments s where s.id = $1',
    values: [segmentId],
  })
  const segment = rows[0]
  if (segment === undefined) return []
  const bytes = await decompressPayload(segment.payload, segment.raw_bytes)
  let start = 0
  return decodeColumns(segment.columns).lengths.map((length) => {
    start += length
    return bytes.subarray(start - length, start)
  })
}

async function findInSegment(db: Queryable, { segmentId, position }: BodyPlace): Promise<Buffer | undefined> {
  return (await readSegmentBodies(db, segmentId))[position]
}

async function findInPacks(db: Queryable, place: BodyPlace): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ id: number; directory: Buffer; raw_bytes: number }>({
    name: 'find-packs',
    text: `select p.id, p.directory, p.raw_bytes
             from packs p
            where p.project_id = $1 and p.last_segment_id >= $2 and p.first_segment_id <= $2
            order by p.last_segment_id limit 20`,
    values: [place.projectId, place.segmentId],
  })
  for (const pack of rows) {
    const range = findInDirectory(pack.directory, place)
    if (range === undefined) continue
    const { rows } = await db.query<{ payload: Buffer }>({
      name: 'read-pack',
      text: 'select p.payload from packs p where p.project_id = $1 and p.id = $2',
      values: [place.projectId, pack.id],
    })
    if (rows[0] === undefined) continue
    return (await decompressPayload(rows[0].payload, pack.raw_bytes)).subarray(range.start, range.end)
  }
  return undefined
}

/** The bytes of an event's screenshot, in order of its chunks; never those that came with a repeat of the event. */
export async function findScreenshot(
  db: Queryable,
  { projectId, eventId, segmentId }: { projectId: number; eventId: string; segmentId: number },
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ data: Buffer }>(
    `select s.data from screenshots s
      where s.project_id = $1 and s.event_id = $2 and s.segment_id = $3 order by s.chunk`,
    [projectId, eventId, segmentId],
  )
  return rows.length === 0 ? undefined : Buffer.concat(rows.map((row) => row.data))
}
