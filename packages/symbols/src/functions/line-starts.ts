import { partitionPoint } from '../partition-point.ts'

/** Offsets at which the lines of a text begin, by every line end that JavaScript knows. */
export function lineStartsOf(text: string): Uint32Array {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length)
  return Uint32Array.from(starts)
}

/** Line and column of an offset, both counted from 0. */
export function positionOf(lineStarts: Uint32Array, offset: number): { line: number; column: number } {
  const line = partitionPoint(lineStarts.length, (one) => lineStarts[one]! <= offset) - 1
  return { line, column: offset - lineStarts[line]! }
}
