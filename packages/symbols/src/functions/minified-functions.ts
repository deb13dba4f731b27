import { findExactName } from '../lookup/look-up.ts'
import type { SymbolIndex } from '../lookup/open-index.ts'
import { type FunctionRange, type FunctionTable, tableOf } from './function-table.ts'
import { lineStartsOf, positionOf } from './line-starts.ts'
import { calledInPlace, type Name, type NamePart, writeName } from './name.ts'
import { parseRanges } from './parse-functions.ts'

/**
 * Finds the functions of a minified file, with their names led back by the map: for maps without text. Positions are
 * those of the minified file. Store the result, like that of `parseFunctions`.
 *
 * @example
 * const table = await parseMinifiedFunctions(index, code)
 * findFunction(table, 0, 4209)?.name // 'total'
 */
export async function parseMinifiedFunctions(index: SymbolIndex, code: string): Promise<FunctionTable | undefined> {
  const ranges = await parseRanges(code, 'minified.js')
  if (ranges === undefined) return undefined
  const lineStarts = lineStartsOf(code)
  const functions: FunctionRange[] = []
  for (const { parsed, isCalledInPlace, ...range } of ranges) {
    const isUnnamed = parsed === undefined && isCalledInPlace
    const name = isUnnamed ? calledInPlace : writeName(await renamed(index, parsed, lineStarts))
    functions.push({ ...range, name })
  }
  return tableOf(functions)
}

/** Leads the parts of a name back; a part without a token of its own, such as a property, stays as it is. */
async function renamed(index: SymbolIndex, name: Name | undefined, lineStarts: Uint32Array): Promise<Name | undefined> {
  if (name === undefined) return undefined
  const parts: NamePart[] = []
  for (const { text, offset } of name.parts) {
    parts.push({ text: (await originalName(index, lineStarts, offset)) ?? text, offset })
  }
  return { ...name, parts }
}

async function originalName(index: SymbolIndex, lineStarts: Uint32Array, offset: number): Promise<string | undefined> {
  if (offset < 0) return undefined
  const { line, column } = positionOf(lineStarts, offset)
  const name = await findExactName(index, line, column)
  return name === '' || keywords.has(name ?? '') ? undefined : name
}

/** Terser maps the keyword before a method under the name of the method. */
const keywords = new Set(['async', 'get', 'set', 'static', 'function', 'class', 'new', 'await', 'return'])
