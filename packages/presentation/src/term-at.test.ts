import { expect, it } from 'vitest'
import { termAt, withoutOpenTerm, withTerm } from './term-at.ts'

const at = (marked: string) => termAt(marked.replace('|', ''), marked.indexOf('|'))

it.each([
  ['|', undefined, ''],
  ['env|', undefined, 'env'],
  ['declined env|', undefined, 'env'],
  ['environment:|', 'environment', ''],
  ['level:error environment:pro| is:new', 'environment', 'pro'],
  ['!release:1|', 'release', '1'],
  ['release:"1.0 (4|', 'release', '1.0 (4'],
  ['tag."my:key":v|', 'tag."my:key"', 'v'],
  ['"two words|', undefined, 'two words'],
])('%s is about %s and %s', (marked, key, part) => expect(at(marked)).toMatchObject({ key, part }))

it('replaces only the term by the chosen suggestion', () => {
  const text = 'declined !env is:new'
  expect(withTerm(text, termAt(text, 13), 'environment:')).toEqual({ text: 'declined !environment: is:new', caret: 22 })
  expect(withTerm('lev', termAt('lev', 3), 'level:error')).toEqual({ text: 'level:error ', caret: 12 })
})

it('leaves out the term whose value is still to be typed', () => {
  expect(withoutOpenTerm('level:')).toBe('')
  expect(withoutOpenTerm('is:new !level:')).toBe('is:new')
  expect(withoutOpenTerm('is:new cart')).toBe('is:new cart')
  expect(withoutOpenTerm('message:"at 12:"')).toBe('message:"at 12:"')
})
