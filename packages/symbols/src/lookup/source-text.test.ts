import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../scripts/fuzz-text.mjs'
import { readContext, readSourceText } from '../index.ts'
import { openMap } from '../testing/open-map.ts'

const withTexts = (texts: (string | null)[]) => ({
  version: 3,
  sources: texts.map((_, source) => `${source}.js`),
  names: [],
  mappings: '',
  sourcesContent: texts,
})

const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029')
const words = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('x'.repeat(9_000), '– 😀'.repeat(5_000)),
)
const line = words.map((text) => text.replace(/[\n\r\u2028\u2029\ud800-\udfff]/g, '😀'))
const text = fc.array(fc.tuple(line, lineEnd), { maxLength: 30 })

describe('the text of a source', () => {
  it('is read as it was written, with line ends of one kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 6 }), async (all) => {
        const index = await openMap(withTexts(all.map((lines) => lines?.flat().join('') ?? null)))
        for (const [source, lines] of all.entries()) {
          const expected = lines
            ?.flat()
            .join('')
            .replace(/\r\n|[\r\u2028\u2029]/g, '\n')
          expect(await readSourceText(index, source)).toBe(expected)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('gives five lines around each line', async () => {
    const lines = Array.from({ length: 3_000 }, (_, number) => `line ${number + 1} ${'–'.repeat(number % 40)}`)
    const index = await openMap(withTexts(['before', lines.join('\n'), null, 'behind']))
    for (const number of [1, 2, 6, 1_500, 2_995, 3_000]) {
      const context = await readContext(index, 1, { line: number, column: 1 })
      const expected = lines.slice(Math.max(0, number - 6), number + 5)
      expect(context?.map((one) => one.text)).toEqual(expected)
      expect(context?.find((one) => one.line === number)?.text).toBe(lines[number - 1])
    }
    expect(await readContext(index, 1, { line: 3_001, column: 1 })).toBeUndefined()
    expect(await readContext(index, 2, { line: 1, column: 1 })).toBeUndefined()
    expect((await readContext(index, 3, { line: 1, column: 1 }))?.[0]?.text).toBe('behind')
  })

  it('cuts a long line around the column', async () => {
    const long = Array.from({ length: 60_000 }, (_, number) => `é${number} `).join('')
    const index = await openMap(withTexts([`short\n${long}\nend`]))
    for (const column of [1, 100, 16_000, 200_000, long.length - 3]) {
      const [, hit] = (await readContext(index, 0, { line: 2, column }))!
      const start = Math.max(0, column - 1 - 250)
      expect(hit).toEqual({ line: 2, text: long.slice(start, start + 500), column: start + 1 })
    }
    expect((await readContext(index, 0, { line: 3, column: 1 }))?.[1]?.text).toBe(long.slice(0, 500))
  })
})
