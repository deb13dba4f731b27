import type { Tx } from '../../db/database.ts'
import { decodeLengths, lengthsBytes } from './event-columns.ts'
import { findInDirectory } from './pack.ts'
import { decompressPayload, decompressStart } from './segment.ts'

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
  const { rows } = await db.query<{ head: Buffer; payload: Buffer; raw_bytes: number }>({
    name: 'read-segment-bodies',
    text: 'select substring(s.columns for $2) as head, s.payload, s.raw_bytes from segments s where s.id = $1',
    values: [segmentId, lengthsBytes],
  })
  const segment = rows[0]
  if (segment === undefined) return []
  const bytes = await decompressPayload(segment.payload, segment.raw_bytes)
  let start = 0
  return decodeLengths(segment.head).map((length) => {
    start += length
    return bytes.subarray(start - length, start)
  })
}

async function findInSegment(db: Queryable, { segmentId, position }: BodyPlace): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ head: Buffer; payload: Buffer }>({
    name: 'read-segment',
    text: 'select substring(s.columns for $2) as head, s.payload from segments s where s.id = $1',
    values: [segmentId, lengthsBytes],
  })
  const segment = rows[0]
  if (segment === undefined) return undefined
  const lengths = decodeLengths(segment.head)
  const length = lengths[position]
  if (length === undefined) return undefined
  const start = lengths.slice(0, position).reduce((sum, before) => sum + before, 0)
  return (await decompressStart(segment.payload, start + length)).subarray(start)
}

async function findInPacks(db: Queryable, place: BodyPlace): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ id: number; directory: Buffer }>({
    name: 'find-packs',
    text: `select p.id, p.directory
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
    return (await decompressStart(rows[0].payload, range.end)).subarray(range.start)
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
