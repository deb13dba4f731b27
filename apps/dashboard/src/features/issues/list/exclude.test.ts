import { expect, it } from 'vitest'
import { hasTerm, withoutTerm, withoutValue, withTerm } from './exclude.ts'

it('says in the query what a list is not, beside what was searched for', () => {
  expect(withoutValue({ query: 'boom', environment: 'staging' }, 'environment', 'staging')).toEqual({
    environment: undefined,
    query: 'boom !environment:staging',
  })
  expect(withoutValue({}, 'release', 'web 2')).toEqual({ release: undefined, query: '!release:"web 2"' })
  expect(withoutValue({}, 'assignee', 'me')).toEqual({ assignee: undefined, query: '!assigned:me' })
})

it('adds a term once, and takes it out again', () => {
  const query = withTerm(withTerm('boom', 'is:escalating'), 'is:escalating')
  expect(query).toBe('boom is:escalating')
  expect(hasTerm('is:escalatingly', 'is:escalating')).toBe(false)
  expect(withoutTerm(query, 'is:escalating')).toBe('boom')
  expect(withoutTerm('is:escalating', 'is:escalating')).toBeUndefined()
})
