import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../scripts/fuzz-runs.mjs'
import {
  DamagedIndex,
  type DebugFile,
  type IndexFile,
  lookUpAddress,
  MapRefusal,
  openMappingIndex,
  openNativeIndex,
  restoreNames,
  retraceStack,
} from '../index.ts'
import { buildDebugPages, indexFileOf } from '../testing/open-debug-file.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../conformance/debug-files/${name}`, import.meta.url), 'utf8'))
const native: Buffer[] = read('native.json').cases.map(({ file }: { file: string }) =>
  gunzipSync(Buffer.from(file, 'base64')),
)
const mappings: Buffer[] = read('proguard.json').cases.map(({ mapping }: { mapping: string }) => Buffer.from(mapping))
const names = Buffer.from(
  JSON.stringify(Array.from({ length: 200 }, (_, number) => [`Class${number}`, `aa${number}`]).flat()),
)

/** Numbers that counts, sizes and offsets may be made of. */
const extremes = [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0xffffffff]
const change = fc.record({
  at: fc.noBias(fc.nat(999_999)).map((number) => number / 1_000_000),
  value: fc.oneof(fc.constantFrom(...extremes), fc.nat(255)),
  bytes: fc.constantFrom(1, 2, 4),
  // Rarely: little is left of a file behind a cut.
  cut: fc.noBias(fc.integer({ min: 0, max: 39 })).map((number) => number === 0),
})
const changes = fc.array(change, { minLength: 1, maxLength: 4 })
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function mutate(bytes: Buffer, all: readonly Change[]): Buffer {
  let changed = Buffer.from(bytes)
  for (const { at, value, bytes: width, cut } of all) {
    const offset = Math.floor(at * Math.max(1, changed.length - 4))
    if (cut) changed = changed.subarray(0, offset)
    else if (offset + width <= changed.length) changed.writeUIntLE(value % 2 ** (8 * width), offset, width)
  }
  return changed
}

async function readAll(kind: DebugFile, file: IndexFile): Promise<void> {
  if (kind === 'native_symbols') {
    const index = await openNativeIndex(file)
    for (const address of [0, 0x1060, 0x10a0, 0x3f00, 0x1180, 0xffffffff]) await lookUpAddress(index, address)
    return
  }
  const index = await openMappingIndex(file)
  const frames = ['shop.a', 'shop.b', 'shop.b$a', 'shop.Main'].flatMap((className) =>
    ['a', 'b', '<init>', 'main'].map((method) => ({ className, method, line: 16 })),
  )
  await retraceStack(index, frames, 'java.lang.Error')
  await restoreNames(index, 'shop.a shop.b')
}

describe.each<{ kind: DebugFile; files: Buffer[]; numRuns: number }>([
  { kind: 'native_symbols', files: native, numRuns: fuzzRuns(2500) },
  { kind: 'jvm_mapping', files: mappings, numRuns: fuzzRuns(1500) },
  { kind: 'dart_names', files: [names], numRuns: 300 },
])('a mutated file of $kind', ({ kind, files, numRuns }) => {
  it('is indexed within bounds, or refused', async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), changes, async (file, all) => {
        const built = await buildDebugPages(kind, mutate(file, all)).catch((error: unknown) => error)
        if (built instanceof MapRefusal) refused++
        else {
          const { pages, summary } = built as Awaited<ReturnType<typeof buildDebugPages>>
          expect(summary.bytes).toBeLessThan(2 * file.length + 20_000)
          await readAll(kind, indexFileOf(pages))
        }
      }),
      { numRuns },
    )
    expect(refused).toBeGreaterThan(numRuns / 100)
    expect(refused).toBeLessThan(numRuns)
  })

  it('has an index that is reported as damaged, or read as far as it goes', async () => {
    const { pages } = await buildDebugPages(kind, files[0]!)
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(3), async (all, page) => {
        const damaged = pages.map((one, number) =>
          number === page % pages.length ? mutate(Buffer.from(one), all) : one,
        )
        const error = await readAll(kind, indexFileOf(damaged)).catch((thrown: unknown) => thrown)
        if (error !== undefined) expect(error).toBeInstanceOf(DamagedIndex)
      }),
      { numRuns: fuzzRuns(500) },
    )
  })
})

