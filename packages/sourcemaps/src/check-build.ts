import { readFile } from 'node:fs/promises'
import {
  BoundedSymbolCache,
  buildIndex,
  explainReason,
  hasText,
  lookUp,
  MapRefusal,
  notComposed,
  openIndex,
  readContext,
  type SymbolIndex,
} from '@bugle/symbols'
import { readCodeIds } from './debug-id.ts'
import { type Build, type BuiltFile, readMap } from './read-build.ts'
import { parseMap } from './source-map-text.ts'

/** A fault of a build that would leave stacks minified. */
export interface Finding {
  code: FindingCode
  file: string
  message: string
  /** The command that fixes it, where one does. */
  remedy?: string
}

export type FindingCode =
  | 'no_map'
  | 'map_broken'
  | 'no_debug_id'
  | 'ids_differ'
  | 'not_registered'
  | 'no_source_text'
  | 'map_of_other_file'
  | 'hermes_map_not_composed'

/** A file that was checked. */
export interface CheckedFile {
  name: string
  debugId: string | null
  sources: number
  /** Positions that were looked up, and those whose original line has the same text. */
  checkedPositions: number
  matchingPositions: number
}

export interface CheckedBuild {
  files: CheckedFile[]
  findings: Finding[]
  /** Maps that lie beside the files, and would be served with them. */
  mapFiles: number
}

/**
 * Checks without a server whether stacks of a build could be resolved: pairs, ids, texts, and whether positions lead to
 * lines with the same text.
 *
 * @example const { findings } = await checkBuild(await readBuild(['dist']))
 */
export async function checkBuild(build: Build): Promise<CheckedBuild> {
  const files: CheckedFile[] = []
  const findings: Finding[] = []
  for (const file of build.files) {
    const checked = await checkFile(file, findings)
    if (checked !== undefined) files.push(checked)
  }
  const mapFiles = build.files.filter(({ map }) => map.kind === 'file').length + build.lonelyMaps.length
  return { files, findings, mapFiles }
}

async function checkFile(file: BuiltFile, findings: Finding[]): Promise<CheckedFile | undefined> {
  const { name, map } = file
  const add = (code: FindingCode, message: string, remedy?: string) =>
    findings.push({ code, file: name, message, ...(remedy === undefined ? {} : { remedy }) })
  const bytesOfMap = await readMap(file)
  if (bytesOfMap === undefined) {
    const missing = map.kind === 'none' && map.reference !== undefined ? `: ${map.reference} is not there` : ''
    add('no_map', `It has no source map${missing}. Build with source maps, such as build.sourcemap of Vite.`)
    return undefined
  }
  const parsed = parseMap(bytesOfMap)
  if ('notMap' in parsed) {
    add('map_broken', `Its map is not a source map: ${parsed.notMap}.`)
    return undefined
  }
  const opened = await openMap(bytesOfMap)
  if ('refused' in opened) {
    add('map_broken', opened.refused)
    return undefined
  }
  const { index, built } = opened
  const bytes = await readFile(file.path)
  const code = file.isBytecode ? '' : bytes.toString()
  const debugId = file.isBytecode
    ? (readCodeIds(bytes.toString('latin1')).registered ?? (built.debugId || null))
    : checkIds(code, built.debugId, add)
  if (built.sources > 0 && built.sourcesWithText === 0)
    add('no_source_text', `Its map has no text of its ${built.sources} sources. Build with sourcesContent.`)
  const step = file.isBytecode ? await notComposed(index) : undefined
  if (step !== undefined)
    add('hermes_map_not_composed', explainReason({ code: 'hermes_map_not_composed', map: step }).sentence)
  const { checked, matching } = await comparePositions(code, index)
  if (checked >= 10 && matching / checked < 0.5)
    add(
      'map_of_other_file',
      `${checked - matching} of ${checked} positions lead to other text: the map is of another build.`,
    )
  return { name, debugId, sources: built.sources, checkedPositions: checked, matchingPositions: matching }
}

const inject = 'bugle sourcemaps inject DIR'

function checkIds(
  code: string,
  ofMap: string,
  add: (code: FindingCode, message: string, remedy?: string) => void,
): string | null {
  const { registered, comment } = readCodeIds(code)
  const ids = [registered, comment, ofMap.toLowerCase() || undefined].filter((id) => id !== undefined)
  if (ids.length === 0) add('no_debug_id', 'It has no debug id.', inject)
  else if (new Set(ids).size > 1) add('ids_differ', `File and map have different debug ids: ${ids.join(', ')}.`, inject)
  else if (registered === undefined) add('not_registered', 'It does not register its debug id as it runs.', inject)
  return registered ?? comment ?? ids[0] ?? null
}

type OpenedMap = { index: SymbolIndex; built: Awaited<ReturnType<typeof buildIndex>> } | { refused: string }

/** Builds the index of a map in memory, as the server does on disk. */
export async function openMap(text: string | Uint8Array): Promise<OpenedMap> {
  const pages: Uint8Array[] = []
  try {
    const built = await buildIndex([typeof text === 'string' ? Buffer.from(text) : text], (number, bytes) => {
      pages[number] = bytes
    })
    const cache = new BoundedSymbolCache(32 * 1024 * 1024)
    return { built, index: await openIndex({ id: 'map', readPage: (number) => pages[number], cache }) }
  } catch (error) {
    if (error instanceof MapRefusal) return { refused: error.message }
    throw error
  }
}

const maxPositions = 200
/** Texts in quotes survive minification. */
const literal = /(["'`])([\w ./:-]{6,60})\1/g

/** Compares texts of the built file with the lines that its map leads to. */
async function comparePositions(code: string, index: SymbolIndex): Promise<{ checked: number; matching: number }> {
  let checked = 0
  let matching = 0
  for (const { line, column, text } of literalsOf(code)) {
    const original = await lookUp(index, { line, column })
    if (typeof original === 'string' || !hasText(index, original.source)) continue
    const context = await readContext(index, original.source, original)
    if (context === undefined) continue
    checked++
    // A template of several lines, or a name that a compiler wrote: near is enough.
    if (context.some((one) => one.text.includes(text))) matching++
  }
  return { checked, matching }
}

function literalsOf(code: string): { line: number; column: number; text: string }[] {
  const all: { line: number; column: number; text: string }[] = []
  for (const [number, text] of code.split('\n').entries()) {
    if (text.startsWith('//#') || text.includes('__bugleDebugIds=')) continue
    for (const found of text.matchAll(literal)) all.push({ line: number + 1, column: found.index + 1, text: found[2]! })
  }
  const step = Math.max(1, Math.floor(all.length / maxPositions))
  return all.filter((_, index) => index % step === 0).slice(0, maxPositions)
}
