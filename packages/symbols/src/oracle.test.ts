import { AnyMap, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../scripts/fuzz-runs.mjs'
import { findSourcePath, lookUp, type SymbolIndex } from './index.ts'
import { openMap } from './testing/open-map.ts'
import { basicMap, encodeMappings } from './testing/random-map.ts'

/** The original of a position in our words: source, line, column and name, or nothing. Counts as frames do, from 1. */
async function ours(index: SymbolIndex, line: number, column: number) {
  const original = await lookUp(index, { line, column })
  if (typeof original === 'string') return undefined
  const { source, name } = original
  return [await findSourcePath(index, source), original.line, original.column, name]
}

function theirs(map: TraceMap, line: number, column: number) {
  const {
    source,
    line: originalLine,
    column: originalColumn,
    name,
  } = originalPositionFor(map, { line, column: column - 1 })
  return source === null ? undefined : [source, originalLine, originalColumn + 1, name ?? undefined]
}

async function agree(map: object, lines: number, columns: number[]) {
  const index = await openMap(map)
  const oracle = new AnyMap(JSON.stringify(map))
  const positions = Array.from({ length: lines }, (_, line) =>
    columns.map((column) => [line + 1, column] as const),
  ).flat()
  const own: unknown[] = []
  for (const [line, column] of positions) own.push([line, column, await ours(index, line, column)])
  expect(own).toEqual(positions.map(([line, column]) => [line, column, theirs(oracle, line, column)]))
}

/** The columns at which random maps have their segments, and some between. */
const columns = [...Array.from({ length: 42 }, (_, column) => column + 1), 99, 100, 250, 400, 401, 402, 100_000]

describe('lookup agrees with trace-mapping', () => {
  it('on random maps, with equal, unsorted and unmapped segments', async () => {
    await fc.assert(
      fc.asyncProperty(basicMap, (map) => agree(map, 7, columns)),
      { numRuns: fuzzRuns(200, 50) },
    )
  })

  it('on random sections, which may begin in mid-line and be cut by the next one', async () => {
    const offset = fc.record({ line: fc.nat(4), column: fc.nat(60) })
    const sections = fc.array(fc.record({ offset, map: basicMap }), { maxLength: 5 })
    const ascending = sections.map((all) =>
      all.sort((one, other) => one.offset.line - other.offset.line || one.offset.column - other.offset.column),
    )
    await fc.assert(
      fc.asyncProperty(ascending, (all) => agree({ version: 3, sections: all }, 12, columns)),
      { numRuns: fuzzRuns(200, 50) },
    )
  })

  it('where one position has more segments than a block', async () => {
    const segments = Array.from({ length: 300 }, (_, line) => [7, 0, line, 1])
    for (const before of [0, 1, 63, 64, 65]) {
      const first = Array.from({ length: before }, () => [3, 0, 5, 5])
      const map = { version: 3, sources: ['a.js'], names: [], mappings: encodeMappings([[...first, ...segments]]) }
      await agree(map, 2, [1, 3, 4, 5, 7, 8, 9])
    }
  })

  it('on a line of 200,000 segments', async () => {
    const segments = Array.from({ length: 200_000 }, (_, number) => [number * 3, number % 3, number >> 4, number & 15])
    const map = { version: 3, sources: ['a', 'b', 'c'], names: [], mappings: encodeMappings([segments]) }
    await agree(map, 1, [1, 2, 300_000, 300_001, 300_002, 599_998, 600_000, 700_000])
  })
})
