import { buildSync } from 'esbuild'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSourcePath, lookUp, MapRefusal, readContext, readSourceText } from './index.ts'
import { buildPages, openMap } from './testing/open-map.ts'

const map = {
  version: 3,
  sources: ['a.js', null],
  sourcesContent: ['one\ntwo', null],
  names: ['é"\n\\'],
  mappings: 'AAAA,CACAA,C;EAAC',
}

describe('a map', () => {
  it('leads a minified position to the line its author wrote', async () => {
    const source =
      'export function total(items) {\n  const sum = items.length\n  throw new Error("no " + sum)\n}\ntotal([])\n'
    const { outputFiles } = buildSync({
      stdin: { contents: source, sourcefile: 'src/cart.js' },
      minify: true,
      bundle: true,
      sourcemap: 'external',
      write: false,
      outfile: 'out.js',
    })
    const [file, code] = outputFiles.sort((one, other) => other.path.length - one.path.length)
    const index = await openMap(file!.contents)
    const original = await lookUp(index, { line: 1, column: code!.text.indexOf('new Error') + 1 })
    expect(original).toMatchObject({ source: 0, line: 3, column: 9 })
    const context = await readContext(index, 0, { line: 3, column: 9 })
    expect(context?.map(({ text }) => text)).toEqual(source.split('\n'))
  })

  it('may begin with a byte order mark, or with )]}′', async () => {
    for (const before of ['\ufeff', ")]}'\n", ")]}',,\n", "\ufeff)]}'\n", ' \n']) {
      const index = await openMap(before + JSON.stringify(map))
      expect(await lookUp(index, { line: 1, column: 1 })).toMatchObject({ source: 0 })
    }
  })

  it('may have its members in any order, and unknown ones', async () => {
    const order = fc.shuffledSubarray(Object.keys(map), { minLength: 5 })
    await fc.assert(
      fc.asyncProperty(order, fc.jsonValue(), async (keys, extra) => {
        const members: [string, unknown][] = keys.map((key) => [key, map[key as keyof typeof map]])
        const index = await openMap(Object.fromEntries([['x_extra', extra], ...members, ['file', 'a.min.js']]))
        expect(await lookUp(index, { line: 1, column: 2 })).toMatchObject({
          source: 0,
          line: 2,
          column: 1,
          name: 'é"\n\\',
        })
        expect(await readSourceText(index, 0)).toBe('one\ntwo')
      }),
    )
  })

  it('may come in pieces of any size', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...map, sourcesContent: ['naïve 😀\r\nline\u2028end\r', 'b'] }))
    const { pages } = await buildPages(bytes)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
        const ends = [0, ...cuts.sort((one, other) => one - other), bytes.length]
        const pieces = ends.slice(1).map((end, piece) => bytes.subarray(ends[piece], end))
        expect((await buildPages(pieces)).pages).toEqual(pages)
      }),
    )
    expect((await buildPages(Array.from(bytes, (byte) => Uint8Array.of(byte)))).pages).toEqual(pages)
  })

  it('may write characters as escapes', async () => {
    const text = 'é"/\\\n\t\u2028😀\u0000\ud83d plain'
    const escaped = [...text].map((character) =>
      [...Array(character.length).keys()]
        .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
        .join(''),
    )
    for (const written of [escaped.join(''), JSON.stringify(text).slice(1, -1)]) {
      const index = await openMap(`{"version":3,"sources":["${written}"],"names":[],"mappings":"A\\u0041AA"}`)
      expect(await findSourcePath(index, 0)).toBe('é"/\\\n\t\u2028😀 \ufffd plain')
    }
  })

  it('without names, texts, or anything at all leads nowhere', async () => {
    const bare = await openMap({ version: 3, sources: [], names: [], mappings: '' })
    expect(await lookUp(bare, { line: 1, column: 1 })).toBe('after_last_line')
    const lines = await openMap({ version: 3, sources: ['a'], mappings: ';;AAAA,C' })
    expect(await lookUp(lines, { line: 2, column: 9 })).toBe('not_on_line')
    expect(await lookUp(lines, { line: 3, column: 9 })).toBe('made_by_bundler')
    expect(await lookUp(lines, { line: 4, column: 1 })).toBe('after_last_line')
    expect(await readContext(lines, 0, { line: 1, column: 1 })).toBeUndefined()
  })

  it('says its debug id in both spellings, and whether it leads from bytecode', async () => {
    const id = '85314830-023f-4cf1-a267-535f4e37bb17'
    for (const key of ['debugId', 'debug_id']) {
      expect((await buildPages(JSON.stringify({ ...map, [key]: id }))).summary.debugId).toBe(id)
    }
    const { summary } = await buildPages(JSON.stringify({ ...map, x_hermes_function_offsets: { 0: [0, 7] } }))
    expect(summary).toMatchObject({ isHermes: true, tokens: 4, sources: 2, sourcesWithText: 1, names: 1 })
  })

  it('joins its root with the paths, wherever it stands', async () => {
    for (const root of ['../src', '../src/']) {
      expect(await findSourcePath(await openMap({ ...map, sourceRoot: root }), 0)).toBe('../src/a.js')
    }
    expect(await findSourcePath(await openMap({ ...map, sourceRoot: null }), 0)).toBe('a.js')
  })

  it('marks the sources of its ignore list', async () => {
    for (const key of ['ignoreList', 'x_google_ignoreList']) {
      expect([...(await openMap({ ...map, [key]: [1] })).head.ignored]).toEqual([0, 1])
    }
  })
})

