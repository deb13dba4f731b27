import { SourcemapsError } from './sourcemaps-error.ts'

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

/** Parses a source map; some servers put `)]}'` before it against inclusion as a script. */
export function parseMap(text: string, path: string): SourceMapObject {
  try {
    const map: unknown = JSON.parse(text.replace(/^\uFEFF?(?:\)\]\}'?[^\n]*\n)?/, ''))
    if (isMap(map)) return map
  } catch {
    // reported below
  }
  throw new SourcemapsError(`${path} is not a source map.`)
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
