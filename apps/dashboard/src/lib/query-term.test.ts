import { parseIssueQuery } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { queryTerm, tagKey } from './query-term.ts'

it.each([
  ['plan', 'gold'],
  ['my key', 'two words'],
  ['a:b', 'c:d'],
  ['quote"', 'back\\slash "x"'],
  ['path', '/checkout/:step?x=1'],
  ['dash', '-1'],
  ['script', '<b>&amp;'],
])('a tag %s with the value %s is read back by the language', (name, value) => {
  const parsed = parseIssueQuery(queryTerm(tagKey(name), value))
  expect(parsed).toEqual({ ok: true, terms: [{ key: 'tag', name, value, not: false }] })
})
