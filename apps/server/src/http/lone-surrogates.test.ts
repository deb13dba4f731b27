import { expect, it } from 'vitest'
import { withoutLoneSurrogates } from './lone-surrogates.ts'

const cases: [json: string, read: string][] = [
  [String.raw`"\ud83d\ude00"`, '😀'],
  [String.raw`"a\ud800"`, 'a\ufffd'],
  [String.raw`"\uDC00b"`, '\ufffdb'],
  [String.raw`"\ud800\ud83d\ude00"`, '\ufffd😀'],
  [String.raw`"\ude00\ud83d"`, '\ufffd\ufffd'],
  [String.raw`"\\ud800"`, String.raw`\ud800`],
  [String.raw`"\\\ud800"`, '\\\ufffd'],
  [String.raw`"\n\u00e9é😀"`, '\néé😀'],
]
it.each(cases)('%s is read correctly', (json, read) => {
  expect(JSON.parse(withoutLoneSurrogates(json))).toBe(read)
})
