import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import {
  compressPack,
  decodePlaces,
  decompressSegment,
  type EventPlace,
  encodeDirectory,
  type Stretch,
} from '../events/index.ts'
import { divideIntoPacks } from './divide-into-packs.ts'
import {
  type DueSegment,
  dropScreenshots,
  dropSegments,
  findDueSegments,
  findMissing,
  insertPacks,
  type NewPack,
} from './pack-store.ts'

/** Uncompressed bytes that are in memory at once: what a round reads, splits by project and writes. */
const roundBytes = 32 * 1024 * 1024

export interface PackResult {
  segments: number
  packs: number
  events: number
}

/** A body, its place, and where it lies meanwhile. */
type Body = EventPlace & Stretch

/**
 * Rewrites segments older than `before` into packs of one project each, one round at a time. A round is a
 * transaction: a body is in its segment or in its pack, never in neither. Events whose rows are gone (erased, or
 * repeats of another) are left behind.
 *
 * @returns what the round did; no segments means that nothing is due
 */
export async function packSegments(client: pg.PoolClient, before: Date): Promise<PackResult> {
  return transactionOn(client, async (tx) => {
    const segments = await findDueSegments(tx, before, roundBytes)
    if (segments.length === 0) return { segments: 0, packs: 0, events: 0 }
    const bodies = await keepStored(tx, await unpackAll(segments))
    const packs: NewPack[] = []
    // One after the other: compression is bounded in memory, and in the share of the thread pool it takes.
    for (const own of splitByProject(bodies)) packs.push(await toPack(own))
    await insertPacks(tx, packs)
    await dropSegments(
      tx,
      segments.map((segment) => segment.id),
    )
    return { segments: segments.length, packs: packs.length, events: bodies.length }
  })
}

async function unpackAll(segments: DueSegment[]): Promise<Body[]> {
  const bodies: Body[] = []
  for (const { id, columns, payload, rawBytes } of segments) {
    const bytes = await decompressSegment(payload, rawBytes)
    let start = 0
    for (const { projectId, eventId, groupId, receivedAt, segmentId, position, length } of decodePlaces(columns, id)) {
      bodies.push({ projectId, eventId, groupId, receivedAt, segmentId, position, length, bytes, start })
      start += length
    }
  }
  return bodies
}

async function keepStored(tx: pg.PoolClient, bodies: Body[]): Promise<Body[]> {
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
    isThinned: false,
  }
}
