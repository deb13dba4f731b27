import { int8Array } from '../../../db/binary-array.ts'
import type { Queryable } from '../../../db/database.ts'
import { type ObjectPayloads, type PayloadRow, readPayloads } from '../../objects/index.ts'
import { decodeDirectory, findInDirectory } from '../packs/index.ts'
import { DamagedBody, decodeLengths, decompressPayload, decompressStart, lengthsBytes } from '../segments/index.ts'

export interface BodyLocation {
  projectId: number
  segmentId: number
  position: number
}

/** Where bodies are read from: the database, and the objects that its packs name. */
export interface BodySource {
  db: Queryable
  objects: ObjectPayloads
}

/** Returns the received bytes of an event, from its segment or, once that is packed, from its pack. */
export async function findBody(source: BodySource, location: BodyLocation): Promise<Buffer | undefined> {
  const { db } = source
  // Packing moves a body in one transaction: what left the segment between the two looks is in the pack by then.
  return (
    (await findBodyInSegment(db, location)) ??
    (await findInPacks(source, location)) ??
    (await findBodyInSegment(db, location))
  )
}

/** Returns the bodies of a segment in order, up to a position. */
export async function readSegmentBodies(
  db: Queryable,
  segmentId: number,
  lastPosition = Number.POSITIVE_INFINITY,
): Promise<Buffer[]> {
  const [segment] = await findSegments(db, [segmentId])
  return segment === undefined ? [] : bodiesIn(segment, lastPosition)
}

/** Segments of one statement: each has up to a megabyte of bodies. */
const segmentsAtOnce = 8

/** Yields the bodies of segments, in order, by segment; those that were packed or are gone are left out. */
export async function* readSegments(
  db: Queryable,
  segmentIds: readonly number[],
): AsyncGenerator<[segmentId: number, bodies: Buffer[]]> {
  for (let start = 0; start < segmentIds.length; start += segmentsAtOnce)
    for (const segment of await findSegments(db, segmentIds.slice(start, start + segmentsAtOnce)))
      yield [segment.id, await bodiesIn(segment)]
}

interface SegmentRow {
  id: number
  head: Buffer
  payload: Buffer
  raw_bytes: number
}

async function findSegments(db: Queryable, ids: readonly number[]): Promise<SegmentRow[]> {
  const { rows } = await db.query<SegmentRow>({
    name: 'find-segments',
    text: 'select s.id, substring(s.columns for $2) as head, s.payload, s.raw_bytes from segments s where s.id = any($1::int8[])',
    values: [int8Array(ids), lengthsBytes],
  })
  return rows
}

async function bodiesIn(
  { head, payload, raw_bytes: rawBytes }: SegmentRow,
  lastPosition = Number.POSITIVE_INFINITY,
): Promise<Buffer[]> {
  const all = decodeLengths(head)
  const lengths = all.slice(0, lastPosition + 1)
  const bytes =
    lengths.length === all.length
      ? await decompressPayload(payload, rawBytes)
      : await decompressStart(
          payload,
          lengths.reduce((sum, length) => sum + length, 0),
        )
  let start = 0
  return lengths.map((length) => {
    start += length
    return bytes.subarray(start - length, start)
  })
}

/**
 * Reads values out of many bodies in the order of their locations. A segment or pack that holds several is opened once.
 */
export async function readBodies<T>(
  source: BodySource,
  locations: readonly BodyLocation[],
  read: (body: Buffer | undefined) => T,
): Promise<T[]> {
  const results: T[] = []
  for await (const { index, body } of bodiesOf(source, locations)) results[index] = read(body)
  return results
}

/**
 * Bodies in storage order, each with the index of its location. Only one segment and the few neighboring packs are in
 * memory; a caller that keeps a body beyond its turn must copy it. A damaged body is undefined, like a missing one.
 */
export async function* bodiesOf(
  source: BodySource,
  locations: readonly BodyLocation[],
): AsyncGenerator<{ index: number; body: Buffer | undefined }> {
  const ordered = locations.map((location, index) => ({ ...location, index })).sort(compareLocations)
  let segment: { id: number; bodies: Buffer[] } | undefined
  let packs: OpenPack[] = []
  for (const [at, location] of ordered.entries()) {
    if (segment?.id !== location.segmentId) {
      let last = at
      while (ordered[last + 1]?.segmentId === location.segmentId) last += 1
      segment = {
        id: location.segmentId,
        bodies: await readSegmentBodies(source.db, location.segmentId, ordered[last]!.position).catch(noneIfDamaged),
      }
    }
    const name = nameOf(location)
    let body = segment.bodies[location.position]
    if (body === undefined && !packs.some(({ bodies }) => bodies.has(name))) {
      const pack = await openPack(source, ordered.slice(at))
      packs = packs.filter(({ lastSegment }) => lastSegment >= location.segmentId)
      if (pack !== undefined) packs.push(pack)
    }
    body ??= packs.find(({ bodies }) => bodies.has(name))?.bodies.get(name)
    yield { index: location.index, body }
  }
}

function noneIfDamaged(error: unknown): Buffer[] {
  if (!(error instanceof DamagedBody)) throw error
  return []
}

function compareLocations(one: BodyLocation, other: BodyLocation): number {
  return one.segmentId - other.segmentId || one.position - other.position
}

