import { BlockCursor } from '../format/block-cursor.ts'
import type { Token, TokenDirectory } from '../format/tokens.ts'
import { partitionPoint } from '../partition-point.ts'
import { readBody } from './index-file.ts'
import type { SymbolIndex } from './open-index.ts'
import { findName } from './strings.ts'
import type { Unmapped } from './unmapped.ts'

/** A position of generated code, as frames have it: line and column count from 1. */
export interface Position {
  line: number
  column: number
}

/** The original of a position. */
export interface Original {
  /** Number of the source in the index. */
  source: number
  /** Both count from 1. */
  line: number
  column: number
  /** The original name of the token under the position: of a variable or a callee there, not of the function around. */
  name?: string
  /** Where the position is within its mapping: at its start, behind it, or on a line that has one mapping as a whole. */
  mapping: 'start' | 'within' | 'line'
  /** Columns between that start and the position. */
  offset: number
}

/**
 * Finds the original of a position: that of the nearest token to its left on the same line. Among tokens of one
 * position the first counts when the position is exactly theirs, else the last, as in trace-mapping.
 *
 * @example await lookUp(index, { line: 1, column: 4210 }) // { source: 17, line: 42, column: 9, name: 'total', mapping: 'start', offset: 0 }
 */
export async function lookUp(index: SymbolIndex, { line, column }: Position): Promise<Original | Unmapped> {
  const { tokens } = index.head
  if (tokens.count === 0 || line - 1 > tokens.lastLine) return 'after_last_line'
  const token = await findToken(index, line - 1, column - 1)
  if (token === undefined) return 'not_on_line'
  if (token.source < 0) return 'made_by_bundler'
  return toOriginal(index, token, column - 1)
}

/** Finds the original name of the token that begins exactly at a position of the generated code, counted from 0. */
export async function findExactName(index: SymbolIndex, line: number, column: number): Promise<string | undefined> {
  const token = await findToken(index, line, column)
  return token === undefined || token.column !== column || token.name < 0 ? undefined : findName(index, token.name)
}

async function toOriginal(index: SymbolIndex, token: FoundToken, column: number): Promise<Original> {
  const name = token.name < 0 ? undefined : await findName(index, token.name)
  const { source, originalLine, originalColumn } = token
  const mapping = token.isWholeLine ? 'line' : token.column === column ? 'start' : 'within'
  const original: Original = {
    source,
    line: originalLine + 1,
    column: originalColumn + 1,
    mapping,
    offset: column - token.column,
  }
  return name === undefined || name === '' ? original : { ...original, name }
}

interface FoundToken extends Token {
  /** It begins its line, and no other follows on it. */
  isWholeLine: boolean
}

/** Finds the token for a generated position, counted from 0. */
async function findToken(index: SymbolIndex, line: number, column: number): Promise<FoundToken | undefined> {
  const { tokens } = index.head
  const next = firstBlockAtOrAfter(tokens, line, column)
  const inBlock = next === 0 ? undefined : await lastToken(index, next - 1, line, column)
  const isExact = inBlock?.column === column
  if (isExact || !startsAt(tokens, next, line, column)) return inBlock
  return lastToken(index, next, line, column)
}

/** First block whose first token is at a position or after it. */
function firstBlockAtOrAfter({ lines, columns }: TokenDirectory, line: number, column: number): number {
  const isBefore = (block: number) => lines[block]! < line || (lines[block] === line && columns[block]! < column)
  return partitionPoint(lines.length, isBefore)
}

function startsAt({ lines, columns }: TokenDirectory, block: number, line: number, column: number): boolean {
  return lines[block] === line && columns[block] === column
}

/** Finds the first token of a block at a position, else the last one before it on the line. */
async function lastToken(
  { file, head: { tokens } }: SymbolIndex,
  block: number,
  line: number,
  column: number,
): Promise<FoundToken | undefined> {
  const cursor = new BlockCursor(tokens, block, await readBody(file, tokens.offsets[block]!, tokens.lengths[block]!))
  let found: Token | undefined
  /** Line of the token behind the one found. */
  let nextLine = tokens.lines[block + 1]
  while (cursor.next()) {
    const { token } = cursor
    const isExact = found?.column === column
    if (isExact || token.line > line || (token.line === line && token.column > column)) {
      nextLine = token.line
      break
    }
    if (token.line === line) found = { ...token }
  }
  return found && { ...found, isWholeLine: found.column === 0 && nextLine !== line }
}
