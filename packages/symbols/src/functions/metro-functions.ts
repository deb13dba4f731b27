import type { MetroFunctionMap } from '../scan/map-visitor.ts'
import { type FunctionRange, type FunctionTable, tableOf } from './function-table.ts'
import { decodeVlqs } from './vlq.ts'

const maxPosition = 2 ** 31 - 1

/**
 * Decodes the function map that Metro writes for a source. Each entry holds from its position to that of the next one:
 * column, name and line as differences, the column from 0 again behind a semicolon, lines from 1. Undefined when the
 * map is not valid: a name is an extra, for which no map is refused.
 */
export function readMetroFunctions({ names, mappings }: MetroFunctionMap): FunctionTable | undefined {
  const starts: { name: string; line: number; column: number }[] = []
  let line = 0
  let name = 0
  for (const group of mappings.split(';')) {
    let column = 0
    for (const segment of group === '' ? [] : group.split(',')) {
      const [columns, step, lines = 0] = decodeVlqs(segment) ?? []
      if (columns === undefined || step === undefined) return undefined
      line += lines
      column += columns
      name += step
      starts.push({ name: names[name] ?? '', line, column })
    }
  }
  return isAscending(starts) ? tableOf(starts.map((start, index) => rangeOf(start, starts[index + 1]))) : undefined
}

function isAscending(starts: { line: number; column: number }[]): boolean {
  let line = 0
  let column = 0
  for (const start of starts) {
    if (start.line < line || (start.line === line && start.column < column) || start.line > maxPosition) return false
    if (start.column < 0 || start.column > maxPosition) return false
    line = start.line
    column = start.column
  }
  return true
}

function rangeOf(
  start: { name: string; line: number; column: number },
  next: { line: number; column: number } | undefined,
): FunctionRange {
  const { line: endLine, column: endColumn } = next ?? { line: maxPosition, column: 0 }
  return { name: nameOf(start.name), startLine: start.line, startColumn: start.column, endLine, endColumn }
}

/** Turns Metro's words into ours: `Cart#total`, `Cart#constructor`, `items.map$argument_0`, `get__total`. */
function nameOf(name: string): string {
  if (name === '<global>') return '<module>'
  if (name === '' || /\$argument_\d+$/.test(name)) return '<anonymous>'
  const constructed = /^(.*)#constructor$/.exec(name)
  return constructed === null ? name.replace(/\b[gs]et__/, '').replaceAll('#', '.') : `new ${constructed[1]}`
}