/** An ELF file of 64 bits with these sections. */
function elfOf(sections: Record<string, Buffer>): Buffer {
  const entries = [['', Buffer.alloc(0)] as const, ...Object.entries(sections)]
  const texts = Buffer.from(`\0${[...Object.keys(sections), '.shstrtab'].join('\0')}\0`)
  const all = [...entries, ['.shstrtab', texts] as const]
  let offset = 64
  const headers = all.map(([name, bytes]) => {
    const header = Buffer.alloc(64)
    header.writeUInt32LE(name === '' ? 0 : texts.indexOf(`\0${name}\0`) + 1, 0)
    header.writeUInt32LE(name === '' ? 0 : 1, 4)
    header.writeBigUInt64LE(BigInt(offset), 24)
    header.writeBigUInt64LE(BigInt(bytes.length), 32)
    offset += bytes.length
    return header
  })
  const head = Buffer.alloc(64)
  Buffer.from('7f454c4602010100', 'hex').copy(head)
  head.writeBigUInt64LE(BigInt(offset), 40)
  head.writeUInt16LE(64, 58)
  head.writeUInt16LE(all.length, 60)
  head.writeUInt16LE(all.length - 1, 62)
  return Buffer.concat([head, ...all.map(([, bytes]) => bytes), ...headers])
}

/** A unit of version 4 with these entries. */
function unitOf(entries: Buffer): Buffer {
  const head = Buffer.alloc(11)
  head.writeUInt32LE(7 + entries.length, 0)
  head.writeUInt16LE(4, 4)
  head.writeUInt8(8, 10)
  return Buffer.concat([head, entries])
}

describe('a crafted file', () => {
  // Unit with children; a subprogram with a name that refers to an entry, at an address.
  const abbreviations = Buffer.from([
    ...[1, 0x11, 1, 0, 0],
    ...[2, 0x2e, 0, 0x31, 0x13, 0x11, 0x01, 0x12, 0x06, 0, 0],
    ...[0],
  ])
  const subprogram = (origin: number) => {
    const entry = Buffer.alloc(17)
    entry.writeUInt8(2, 0)
    entry.writeUInt32LE(origin, 1)
    entry.writeBigUInt64LE(0x1000n, 5)
    entry.writeUInt32LE(0x100, 13)
    return entry
  }

  it('ends where entries refer to themselves, and to each other', async () => {
    const entries = Buffer.concat([
      Buffer.from([1]),
      subprogram(12),
      subprogram(12 + 34),
      subprogram(12 + 17),
      Buffer.from([0]),
    ])
    const elf = elfOf({ '.debug_info': unitOf(entries), '.debug_abbrev': abbreviations })
    const { pages } = await buildDebugPages('native_symbols', elf)
    const index = await openNativeIndex(indexFileOf(pages))
    expect(await lookUpAddress(index, 0x1000)).toEqual([{ function: '', file: '' }])
  })

  it('is refused when its tables overlap without end', async () => {
    // Every unit reads a table of abbreviations that begins one byte later and continues to the end.
    const table = Buffer.alloc(300_000, 0x81)
    const units = Buffer.concat(
      Array.from({ length: 5000 }, (_, number) => {
        const unit = unitOf(Buffer.from([1]))
        unit.writeUInt32LE(number * 2, 6)
        return unit
      }),
    )
    const elf = elfOf({ '.debug_info': units, '.debug_abbrev': table })
    await expect(buildDebugPages('native_symbols', elf)).rejects.toBeInstanceOf(MapRefusal)
  })

  it.each([
    ['a unit that is longer than its section', { '.debug_info': Buffer.from('ffffff7f040000000000080100', 'hex') }],
    ['a number without end', { '.debug_info': unitOf(Buffer.alloc(20, 0xff)), '.debug_abbrev': abbreviations }],
    [
      'a number without end in its abbreviations',
      { '.debug_info': unitOf(Buffer.from([1])), '.debug_abbrev': Buffer.alloc(40, 0xff) },
    ],
    ['an entry of no kind', { '.debug_info': unitOf(Buffer.from([9])), '.debug_abbrev': abbreviations }],
  ])('is refused: %s', async (_, sections) => {
    await expect(buildDebugPages('native_symbols', elfOf(sections))).rejects.toMatchObject({
      refused: { code: 'map_broken' },
    })
  })

  it('is refused when a line of a mapping never ends, or one class has millions of methods', async () => {
    await expect(buildDebugPages('jvm_mapping', `a.B -> c:\n    ${'x'.repeat(2_000_000)}`)).rejects.toBeInstanceOf(
      MapRefusal,
    )
    const methods = '    1:1:void aMethodOfSomeLength():1:1 -> a\n'.repeat(400_000)
    await expect(buildDebugPages('jvm_mapping', `a.B -> c:\n${methods}`)).rejects.toMatchObject({
      refused: { code: 'too_large', limit: 'classBytes' },
    })
  })
})
