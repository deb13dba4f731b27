import type { ParserOptions, ParserPlugin } from '@babel/parser'
import { type FoundFunction, findFunctions } from './find-functions.ts'
import { type FunctionRange, type FunctionTable, tableOf } from './function-table.ts'
import { lineStartsOf, positionOf } from './line-starts.ts'
import { type Name, writeName } from './name.ts'
import { type Language, scriptOf } from './script-text.ts'
import type { Node } from './syntax.ts'

/** Characters of the largest source that is parsed: its syntax tree takes some 150 MB, and half a second. */
const maxCharacters = 4 * 1024 * 1024

/** A function with its name still in parts. */
export interface ParsedRange extends Omit<FunctionRange, 'name'> {
  parsed: Name | undefined
  isCalledInPlace: boolean
}

/**
 * Finds the functions of an original source by its syntax tree. Undefined when it cannot be parsed or is longer than
 * 4 M characters. A file takes 1 to 20 ms, so do it once, when a frame first falls into the source, and store the
 * result (`encodeFunctions`).
 *
 * @example
 * const table = await parseFunctions('class Cart {\n  total() {}\n}', 'src/cart.ts')
 * findFunction(table, 1, 12)?.name // 'Cart.total'
 */
export async function parseFunctions(text: string, path: string): Promise<FunctionTable | undefined> {
  const ranges = await parseRanges(text, path)
  return (
    ranges && tableOf(ranges.map(({ parsed, isCalledInPlace: _, ...range }) => ({ ...range, name: writeName(parsed) })))
  )
}

/** Finds the functions of a file, with their names in parts. */
export async function parseRanges(text: string, path: string): Promise<ParsedRange[] | undefined> {
  if (text.length > maxCharacters) return undefined
  const script = scriptOf(text, path)
  for (const language of script.languages) {
    const program = await parse(script.text, language)
    if (program !== undefined) return toRanges(findFunctions(program), lineStartsOf(text))
  }
  return undefined
}

/**
 * Parses a text; undefined when it is not of the language, or nests too deeply. Errors that the parser recovers from do
 * not matter. Written in JavaScript, it can be stopped, and a file that nests ten thousand levels is a caught error;
 * parsers of native code end the process there (docs/adr/0033-functions-by-a-parser-in-javascript.md).
 */
async function parse(text: string, language: Language): Promise<Node | undefined> {
  const { parse } = await import('@babel/parser')
  try {
    return parse(text, { ...tolerant, plugins: plugins[language] }).program as unknown as Node
  } catch {
    return undefined
  }
}

/** Only names and ranges are wanted, so that code which a runtime would refuse may pass. */
const tolerant: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  allowUndeclaredExports: true,
}

const always: ParserPlugin[] = [
  ['estree', { classFeatures: true }],
  'decorators-legacy',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
]
const plugins: Record<Language, ParserPlugin[]> = {
  jsx: [...always, 'jsx'],
  ts: [...always, 'typescript'],
  tsx: [...always, 'typescript', 'jsx'],
  flow: [...always, 'flow', 'jsx'],
}

/** Turns offsets into lines and columns. */
function toRanges(found: FoundFunction[], lineStarts: Uint32Array): ParsedRange[] {
  return found.map(({ start, end, name: parsed, isCalledInPlace }) => {
    const { line: startLine, column: startColumn } = positionOf(lineStarts, start)
    const { line: endLine, column: endColumn } = positionOf(lineStarts, end)
    return { parsed, isCalledInPlace, startLine, startColumn, endLine, endColumn }
  })
}
