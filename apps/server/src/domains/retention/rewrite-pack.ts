import {
  compressPack,
  decodeDirectory,
  decompressPayload,
  encodeDirectory,
  type PackEntry,
  type Stretch,
} from '../events/index.ts'
import type { PackContents, PackRow } from './evict-store.ts'

/** What is left of a pack when only some of its bodies stay; undefined when none does. */
export async function keepEntries(
  pack: Pick<PackRow, 'directory' | 'payload' | 'rawBytes'>,
  stays: (entry: PackEntry) => boolean,
): Promise<PackContents | undefined> {
  const all = decodeDirectory(pack.directory)
  if (!all.some(stays)) return undefined
  if (all.every(stays)) return { ...pack, eventCount: all.length }
  const raw = await decompressPayload(pack.payload, pack.rawBytes)
  const entries: PackEntry[] = []
  const bodies: Stretch[] = []
  let start = 0
  for (const entry of all) {
    if (stays(entry)) {
      entries.push(entry)
      bodies.push({ bytes: raw, start, length: entry.length })
    }
    start += entry.length
  }
  return { directory: encodeDirectory(entries), ...(await compressPack(bodies)), eventCount: entries.length }
}

/** The bodies in a pack, by their places. */
export async function bodiesOf({ directory, payload, rawBytes }: PackRow): Promise<Map<string, Buffer>> {
  const raw = await decompressPayload(payload, rawBytes)
  const bodies = new Map<string, Buffer>()
  let start = 0
  for (const entry of decodeDirectory(directory)) {
    bodies.set(placeOf(entry), raw.subarray(start, start + entry.length))
    start += entry.length
  }
  return bodies
}

/** What names the place of a body. */
export function placeOf({ segmentId, position }: { segmentId: number; position: number }): string {
  return `${segmentId}:${position}`
}
