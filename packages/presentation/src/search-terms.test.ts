import { expect, it } from 'vitest'
import { suggestionsOf } from './search-terms.ts'
import { termAt } from './term-at.ts'

const termsFor = (text: string, found?: Parameters<typeof suggestionsOf>[1]) =>
  suggestionsOf(termAt(text, text.length), found).map(({ term }) => term)

it('suggests keys, and the tags of a project', () => {
  expect(termsFor('lev')).toEqual(['level:'])
  expect(termsFor('brow', { keys: ['tag.browser', 'level'] })).toEqual(['tag.browser:'])
})

it('suggests the values of a project, and across projects those known without one', () => {
  expect(termsFor('level:fa')).toEqual(['level:fatal'])
  expect(termsFor('tag.browser:Sa')).toEqual([])
  expect(termsFor('tag.browser:Sa', { values: [{ term: 'tag.browser:Safari', count: 3 }] })).toEqual([
    'tag.browser:Safari',
  ])
})
