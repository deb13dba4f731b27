import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { lookUpAddress, openNativeIndex, readDebugFileFacts } from '../index.ts'
import { buildDebugPages, buildIndexFile, indexFileOf } from '../testing/open-debug-file.ts'

interface Case {
  name: string
  file: string
  /** An address, and the calls there, innermost first. */
  expected: [number, ...string[]][]
}

const file = new URL('../../../../conformance/debug-files/native.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }

describe.each(cases)('$name', ({ file: packed, expected }) => {
  const bytes = gunzipSync(Buffer.from(packed, 'base64'))

  it('leads every address to the calls that llvm-symbolizer finds', async () => {
    const index = await openNativeIndex(await buildIndexFile('native_symbols', bytes))
    let inlined = 0
    for (const [address, ...calls] of expected) {
      if (calls.length === 0) continue
      const found = await lookUpAddress(index, address - index.head.base)
      const printed = found!.map(({ function: name, file: path, line }) => `${name} ${path}:${line ?? 0}`)
      // LLVM prints names alone.
      expect(printed.map((call) => call.replace(/^shop::Cart::/, ''))).toEqual(calls)
      if (calls.length > 1) inlined++
    }
    expect(inlined).toBeGreaterThan(3)
    expect(await lookUpAddress(index, 0x7000_0000)).toBeUndefined()
  })

  it('has the id of its build', async () => {
    const { summary } = await buildDebugPages('native_symbols', bytes)
    expect(summary.buildId).toMatch(/^(?:[0-9a-f]{40}|[0-9a-f]{32})$/)
    expect(readDebugFileFacts('native_symbols', bytes)).toEqual({
      buildId: summary.buildId,
      debugId: summary.debugId,
      isUseful: true,
    })
  })
})

it('names methods with their classes and namespaces', async () => {
  const bytes = gunzipSync(Buffer.from(cases[0]!.file, 'base64'))
  const index = await openNativeIndex(await buildIndexFile('native_symbols', bytes))
  const [address] = cases[0]!.expected.find(([, ...calls]) => calls.length === 3)!
  const names = (await lookUpAddress(index, address))!.map(({ function: name }) => name)
  expect(names).toEqual(['shop::Cart::price', 'shop::Cart::add', 'shop::Cart::pay'])
})

it('refuses what has no symbols, and what is none', async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('\x7fELF'),
    Buffer.alloc(64),
    Buffer.from(`\x7fELF\x02\x01${'\0'.repeat(58)}`),
  ])
    await expect(buildDebugPages('native_symbols', bytes)).rejects.toMatchObject({ refused: { code: 'map_broken' } })
})

it('cannot be read by the reader of another kind', async () => {
  const { pages } = await buildDebugPages('jvm_mapping', 'a.B -> c:\n')
  await expect(openNativeIndex(indexFileOf(pages))).rejects.toThrow('it is none')
})
