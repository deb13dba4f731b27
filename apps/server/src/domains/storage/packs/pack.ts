import { DamagedBody } from '../segments/index.ts'

// A pack holds the bodies of one project's events, taken from many segments, compressed together. Its directory says where
// each stands: per body the segment (as the difference to the one before), the position in it and the length, as unsigned
// LEB128 numbers. Bodies follow each other in the order of the directory.

/** An entry of a pack's directory: the segment that a body comes from, its position there, and its length. */
export interface PackEntry {
  segmentId: number
  position: number
  length: number
}

/** Encodes the directory of a pack. @param entries in the order of segment and position */
export function encodeDirectory(entries: readonly PackEntry[]): Buffer {
  const bytes: number[] = []
  let previous = 0
  for (const { segmentId, position, length } of entries) {
    writeNumber(bytes, segmentId - previous)
    writeNumber(bytes, position)
    writeNumber(bytes, length)
    previous = segmentId
  }
  return Buffer.from(bytes)
}

/** Returns the inverse of encodeDirectory. */
export function decodeDirectory(directory: Buffer): PackEntry[] {
  const entries: PackEntry[] = []
  let at = 0
  let segmentId = 0
  while (at < directory.length) {
    const difference = readNumber(directory, at)
    const position = readNumber(directory, difference.next)
    const length = readNumber(directory, position.next)
    segmentId += difference.value
    entries.push({ segmentId, position: position.value, length: length.value })
    at = length.next
  }
  return entries
}

/** Finds the range of a body within the uncompressed bytes of its pack. */
export function findInDirectory(
  directory: Buffer,
  { segmentId, position }: { segmentId: number; position: number },
): { start: number; end: number } | undefined {
  let start = 0
  for (const entry of decodeDirectory(directory)) {
    if (entry.segmentId === segmentId && entry.position === position) return { start, end: start + entry.length }
    start += entry.length
  }
  return undefined
}

// Division instead of shifts: segment ids pass 32 bits.
function writeNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function readNumber(bytes: Buffer, start: number): { value: number; next: number } {
  let value = 0
  let factor = 1
  let at = start
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined) throw new DamagedBody('a pack’s directory ends in the middle of a number')
    value += (byte & 127) * factor
    if (byte < 128) return { value, next: at }
    factor *= 128
  }
}
