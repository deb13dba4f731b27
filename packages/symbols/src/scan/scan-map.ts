import { maxIdBytes, maxPathBytes } from '../limits.ts'
import { broken, tooLarge, withByte } from '../refusal.ts'
import type { ByteReader } from './byte-reader.ts'
import { readFunctionMaps } from './function-maps.ts'
import { JsonReader } from './json.ts'
import type { MapVisitor } from './map-visitor.ts'

/** The line in front of a map has some five characters. */
const maxPreambleBytes = 1_000

interface Scan {
  json: JsonReader
  visitor: MapVisitor
  /** Sections met so far. */
  sections: number
}

/** State of one map: the file itself, or a section. */
interface Part {
  isSection: boolean
  seen: Set<string>
}

type ReadMember = (scan: Scan, part: Part) => Promise<void>

/**
 * Reads a map in one pass over its bytes. Members that it does not know are skipped. Throws a MapRefusal, which names
 * the byte, and what the input throws.
 */
export async function scanMap(bytes: ByteReader, visitor: MapVisitor): Promise<void> {
  const scan: Scan = { json: new JsonReader(bytes), visitor, sections: 0 }
  try {
    await skipPreamble(bytes)
    visitor.startMap(0, 0)
    await readMap(scan, false)
    visitor.endMap()
    if ((await scan.json.next()) >= 0) throw broken('the file continues after the map')
  } catch (error) {
    throw withByte(error, bytes.position)
  }
}

/** Skips a byte order mark, and the line `)]}'` that keeps browsers from running the file. */
async function skipPreamble(bytes: ByteReader): Promise<void> {
  for (const mark of [0xef, 0xbb, 0xbf]) if ((await bytes.peek()) === mark) bytes.offset++
  if ((await bytes.peek()) !== 0x29) return
  while ((await bytes.peek()) !== 0x0a) {
    if (bytes.position === maxPreambleBytes) throw broken('a line without an end before the map')
    bytes.offset++
  }
}

async function readMap(scan: Scan, isSection: boolean): Promise<void> {
  const part: Part = { isSection, seen: new Set() }
  await scan.json.eachMember(async (key) => {
    if (!Object.hasOwn(members, key)) return scan.json.skip()
    if (part.seen.has(key)) throw broken(`${key} stands in the map twice`)
    part.seen.add(key)
    await members[key]!(scan, part)
  })
  if (part.seen.has('mappings') === part.seen.has('sections')) throw broken('either mappings or sections expected')
}

const members: Record<string, ReadMember> = {
  version: readVersion,
  sourceRoot: readSourceRoot,
  sources: readSources,
  sourcesContent: readTexts,
  names: readNames,
  mappings: readMappings,
  sections: readSections,
  ignoreList: readIgnored,
  x_google_ignoreList: readIgnored,
  debugId: readDebugId,
  debug_id: readDebugId,
  x_facebook_sources: ({ json, visitor }) => readFunctionMaps(json, visitor),
  x_hermes_function_offsets: async ({ json, visitor }) => {
    visitor.hermes()
    await json.skip()
  },
}

async function readVersion({ json }: Scan): Promise<void> {
  if ((await json.integer()) !== 3) throw broken('version 3 expected')
}

async function readSourceRoot({ json, visitor }: Scan): Promise<void> {
  if (await json.isString()) visitor.sourceRoot(await json.text(maxPathBytes))
  else await json.null()
}

async function readDebugId({ json, visitor }: Scan): Promise<void> {
  if (await json.isString()) visitor.debugId(await json.text(maxIdBytes))
  else await json.skip()
}

async function readSources({ json, visitor }: Scan): Promise<void> {
  await json.eachItem(async () => visitor.source(await readPath(json)))
}

async function readPath(json: JsonReader): Promise<string | null> {
  if (await json.isString()) return json.text(maxPathBytes)
  await json.null()
  return null
}

async function readTexts({ json, visitor }: Scan): Promise<void> {
  if (!(await json.isArray())) return json.null()
  await json.eachItem(async () => {
    const hasText = await json.isString()
    if (hasText) await json.string(bounded(json, visitor))
    else await json.null()
    visitor.endText(hasText)
  })
}

/** Passes the text of one source on, up to the limit. */
function bounded({ bytes: { limits } }: JsonReader, visitor: MapVisitor): (piece: Uint8Array) => void {
  let room = limits.sourceBytes
  return (piece) => {
    room -= piece.length
    if (room < 0) throw tooLarge(limits, 'sourceBytes')
    visitor.text(piece)
  }
}

/** Names that are not strings get no text, as a few old minifiers wrote numbers. */
async function readNames({ json, visitor }: Scan): Promise<void> {
  await json.eachItem(async () => {
    if (await json.isString()) await json.string((piece) => visitor.name(piece))
    else await json.skip()
    visitor.endName()
  })
}

async function readMappings({ json, visitor }: Scan): Promise<void> {
  await json.string((piece) => visitor.mappings(piece))
  visitor.endMappings()
}

async function readIgnored({ json, visitor }: Scan): Promise<void> {
  if (!(await json.isArray())) return json.null()
  const { limits } = json.bytes
  await json.eachItem(async (index) => {
    if (index === limits.sources) throw tooLarge(limits, 'sources')
    visitor.ignored(await json.integer())
  })
}

async function readSections(scan: Scan, part: Part): Promise<void> {
  if (part.isSection) throw broken('a section within a section')
  await scan.json.eachItem(async () => {
    scan.sections++
    if (scan.sections > scan.json.bytes.limits.sections) throw tooLarge(scan.json.bytes.limits, 'sections')
    await readSection(scan)
  })
}

/** Reads `{offset: {line, column}, map}`. The offset must come first, as every tool writes it: the map is not held. */
async function readSection(scan: Scan): Promise<void> {
  const read: string[] = []
  await scan.json.eachMember(async (key) => {
    if (key === 'offset' && read.length === 0) await startSection(scan)
    else if (key === 'map' && read.length === 1) await readMap(scan, true)
    else return skipOfSection(scan.json, key)
    read.push(key)
  })
  if (read.length < 2) throw broken('a section without its map')
  scan.visitor.endMap()
}

/** Skips a member that is not used; one that must not be there is refused. */
async function skipOfSection(json: JsonReader, key: string): Promise<void> {
  if (key === 'offset' || key === 'map') throw broken('a section is one offset, then one map')
  if (key === 'url') throw broken('a section refers to another file')
  await json.skip()
}

/** Reads the offset of a section: where its map begins in the generated file. */
async function startSection({ json, visitor }: Scan): Promise<void> {
  const offset = { line: 0, column: 0 }
  await json.eachMember(async (key) => {
    if (key === 'line' || key === 'column') offset[key] = await json.integer()
    else await json.skip()
  })
  visitor.startMap(offset.line, offset.column)
}
