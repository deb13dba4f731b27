import { describe, expect, it } from 'vitest'
import {
  createFunctionStore,
  explainReason,
  type GeneratedFile,
  type GeneratedFrame,
  type Reason,
  type ResolvedFrame,
  resolveStack,
} from '../index.ts'
import { openMap } from '../testing/open-map.ts'
import { encodeMappings } from '../testing/random-map.ts'

const text = 'class Cart {\n  total() {\n    throw 1\n  }\n}\n'
const map = {
  version: 3,
  sources: ['webpack://shop/./src/cart.ts', 'node_modules/a.js'],
  names: ['total', 'items'],
  sourcesContent: [text, null],
  mappings: encodeMappings([[[0], [10, 0, 2, 4], [20, 1, 6, 1, 0], [30, 0, 0, 0, 1]]]),
}

async function fileOf(one: object): Promise<GeneratedFile> {
  return { index: await openMap(one), functions: createFunctionStore() }
}

async function reasonOf(one: object, frame: GeneratedFrame): Promise<Reason | undefined> {
  const file = await fileOf(one)
  const [resolved] = await resolveStack([frame], async () => file)
  return resolved!.reason
}

describe('a resolved frame', () => {
  it('has file, position, function and context of its source', async () => {
    const file = await fileOf(map)
    const [frame] = await resolveStack([{ line: 1, column: 15 }], async () => file)
    expect(frame).toMatchObject({
      state: 'resolved',
      function: 'Cart.total',
      file: 'src/cart.ts',
      rawFile: map.sources[0],
      line: 3,
      column: 5,
      inApp: true,
    })
    expect((frame as ResolvedFrame).context?.map((line) => line.text)).toEqual(text.split('\n'))
    expect(frame).not.toHaveProperty('reason')
  })

  it('without text is named by its caller, unless it is anonymous', async () => {
    const file = await fileOf(map)
    const name = async (frame: GeneratedFrame, caller: GeneratedFrame) =>
      ((await resolveStack([frame, caller], async () => file))[0] as ResolvedFrame).function
    expect(await name({ function: 't', line: 1, column: 21 }, { line: 1, column: 31 })).toBe('items')
    expect(await name({ line: 1, column: 21 }, { line: 1, column: 31 })).toBe('<anonymous>')
    expect(await name({ function: 't', line: 1, column: 21 }, { line: 1, column: 11 })).toBe('t')
  })

  it('of Dart is named by its own token, which has the function around it', async () => {
    const file = await fileOf({ ...map, sources: ['../bin/shop.dart', 'org-dartlang-sdk:///sdk/lib/core/list.dart'] })
    const frames = [
      { function: 'a', line: 1, column: 21 },
      { function: 'b', line: 1, column: 31 },
      { function: 'c', line: 1, column: 11 },
    ]
    expect(await resolveStack(frames, async () => file)).toMatchObject([
      { function: 'total', file: 'dart:core/list.dart', inApp: false },
      { function: 'items', file: 'bin/shop.dart', inApp: true },
      { function: 'c' },
    ])
  })

  it('stays as it is on lines that a compiler of Dart made itself, and no upload helps', async () => {
    const dart = {
      ...map,
      sources: ['../bin/shop.dart'],
      mappings: encodeMappings([[[0, 0, 1, 0]], [], [[0, 0, 2, 0]]]),
    }
    const reason = await reasonOf(dart, { line: 2, column: 5 })
    expect(reason).toMatchObject({ code: 'position_outside', cause: 'made_by_bundler' })
    expect(await reasonOf({ ...dart, sources: ['shop.ts'] }, { line: 2, column: 5 })).toMatchObject({
      cause: 'not_on_line',
    })
  })

  it('of a library, or of an ignored source, is not the customer’s', async () => {
    const file = await fileOf(map)
    expect(await resolveStack([{ line: 1, column: 21 }], async () => file)).toMatchObject([{ inApp: false }])
    const ignoring = await fileOf({ ...map, ignoreList: [0] })
    expect(await resolveStack([{ line: 1, column: 11 }], async () => ignoring)).toMatchObject([{ inApp: false }])
  })

  it('costs one parse of its source, ever', async () => {
    const functions = createFunctionStore()
    const written: unknown[] = []
    const counting = {
      read: functions.read,
      write: async (key: number | 'minified', row: Uint8Array) => {
        written.push(key)
        await functions.write(key, row)
      },
    }
    for (let time = 0; time < 3; time++) {
      const file = { index: await openMap(map), functions: counting }
      const [frame] = await resolveStack([{ line: 1, column: 11 }], async () => file)
      expect((frame as ResolvedFrame).function).toBe('Cart.total')
    }
    expect(written).toEqual([0])
  })
})

