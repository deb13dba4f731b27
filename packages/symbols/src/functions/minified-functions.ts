import { findExactName } from '../lookup/look-up.ts'
import type { SymbolIndex } from '../lookup/open-index.ts'
import { type FunctionRange, type FunctionTable, tableOf } from './function-table.ts'
import { lineStartsOf, positionOf } from './line-starts.ts'
import { anonymous, calledInPlace, type Name, type NamePart, writeName } from './name.ts'
import { parseRanges } from './parse-functions.ts'

/** A part of a minified name, and its line and column from 0, where the map may have the original. */
type WrittenPart = [text: string, line?: number, column?: number]

/** The name of a minified function: whether it is called with `new`, and its parts. */
type WrittenName = [isConstructor: 0 | 1, ...parts: WrittenPart[]]

/**
 * Finds the functions of a minified file: for maps without text. Positions are those of the minified file, and so are
 * names, which `nameMinifiedFunction` resolves. Store the result, like that of `parseFunctions`.
 *
 * @example
 * const table = await parseMinifiedFunctions(code)
 * await nameMinifiedFunction(index, findFunction(table, 0, 4209)!.name) // 'total'
 */
export async function parseMinifiedFunctions(code: string): Promise<FunctionTable | undefined> {
  const ranges = await parseRanges(code, 'minified.js')
  if (ranges === undefined) return undefined
  const lineStarts = lineStartsOf(code)
  const functions: FunctionRange[] = []
  for (const { parsed, isCalledInPlace, ...range } of ranges) {
    const isUnnamed = parsed === undefined && isCalledInPlace
    functions.push({ ...range, name: isUnnamed ? calledInPlace : written(parsed, lineStarts) })
  }
  return tableOf(functions)
}

/** Leads the name of a minified function back by the map; a part without a token of its own, such as a property, stays. */
export async function nameMinifiedFunction(index: SymbolIndex, name: string): Promise<string> {
  if (!name.startsWith('[')) return name
  const [isConstructor, ...parts] = JSON.parse(name) as WrittenName
  const renamed: NamePart[] = []
  for (const [text, line, column] of parts)
    renamed.push({ text: (await originalName(index, line, column)) ?? text, offset: -1 })
  return writeName({ isConstructor: isConstructor === 1, parts: renamed })
}

function written(name: Name | undefined, lineStarts: Uint32Array): string {
  if (name === undefined) return anonymous
  const parts = name.parts.map(({ text, offset }): WrittenPart => {
    if (offset < 0) return [text.slice(0, maxPart)]
    const { line, column } = positionOf(lineStarts, offset)
    return [text.slice(0, maxPart), line, column]
  })
  return JSON.stringify([name.isConstructor ? 1 : 0, ...parts] satisfies WrittenName)
}

/** Longer parts are cut when a name is shown. */
const maxPart = 200

async function originalName(index: SymbolIndex, line?: number, column?: number): Promise<string | undefined> {
  if (line === undefined || column === undefined) return undefined
  const name = await findExactName(index, line, column)
  return name === '' || keywords.has(name ?? '') ? undefined : name
}

/** Terser maps the keyword before a method under the name of the method. */
const keywords = new Set(['async', 'get', 'set', 'static', 'function', 'class', 'new', 'await', 'return'])
