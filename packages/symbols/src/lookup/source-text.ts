import type { TextDirectory } from '../format/head.ts'
import { partitionPoint } from '../partition-point.ts'
import { readChunk } from './index-file.ts'
import type { Position } from './look-up.ts'
import type { SymbolIndex } from './open-index.ts'

/** A line of context. */
export interface ContextLine {
  /** Number of the line, from 1. */
  line: number
  /** At most 500 characters. */
  text: string
  /** Column of the first character of `text`, from 1: greater where the line was cut on the left. */
  column: number
}

const linesAround = 5
const maxLineLength = 500

/** True when the map holds the text of a source. */
export function hasText({ head }: SymbolIndex, source: number): boolean {
  return (head.lineCounts[source] ?? 0) > 0
}

/**
 * Reads the line of a position in a source, with five lines before and after it. A long line is cut around the column.
 * Undefined when the map has no text for the source, or the text has no such line.
 *
 * @example (await readContext(index, 17, { line: 42, column: 9 }))?.find(({ line }) => line === 42)?.text
 */
export async function readContext(
  index: SymbolIndex,
  source: number,
  { line, column }: Position,
): Promise<ContextLine[] | undefined> {
  const count = index.head.lineCounts[source] ?? 0
  if (line < 1 || line > count) return undefined
  const { text } = index.head
  const offset = index.head.firstLines[source]! - 1
  const first = Math.max(1, line - linesAround)
  const last = Math.min(count, line + linesAround)
  // The lines are nearly always in one chunk.
  const chunk = chunkOf(text, offset + first, 0)
  const isInOne = (text.lines[chunk + 1] ?? Infinity) > offset + last
  const lines = isInOne ? await readChunk(index.file, text, chunk, '\n') : undefined
  const context: ContextLine[] = []
  for (let number = first; number <= last; number++) {
    const start = number === line ? Math.max(0, column - 1 - maxLineLength / 2) : 0
    const whole = lines?.[offset + number - text.lines[chunk]!]
    const part = whole?.slice(start, start + maxLineLength) ?? (await readLine(index, offset + number, start))
    context.push({ line: number, text: part, column: start + 1 })
  }
  return context
}

/** Reads up to 500 characters of a line of the whole text, from a column counted from 0; it may lie in several chunks. */
async function readLine({ file, head: { text } }: SymbolIndex, line: number, start: number): Promise<string> {
  let chunk = chunkOf(text, line, start)
  const skip = start - columnOf(text, chunk, line)
  let found = (await readChunk(file, text, chunk, '\n'))[line - text.lines[chunk]!] ?? ''
  while (found.length < skip + maxLineLength && text.lines[++chunk] === line)
    found += (await readChunk(file, text, chunk, '\n'))[0]
  return found.slice(skip, skip + maxLineLength)
}

/** Last chunk that begins at or before a position of the whole text. */
function chunkOf({ lines, columns }: TextDirectory, line: number, column: number): number {
  const begins = (chunk: number) => lines[chunk]! < line || (lines[chunk] === line && columns[chunk]! <= column)
  return partitionPoint(lines.length, begins) - 1
}

/** Column of a line at which a chunk has its first character of it. */
function columnOf({ lines, columns }: TextDirectory, chunk: number, line: number): number {
  return lines[chunk] === line ? columns[chunk]! : 0
}

/**
 * Reads the whole text of a source, its line ends turned into LF; undefined when the map does not hold it.
 *
 * @example await readSourceText(index, 17)
 */
export async function readSourceText(index: SymbolIndex, source: number): Promise<string | undefined> {
  if (!hasText(index, source)) return undefined
  const { text, firstLines, lineCounts } = index.head
  const first = firstLines[source]!
  const end = first + lineCounts[source]!
  let whole = ''
  for (let chunk = chunkOf(text, first, 0); chunk < text.lines.length && text.lines[chunk]! < end; chunk++) {
    whole += await readPart(index, chunk, first, end)
  }
  return whole.endsWith('\n') ? whole.slice(0, -1) : whole
}

/** Reads the lines of a chunk from `first` to `end`, with the line ends that follow them. */
async function readPart(
  { file, head: { text } }: SymbolIndex,
  chunk: number,
  first: number,
  end: number,
): Promise<string> {
  const start = text.lines[chunk]!
  const lines = await readChunk(file, text, chunk, '\n')
  const part = lines.slice(Math.max(0, first - start), end - start).join('\n')
  return lines.length > end - start ? `${part}\n` : part
}