describe('the reason of a frame is', () => {
  it('no_position without line or column', async () => {
    for (const frame of [{}, { line: 1 }, { line: 0, column: 0 }]) {
      expect(await reasonOf(map, frame)).toEqual({ code: 'no_position' })
    }
  })

  it('position_outside where the map has nothing', async () => {
    const outside = { code: 'position_outside', last_line: 1 }
    expect(await reasonOf(map, { line: 2, column: 1 })).toMatchObject({ ...outside, cause: 'after_last_line' })
    expect(await reasonOf(map, { line: 1, column: 5 })).toMatchObject({ ...outside, cause: 'made_by_bundler' })
    const later = { ...map, mappings: encodeMappings([[], [[5, 0, 0, 0]]]) }
    expect(await reasonOf(later, { line: 2, column: 5 })).toMatchObject({ cause: 'not_on_line', line: 2, column: 5 })
  })

  it('no_source_text where the position is known without text', async () => {
    expect(await reasonOf(map, { line: 1, column: 21 })).toEqual({ code: 'no_source_text', source: map.sources[1] })
  })

  it('map_broken where the text is not that of the map', async () => {
    const short = { ...map, sourcesContent: ['one line', null] }
    expect(await reasonOf(short, { line: 1, column: 11 })).toMatchObject({ code: 'map_broken' })
  })

  it('hermes_map_not_composed where bytecode meets half of its map', async () => {
    const frame = { line: 1, column: 11, isBytecode: true }
    const hermes = { x_hermes_function_offsets: { 0: [0, 10] } }
    const lines = { ...map, mappings: encodeMappings([[[0, 0, 0, 0]], [[10, 0, 2, 4]]]) }
    const compiler = { ...map, sources: ['index.android.bundle'], sourcesContent: [], mappings: 'AAAA', ...hermes }
    expect(await reasonOf(lines, frame)).toEqual({ code: 'hermes_map_not_composed', map: 'metro' })
    expect(await reasonOf(compiler, frame)).toEqual({ code: 'hermes_map_not_composed', map: 'hermesc' })
    expect(await reasonOf({ ...map, ...hermes }, frame)).toBeUndefined()
    expect(await reasonOf(lines, { line: 2, column: 11 })).toBeUndefined()
  })

  it('that of the search for its file', async () => {
    const reason: Reason = { code: 'debug_id_unknown', debug_id: 'd' }
    expect(await resolveStack([{ line: 1, column: 1 }], async () => reason)).toEqual([{ state: 'unresolved', reason }])
  })
})

describe('a reason', () => {
  const reasons: Reason[] = [
    { code: 'no_map', tried: ['debug id d', '~/a.js'] },
    { code: 'wrong_release', file: 'a.js', release: '1.4', found: ['1.3'] },
    { code: 'dist_differs', file: 'a.js', dist: '7', found: ['8'] },
    { code: 'debug_id_unknown', debug_id: 'd' },
    { code: 'no_debug_id', debug_id: 'd' },
    { code: 'map_missing_for_file', file: 'a.js', map: 'a.js.map' },
    { code: 'map_broken', detail: '} expected', byte: 7 },
    { code: 'position_outside', line: 2, column: 1, last_line: 1, cause: 'after_last_line' },
    { code: 'map_of_other_build', file: '~/a.js', checked: 7, at_start: 1 },
    { code: 'map_unsure', file: '~/a.js', checked: 0, at_start: 0 },
    { code: 'map_unsure', file: '~/a.js', checked: 3, at_start: 1 },
    { code: 'no_map', tried: ['~/srv/a.js'], near: ['~/a.js'], prefix: '~/srv/' },
    { code: 'hermes_map_not_composed', map: 'metro' },
    { code: 'no_position' },
    { code: 'no_source_text', source: 'a.ts' },
    { code: 'ambiguous', found: ['one', 'other'] },
    { code: 'too_large', limit: 'tokens', maximum: 32_000_000 },
    { code: 'evicted', file: 'a.js' },
    { code: 'indexing' },
    { code: 'failed', step: 'functions' },
  ]

  it.each(reasons)('is explained: $code', (reason) => {
    const { sentence } = explainReason(reason)
    expect(sentence).toMatch(/^[A-Za-z].*\.$/)
    expect(sentence).not.toMatch(/undefined|\[object/)
  })

  it('quotes what a client sent, so that its command can be pasted', () => {
    const reason: Reason = { code: 'wrong_release', file: 'a.js', release: "1'; rm -rf ~ #", found: ['1.3'] }
    expect(explainReason(reason).command).toBe("bugle sourcemaps upload . --release '1'\\''; rm -rf ~ #'")
  })
})
