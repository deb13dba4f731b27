import { type Connection, type Tx, transactionOn } from '../../../db/database.ts'
import { allowPauses, type ObjectPayloads } from '../../objects/index.ts'
import {
  compressPack,
  DamagedBody,
  decodeLocations,
  decompressSegment,
  type EventLocation,
  markUnreadable,
  type Range,
  subtractUnpacked,
} from '../segments/index.ts'
import { divideIntoPacks } from './divide-into-packs.ts'
import { encodeDirectory } from './pack.ts'
import {
  type DueSegment,
  dropScreenshots,
  dropSegments,
  findDueSegments,
  findMissing,
  insertPacks,
  type NewPack,
} from './pack-store.ts'
import { addBytes, bytesByProject } from './unpacked-bytes.ts'

/** Uncompressed bytes that are in memory at once: what a round reads, splits by project and writes. */
const roundBytes = 32 * 1024 * 1024

export interface PackResult {
  segments: number
  packs: number
  events: number
  /** Segments that cannot be read: they were set aside. */
  damaged: number[]
}

/** A body, its position, and its current location in memory. */
type Body = EventLocation & Range

/**
 * Rewrites segments older than `before` into packs of one project each, one round at a time. A round is a
 * transaction: a body is in its segment or in its pack, never in neither. Events whose rows are gone (erased, or
 * repeats of another) are left behind.
 *
 * @returns what the round did; no segments means that nothing is due
 */
export async function packSegments(client: Connection, objects: ObjectPayloads, before: Date): Promise<PackResult> {
  return transactionOn(client, async (tx) => {
    const segments = await findDueSegments(tx, before, roundBytes)
    if (segments.length === 0) return { segments: 0, packs: 0, events: 0, damaged: [] }
    const { sound, damaged, unpacked, bytes } = await unpackAll(segments)
    if (damaged.length > 0) await markUnreadable(tx, damaged)
    const bodies = await keepStored(tx, unpacked)
    const packs: NewPack[] = []
    // One after the other: compression is bounded in memory, and in the share of the thread pool it takes.
    for (const own of splitByProject(bodies)) packs.push(await toPack(own))
    if (objects.isWritten) await allowPauses(tx)
    await insertPacks(tx, await objects.place(tx, 'packs', packs))
    await dropSegments(
      tx,
      sound.map((segment) => segment.id),
    )
    await subtractUnpacked(tx, bytes)
    return { segments: segments.length, packs: packs.length, events: bodies.length, damaged }
  })
}

/** Unpacks the segments, except those that cannot be read, so that the others are packed. */
async function unpackAll(
  segments: DueSegment[],
): Promise<{ sound: DueSegment[]; damaged: number[]; unpacked: Body[]; bytes: Map<number, number> }> {
  const sound: DueSegment[] = []
  const damaged: number[] = []
  const unpacked: Body[] = []
  const bytes: Map<number, number>[] = []
  for (const segment of segments) {
    try {
      const bodies = await unpack(segment)
      for (const body of bodies) unpacked.push(body)
      bytes.push(bytesByProject(bodies, segment.payload.length + segment.columns.length))
      sound.push(segment)
    } catch (error) {
      if (!(error instanceof DamagedBody)) throw error
      damaged.push(segment.id)
    }
  }
  return { sound, damaged, unpacked, bytes: addBytes(bytes) }
}

async function unpack({ id, columns, payload, rawBytes }: DueSegment): Promise<Body[]> {
  const locations = decodeLocations(columns, id)
  const bytes = await decompressSegment(payload, rawBytes)
  let start = 0
  return locations.map((location) => {
    start += location.length
    return { ...location, bytes, start: start - location.length }
  })
}

/** Returns the bodies whose events are stored still, and drops what the others left. */
async function keepStored(tx: Tx, bodies: Body[]): Promise<Body[]> {
  const missing = await findMissing(tx, bodies)
  if (missing.size === 0) return bodies
  await dropScreenshots(
    tx,
    bodies.filter((_, index) => missing.has(index)),
  )
  return bodies.filter((_, index) => !missing.has(index))
}

/** One project's bodies after another, divided into packs. */
function splitByProject(bodies: Body[]): Body[][] {
  const byProject = new Map<number, Body[]>()
  for (const body of bodies) {
    const own = byProject.get(body.projectId)
    if (own === undefined) byProject.set(body.projectId, [body])
    else own.push(body)
  }
  return [...byProject.values()].flatMap(divideIntoPacks)
}

async function toPack(bodies: Body[]): Promise<NewPack> {
  const ids = bodies.map((body) => body.eventId).sort()
  return {
    projectId: bodies[0]!.projectId,
    firstSegmentId: bodies[0]!.segmentId,
    lastSegmentId: bodies.at(-1)!.segmentId,
    firstEventId: ids[0]!,
    lastEventId: ids.at(-1)!,
    lastReceivedAt: Math.max(...bodies.map((body) => body.receivedAt)),
    eventCount: bodies.length,
    directory: encodeDirectory(bodies),
    ...(await compressPack(bodies)),
    isPruned: false,
  }
}
