import { buildSync } from 'esbuild'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../scripts/fuzz-runs.mjs'
import {
  DamagedIndex,
  findSourcePath,
  lookUp,
  MapRefusal,
  openIndex,
  readContext,
  readSourceText,
  type SymbolIndex,
} from './index.ts'
import { readFunctionMap } from './lookup/metro-functions.ts'
import { BoundedSymbolCache } from './lookup/symbol-cache.ts'
import { buildPages, openPages } from './testing/open-map.ts'

const source = 'export class Cart {\n  total(items) { return items.map((one) => one.price) }\n}\nnew Cart().total([])\n'

function bundle(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source, sourcefile: 'src/cart.js' },
    minify: true,
    bundle: true,
    sourcemap: 'external',
    write: false,
    outfile: 'out.js',
  })
  return outputFiles.find(({ path }) => path.endsWith('.map'))!.text
}

const metro = JSON.stringify({
  version: 3,
  sources: ['a.js', 'b.js'],
  names: ['x'],
  mappings: 'AAAAA,GCAC;AACA',
  debugId: 'd',
  x_facebook_sources: [[{ names: ['<global>', 'total'], mappings: 'AAA;CCA' }], null],
  x_hermes_function_offsets: { 0: [0, 12] },
})
const bundled = bundle()
const sections = `{"version":3,"sections":[{"offset":{"line":0,"column":9},"map":${bundled}},{"offset":{"line":7,"column":0},"map":${metro}}]}`
const maps = [bundled, metro, sections].map((map) => Buffer.from(map))

/** Tokens that mean something in a map. */
const pieces = [
  '"',
  '\\',
  '\\u',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ';',
  'null',
  '1e9',
  '-1',
  'g',
  'ggggggD',
  '\0',
  '\ufffd',
  '"mappings":',
  '"sections":[',
]
const mutation = fc.record({
  offset: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
  insert: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }), fc.constant('')),
})
const mutated = fc
  .tuple(fc.constantFrom(...maps), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([map, mutations]) => mutations.reduce(mutate, map))

function mutate(map: Buffer, { offset, remove, insert }: { offset: number; remove: number; insert: string }): Buffer {
  const start = Math.floor(offset * map.length)
  return Buffer.concat([map.subarray(0, start), Buffer.from(insert), map.subarray(start + remove)])
}

/** Reads from every part of an index. */
async function readAll(index: SymbolIndex): Promise<void> {
  for (const line of [1, 2, 8, 9]) {
    for (const column of [1, 5, 60, 200, 4_000_000_000]) await readOriginal(index, line, column)
  }
  for (let one = 0; one < Math.min(4, index.head.sources.count); one++) {
    await readSourceText(index, one)
    await readFunctionMap(index, one)
  }
}

async function readOriginal(index: SymbolIndex, line: number, column: number): Promise<void> {
  const original = await lookUp(index, { line, column })
  if (typeof original === 'string') return
  await findSourcePath(index, original.source)
  await readContext(index, original.source, original)
}

describe('a mutated map', () => {
  it('is indexed within bounds, or refused', async () => {
    const runs = fuzzRuns(12_000)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(mutated, async (map) => {
        const built = await buildPages(map).catch((error: unknown) => error)
        if (built instanceof MapRefusal) refused++
        else {
          const { pages, summary } = built as Awaited<ReturnType<typeof buildPages>>
          expect(summary.bytes).toBeLessThan(map.length + 2_000)
          await readAll(await openPages(pages))
        }
      }),
      { numRuns: runs },
    )
    expect(refused).toBeGreaterThan(runs / 4)
    expect(refused).toBeLessThan(runs)
  })
})

describe('a damaged index', () => {
  it('is reported as such, or read as far as it goes', async () => {
    const built = await Promise.all(maps.map((map) => buildPages(map)))
    const damage = fc.record({ page: fc.nat(1), offset: fc.nat(2_000), byte: fc.nat(255), cut: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...built),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        async ({ pages }, all) => {
          const damaged = all.reduce(spoil, pages)
          const error = await openPages(damaged)
            .then(readAll)
            .catch((thrown: unknown) => thrown)
          if (error !== undefined) expect(error).toBeInstanceOf(DamagedIndex)
        },
      ),
      { numRuns: fuzzRuns(3_000) },
    )
  })

  it('is reported when it is missing, another thing, or of another version', async () => {
    const open = (page: Uint8Array | undefined) =>
      openIndex({ id: 'a', readPage: () => page, cache: new BoundedSymbolCache(1_000) })
    await expect(open(undefined)).rejects.toThrow(DamagedIndex)
    await expect(open(Buffer.from('no index, but of some length'))).rejects.toThrow(DamagedIndex)
    const [page] = (await buildPages(bundled)).pages
    const other = Uint8Array.from(page!)
    other[4] = 99
    await expect(open(other)).rejects.toThrow('its version is 99')
  })
})

function spoil(
  pages: Uint8Array[],
  { page, offset, byte, cut }: { page: number; offset: number; byte: number; cut: boolean },
) {
  const spoiled = pages.map((bytes) => Uint8Array.from(bytes))
  const bytes = spoiled[page % pages.length]!
  bytes[offset % bytes.length] = byte
  if (cut) spoiled[page % pages.length] = bytes.subarray(0, offset % bytes.length)
  return spoiled
}
