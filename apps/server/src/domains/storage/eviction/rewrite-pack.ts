import type { Queryable } from '../../../db/database.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { decodeDirectory, encodeDirectory, type PackEntry } from '../packs/index.ts'
import { compressPack, DamagedBody, decompressPayload, type Range, salvage, wholeRange } from '../segments/index.ts'
import type { PackContents, PackRow, PlacedContents } from './evict-store.ts'

interface Rewriting {
  /** Queried only where the keys of objects were not read before. */
  db: Queryable
  objects: ObjectPayloads
  /** Transforms a body that stays. */
  change?: (body: Buffer) => Buffer
  onDamaged?: (packId: number) => void
}

/** Returns a pack with its payload in memory, wherever it is kept. The payload of a lost object is empty, and so damaged. */
export async function withPayload<Pack extends PackRow>(
  db: Queryable,
  objects: ObjectPayloads,
  pack: Pack,
): Promise<Pack> {
  if (pack.object === null) return pack
  return { ...pack, payload: (await objects.read(db, 'packs', pack)) ?? Buffer.alloc(0) }
}

/** Rewrites a pack so that only some bodies stay; undefined if none does. A damaged pack keeps its readable ones. */
export async function keepEntries(
  row: PackRow,
  stays: (entry: PackEntry) => boolean,
  { db, objects, change, onDamaged }: Rewriting,
): Promise<PackContents | undefined> {
  const all = entriesOf(row)
  if (!all.some(stays)) return undefined
  const pack = await withPayload(db, objects, row)
  if (change === undefined && all.every(stays)) {
    const { directory, payload, rawBytes } = pack
    return { directory, payload, rawBytes, eventCount: all.length }
  }
  const bodies = [...(await bodiesOf(pack, onDamaged))].filter(([entry]) => stays(entry))
  if (bodies.length === 0) return undefined
  const changed = bodies.map(([entry, body]): [PackEntry, Range] => {
    if (change === undefined) return [entry, body]
    const bytes = change(body.bytes.subarray(body.start, body.start + body.length))
    return [{ ...entry, length: bytes.length }, wholeRange(bytes)]
  })
  return {
    directory: encodeDirectory(changed.map(([entry]) => entry)),
    ...(await compressPack(changed.map(([, body]) => body))),
    eventCount: changed.length,
  }
}

/** Puts the payload of a rewritten pack where it belongs, before the transaction that names it commits. */
export async function placeContents(
  { db, objects }: { db: Queryable; objects: ObjectPayloads },
  projectId: number,
  contents: PackContents | undefined,
): Promise<PlacedContents | undefined> {
  if (contents === undefined) return undefined
  const [placed] = await objects.place(db, 'packs', [{ projectId, ...contents }])
  return placed
}

/** Reads the bodies of a pack by position; of a damaged pack those before the damage. */
export async function bodiesByPosition(
  { db, objects }: { db: Queryable; objects: ObjectPayloads },
  pack: PackRow,
): Promise<Map<string, Buffer>> {
  const bodies = await bodiesOf(await withPayload(db, objects, pack))
  return new Map(
    [...bodies].map(([entry, { bytes, start, length }]) => [locationOf(entry), bytes.subarray(start, start + length)]),
  )
}

async function bodiesOf(
  { id, directory, payload, rawBytes }: Pick<PackRow, 'id' | 'directory' | 'payload' | 'rawBytes'>,
  onDamaged: (packId: number) => void = () => {},
): Promise<Map<PackEntry, Range>> {
  const bytes = await decompressPayload(payload, rawBytes).catch((error: unknown) => {
    if (!(error instanceof DamagedBody)) throw error
    onDamaged(id)
    return salvage(payload)
  })
  const bodies = new Map<PackEntry, Range>()
  let start = 0
  for (const entry of entriesOf({ id, directory }, onDamaged)) {
    if (start + entry.length > bytes.length) break
    bodies.set(entry, { bytes, start, length: entry.length })
    start += entry.length
  }
  return bodies
}

/** Returns the entries of a pack. An unreadable directory counts as empty. */
export function entriesOf(
  { id, directory }: Pick<PackRow, 'id' | 'directory'>,
  onDamaged: (packId: number) => void = () => {},
): PackEntry[] {
  try {
    return decodeDirectory(directory)
  } catch (error) {
    if (!(error instanceof DamagedBody)) throw error
    onDamaged(id)
    return []
  }
}

/** Returns the key of a body's position. */
export function locationOf({ segmentId, position }: { segmentId: number; position: number }): string {
  return `${segmentId}:${position}`
}
