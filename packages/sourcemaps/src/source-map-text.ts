/** The parts of a source map that an injection changes; the others are kept as they are. */
export interface SourceMapObject {
  version?: number
  file?: string
  sources?: (string | null)[]
  sourcesContent?: (string | null)[]
  mappings?: string
  rangeMappings?: string
  scopes?: unknown
  sections?: { offset: { line: number; column: number }; map: SourceMapObject }[]
  debugId?: string
  debug_id?: string
}

/** A source map; or what a file is that should be one, as the end of a sentence. */
export type ParsedMap = { map: SourceMapObject } | { notMap: string }

/**
 * Parses a source map. Some servers put `)]}'` before it against inclusion as a script.
 *
 * @example parseMap(Buffer.from('<!doctype html>')) // { notMap: 'it is an HTML page' }
 */
export function parseMap(bytes: Uint8Array): ParsedMap {
  const foreign = foreignFormatOf(bytes)
  if (foreign !== undefined) return { notMap: foreign }
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^\uFEFF?(?:\)\]\}'?[^\n]*\n)?/, '')
  try {
    const map: unknown = JSON.parse(text)
    return isMap(map) ? { map } : { notMap: 'it is JSON without mappings' }
  } catch (error) {
    return {
      notMap: text.trimStart().startsWith('{') ? `it is broken JSON (${(error as Error).message})` : 'it is not JSON',
    }
  }
}

/** Recognizes what lies under the name of a map by mistake. */
function foreignFormatOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'it is empty'
  const [first, second] = bytes
  if (first === 0x1f && second === 0x8b) return 'it is compressed by gzip'
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.subarray(0, 4).includes(0))
    return 'it is UTF-16, and has to be UTF-8'
  const start = Buffer.from(bytes.subarray(0, 200)).toString().trimStart().toLowerCase()
  return /^(?:\uFEFF)?<(?:!doctype html|html|head|\?xml)/.test(start) ? 'it is an HTML page' : undefined
}

function isMap(value: unknown): value is SourceMapObject {
  return typeof value === 'object' && value !== null && ('mappings' in value || 'sections' in value)
}

/**
 * Shifts everything from a line on down by one, for a line that was inserted into the generated file.
 *
 * @param line counted from 0
 * @example insertLine({ mappings: 'AAAA;AACA' }, 1).mappings // 'AAAA;;AACA'
 */
export function insertLine(map: SourceMapObject, line: number): SourceMapObject {
  if (map.sections !== undefined) return { ...map, sections: map.sections.map((section) => shifted(section, line)) }
  return {
    ...map,
    // Positions are relative to the segment before, also across lines, so an empty line changes none.
    mappings: withEmptyLine(map.mappings ?? '', line),
    ...(typeof map.rangeMappings === 'string' ? { rangeMappings: withEmptyLine(map.rangeMappings, line) } : {}),
  }
}

type Section = NonNullable<SourceMapObject['sections']>[number]

function shifted({ offset, map }: Section, line: number): Section {
  if (offset.line >= line) return { offset: { ...offset, line: offset.line + 1 }, map }
  return { offset, map: insertLine(map, line - offset.line) }
}

function withEmptyLine(mappings: string, line: number): string {
  let index = 0
  for (let before = 0; before < line; before++) {
    const end = mappings.indexOf(';', index)
    // Nothing is mapped from that line on.
    if (end < 0) return mappings
    index = end + 1
  }
  return `${mappings.slice(0, index)};${mappings.slice(index)}`
}
