import { expect, it } from 'vitest'
import { csvLine, csvPages } from './csv.ts'

it('quotes what would end a cell, and disarms what a spreadsheet would run', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 7])).toBe('a,"b,c","say ""hi""","two\nlines",,7\r\n')
  for (const text of ['=1+1', '+1', '-1', '@A1', '\t=1']) expect(csvLine([text])).toBe(`'${text}\r\n`)
})

it('writes page after page below one head', async () => {
  async function* pages() {
    yield [1, 2]
    yield []
    yield [3]
  }
  const parts = []
  for await (const part of csvPages(['n'], pages(), (n) => [n])) parts.push(part)
  expect(parts).toEqual(['n\r\n', '1\r\n2\r\n', '3\r\n'])
})
