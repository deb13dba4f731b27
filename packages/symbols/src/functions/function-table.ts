import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DamagedIndex } from '../format/damaged-index.ts'
import { ByteCursor, ByteWriter } from '../format/varint.ts'
import { partitionPoint } from '../partition-point.ts'
import { anonymous } from './name.ts'

/** A function and its range in a file; lines and columns count from 0, columns in UTF-16 code units, the end is behind. */
export interface FunctionRange {
  name: string
  startLine: number
  startColumn: number
  endLine: number
  endColumn: number
}

/** The functions of a file in order of their start, outer before inner; ranges nest. */
export interface FunctionTable {
  functions: FunctionRange[]
  /** Index of the function around each one, -1 at the top. */
  parents: Int32Array
}

/** Inflated bytes of a table that are read at most: a source of 16 MiB does not reach it. */
const maxTableBytes = 32 * 1024 * 1024

/** Makes a table of functions that stand in order of their start. */
export function tableOf(functions: FunctionRange[]): FunctionTable {
  const parents = new Int32Array(functions.length)
  let open = -1
  for (const [index, { startLine, startColumn }] of functions.entries()) {
    while (open >= 0 && !isBeforeEnd(functions[open]!, startLine, startColumn)) open = parents[open]!
    parents[index] = open
    open = index
  }
  return { functions, parents }
}

/**
 * Finds the innermost function around a position, counted from 0.
 *
 * @example findFunction(tableOf([{ name: 'total', startLine: 0, startColumn: 0, endLine: 2, endColumn: 1 }]), 1, 4)?.name // 'total'
 */
export function findFunction(
  { functions, parents }: FunctionTable,
  line: number,
  column: number,
): FunctionRange | undefined {
  let index = lastStarted(functions, line, column)
  while (index >= 0 && !isBeforeEnd(functions[index]!, line, column)) index = parents[index]!
  return functions[index]
}

/** Writes a table in some ten bytes a function, to be stored once a source was parsed. */
export function encodeFunctions({ functions }: FunctionTable): Uint8Array {
  const bytes = new ByteWriter(functions.length * 8 + 16)
  bytes.unsigned(functions.length)
  let line = 0
  let column = 0
  for (const { startLine, startColumn, endLine, endColumn } of functions) {
    writePosition(bytes, startLine - line, startColumn, column)
    writePosition(bytes, endLine - startLine, endColumn, startColumn)
    line = startLine
    column = startColumn
  }
  bytes.bytes(Buffer.from(functions.map(({ name }) => (name === anonymous ? '' : name)).join('\0')))
  return deflateRawSync(bytes.view())
}

/** Reads a table that `encodeFunctions` wrote. */
export function decodeFunctions(encoded: Uint8Array): FunctionTable {
  const bytes = inflate(encoded)
  const cursor = new ByteCursor(bytes)
  const ranges = readRanges(cursor)
  const names = bytes.subarray(cursor.offset).toString().split('\0')
  return tableOf(ranges.map((range, index) => ({ name: names[index] || anonymous, ...range })))
}

function readRanges(cursor: ByteCursor): Omit<FunctionRange, 'name'>[] {
  const ranges: Omit<FunctionRange, 'name'>[] = []
  let start = { line: 0, column: 0 }
  for (let left = cursor.count(4); left > 0; left--) {
    start = readPosition(cursor, start)
    const end = readPosition(cursor, start)
    ranges.push({ startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column })
  }
  return ranges
}

function inflate(encoded: Uint8Array): Buffer {
  try {
    return inflateRawSync(encoded, { maxOutputLength: maxTableBytes })
  } catch (cause) {
    throw new DamagedIndex('functions do not inflate', { cause })
  }
}

/** On the same line the column is a difference, on a later one it stands as it is. */
function writePosition(bytes: ByteWriter, lines: number, column: number, from: number): void {
  bytes.unsigned(lines)
  bytes.unsigned(lines === 0 ? column - from : column)
}

function readPosition(cursor: ByteCursor, from: { line: number; column: number }): { line: number; column: number } {
  const lines = cursor.unsigned()
  return { line: from.line + lines, column: cursor.unsigned() + (lines === 0 ? from.column : 0) }
}

/** Index of the last function that starts at or before a position, -1 when none does. */
function lastStarted(functions: FunctionRange[], line: number, column: number): number {
  const hasStarted = ({ startLine, startColumn }: FunctionRange) =>
    startLine < line || (startLine === line && startColumn <= column)
  return partitionPoint(functions.length, (index) => hasStarted(functions[index]!)) - 1
}

function isBeforeEnd({ endLine, endColumn }: FunctionRange, line: number, column: number): boolean {
  return line < endLine || (line === endLine && column < endColumn)
}
