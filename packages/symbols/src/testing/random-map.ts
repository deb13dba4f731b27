import fc from 'fast-check'

/** A segment: generated column, then source, original line, original column, then name. */
export type Segment = number[]

export interface BasicMap {
  version: 3
  sourceRoot?: string
  sources: (string | null)[]
  sourcesContent?: (string | null)[]
  names: string[]
  mappings: string
}

/** Segments of a line with many equal columns, and in any order. */
const segment = fc.oneof(
  fc.tuple(fc.nat(40)),
  fc.tuple(fc.nat(40), fc.nat(2), fc.nat(9), fc.nat(1_000)),
  fc.tuple(fc.nat(400), fc.nat(2), fc.nat(90_000), fc.nat(70_000), fc.nat(2)),
)
const line = fc.array(segment, { maxLength: 100 })

/** Maps of three sources and three names, with hard mappings. */
export const basicMap: fc.Arbitrary<BasicMap> = fc
  .record({ lines: fc.array(line, { maxLength: 6 }), sourceRoot: fc.constantFrom('', 'src', 'src/') })
  .map(({ lines, sourceRoot }) => ({
    version: 3,
    sourceRoot,
    sources: ['a.js', 'b.js', 'c.js'],
    names: ['one', 'two', 'three'],
    mappings: encodeMappings(lines),
  }))

/** Writes segments, in the order given, as `mappings`. */
export function encodeMappings(lines: Segment[][]): string {
  const last = [0, 0, 0, 0, 0]
  return lines
    .map((segments) => {
      last[0] = 0
      return segments.map((fields) => fields.map((value, field) => encodeVlq(value, last, field)).join('')).join(',')
    })
    .join(';')
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function encodeVlq(value: number, last: number[], field: number): string {
  const delta = value - last[field]!
  last[field] = value
  let rest = delta < 0 ? -delta * 2 + 1 : delta * 2
  let text = ''
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += digits[(rest % 32) + 32]
  return text + digits[rest]
}