/** Returns the received bytes of an event that is not packed yet. */
export async function findBodyInSegment(
  db: Queryable,
  { segmentId, position }: BodyLocation,
): Promise<Buffer | undefined> {
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

async function findInPacks(source: BodySource, location: BodyLocation): Promise<Buffer | undefined> {
  const pack = await findPack(source, location)
  if (pack === undefined) return undefined
  const { start, end } = findInDirectory(pack.directory, location)!
  return (await decompressStart(pack.payload, end)).subarray(start)
}

/** The requested bodies of a pack, by segment and position. */
interface OpenPack {
  lastSegment: number
  /** Undefined where the pack is damaged. */
  bodies: Map<string, Buffer | undefined>
}

/** Returns the pack that holds the body at the first of these locations, up to the last of them in it. */
async function openPack(source: BodySource, locations: readonly BodyLocation[]): Promise<OpenPack | undefined> {
  const pack = await findPack(source, locations[0]!)
  if (pack === undefined) return undefined
  const entries = decodeDirectory(pack.directory)
  const lastSegment = entries.at(-1)!.segmentId
  const wanted = new Set<string>()
  for (const location of locations) {
    if (location.segmentId > lastSegment) break
    wanted.add(nameOf(location))
  }
  const ranges: [name: string, start: number, end: number][] = []
  let end = 0
  for (const entry of entries) {
    end += entry.length
    if (wanted.has(nameOf(entry))) ranges.push([nameOf(entry), end - entry.length, end])
  }
  const bytes = await decompressStart(pack.payload, ranges.at(-1)![2]).catch((error: unknown) => {
    if (!(error instanceof DamagedBody)) throw error
    return undefined
  })
  if (bytes === undefined) return { lastSegment, bodies: new Map(ranges.map(([name]) => [name, undefined])) }
  return { lastSegment, bodies: new Map(ranges.map(([name, start, end]) => [name, bytes.subarray(start, end)])) }
}

const nameOf = ({ segmentId, position }: Pick<BodyLocation, 'segmentId' | 'position'>) => `${segmentId}:${position}`

/**
 * Packs are made in the order of their segments, some of them beside each other: the first few that end at or after an
 * event's segment hold it, or nearly always. Only where they do not (it is pruned out, say) are all later ones asked, of
 * which there may be many thousands.
 */
const nextPacks = {
  name: 'find-next-packs',
  text: `select n.id, n.directory
           from (select p.* from packs p where p.project_id = $1 and p.last_segment_id >= $2
                  order by p.last_segment_id limit 12) as n
          where n.first_segment_id <= $2`,
}
const allPacks = {
  name: 'find-packs',
  text: `select p.id, p.directory
           from packs p
          where p.project_id = $1 and p.last_segment_id >= $2 and p.first_segment_id <= $2
          order by p.last_segment_id limit 50`,
}

interface KeptPack {
  directory: Buffer
  payload: Buffer
}

/** Returns the pack that holds an event, as it is kept. */
async function findPack(source: BodySource, location: BodyLocation): Promise<KeptPack | undefined> {
  return (await findPackBy(nextPacks, source, location)) ?? (await findPackBy(allPacks, source, location))
}

async function findPackBy(
  statement: { name: string; text: string },
  source: BodySource,
  location: BodyLocation,
): Promise<KeptPack | undefined> {
  const { rows } = await source.db.query<{ id: number; directory: Buffer }>({
    ...statement,
    values: [location.projectId, location.segmentId],
  })
  for (const pack of rows) {
    if (findInDirectory(pack.directory, location) === undefined) continue
    // The directory is read again: erasure may have rewritten the pack between the two reads.
    const kept = await readPack(source, location.projectId, pack.id)
    if (kept !== undefined && findInDirectory(kept.directory, location) !== undefined) return kept
  }
  return undefined
}

/** Returns a pack with its payload, which is empty where its object is lost; undefined if the pack is gone. */
async function readPack(source: BodySource, projectId: number, id: number): Promise<KeptPack | undefined> {
  const [read] = await readPayloads(source, 'packs', async () => {
    const { rows } = await source.db.query<PayloadRow & { directory: Buffer }>({
      name: 'read-pack',
      text: `select p.directory, p.payload, p.object, p.project_id as "projectId"
               from packs p where p.project_id = $1 and p.id = $2`,
      values: [projectId, id],
    })
    return rows
  })
  return read && { directory: read.row.directory, payload: read.payload ?? Buffer.alloc(0) }
}

/**
 * Returns the bytes of an event's screenshot, in order of its chunks; never those that came with a repeat of the event. Undefined as
 * well if a part is lost.
 */
export async function findScreenshot(
  source: BodySource,
  { projectId, eventId, segmentId }: { projectId: number; eventId: string; segmentId: number },
): Promise<Buffer | undefined> {
  const chunks = await readPayloads(source, 'screenshots', async () => {
    const { rows } = await source.db.query<PayloadRow>(
      `select s.data as payload, s.object, s.project_id as "projectId" from screenshots s
        where s.project_id = $1 and s.event_id = $2 and s.segment_id = $3 order by s.chunk`,
      [projectId, eventId, segmentId],
    )
    return rows
  })
  const payloads = chunks.flatMap(({ payload }) => payload ?? [])
  return payloads.length === 0 || payloads.length < chunks.length ? undefined : Buffer.concat(payloads)
}