describe('a map is refused, with the reason,', () => {
  const refusals: [unknown, string][] = [
    ['', '{ expected'],
    ['<!doctype html>', '{ expected'],
    ['[]', '{ expected'],
    [`)]}'${' '.repeat(2_000)}{}`, 'a line without an end before the map'],
    [")]}'", 'a line without an end before the map'],
    ['{"version":3', '} expected'],
    ['{"version":3,"sources":["a', 'the file ends within a string'],
    ['{"version":3,"sources":["\\x"]', 'an unknown escape within a string'],
    ['{"version":3,"sources":["a\n"]', 'a control character within a string'],
    [`${JSON.stringify(map)}x`, 'the file continues after the map'],
    [{ ...map, version: 2 }, 'version 3 expected'],
    [{ version: 3, sources: [] }, 'either mappings or sections expected'],
    [{ ...map, sections: [] }, 'either mappings or sections expected'],
    ['{"mappings":"","mappings":""}', 'mappings stands in the map twice'],
    [{ ...map, sources: [7] }, 'null or a string expected'],
    [{ ...map, mappings: 'AA' }, 'a segment of two or three fields in mappings'],
    [{ ...map, mappings: 'AAAAAA' }, 'a segment of more than five fields in mappings'],
    [{ ...map, mappings: 'ggggggggA' }, 'a number of more than seven digits in mappings'],
    [{ ...map, mappings: 'g' }, 'an unfinished number in mappings'],
    [{ ...map, mappings: 'A!' }, 'a character that is not allowed in mappings'],
    [{ ...map, mappings: 'D' }, 'a position out of range in mappings'],
    [{ ...map, mappings: 'ggggggH' }, 'a position out of range in mappings'],
    [{ ...map, mappings: 'AEAA' }, 'mappings name source 2 of 2'],
    [{ ...map, mappings: 'AAAAC' }, 'mappings use name 1 of 1'],
    [{ version: 3, sections: [{ map }] }, 'a section is one offset, then one map'],
    [{ version: 3, sections: [{ offset: {} }] }, 'a section without its map'],
    [{ version: 3, sections: [{ offset: {}, url: 'a.map' }] }, 'a section refers to another file'],
    [{ version: 3, sections: [{ offset: {}, map: { version: 3, sections: [] } }] }, 'a section within a section'],
    [{ ...map, x: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) }, 'values are nested too deeply'],
  ]

  it.each(refusals)('%j', async (input, detail) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    const refusal = await buildPages(text).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(MapRefusal)
    expect((refusal as MapRefusal).refused).toMatchObject({ code: 'map_broken', detail })
    expect((refusal as MapRefusal).refused).toHaveProperty('byte')
  })

  it('when its sections overlap', async () => {
    const section = (line: number) => ({ offset: { line, column: 0 }, map: { ...map, mappings: 'AAAA' } })
    const many = { ...map, mappings: `AAAA${',CAAA'.repeat(70_000)}` }
    const overlapping = [{ offset: { line: 3, column: 0 }, map: many }, section(2)]
    await expect(buildPages(JSON.stringify({ version: 3, sections: overlapping }))).rejects.toThrow('sections overlap')
  })

  it('when it is beyond a limit', async () => {
    const limits = { fileBytes: 100, tokens: 3, sources: 1, names: 0, sourceBytes: 6, sections: 1 }
    const sections = { version: 3, sections: [1, 2].map((line) => ({ offset: { line, column: 0 }, map })) }
    for (const [limit, maximum] of Object.entries(limits)) {
      const input = JSON.stringify(limit === 'sections' ? sections : map)
      const refusal = (await buildPages(input, { [limit]: maximum }).catch((error: unknown) => error)) as MapRefusal
      expect(refusal.refused).toEqual({ code: 'too_large', limit, maximum })
    }
  })
})
