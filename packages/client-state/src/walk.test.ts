import { expect, it } from 'vitest'
import { createWalk } from './walk.ts'

it('goes from each decision to the next issue, then to those before, then nowhere', () => {
  const walk = createWalk()
  walk.start(['a', 'b', 'c'])
  expect(walk.placeOf('b')).toEqual({ position: 2, total: 3, previous: 'a', next: 'c' })
  expect(walk.decide('b')).toBe('c')
  expect(walk.decide('c')).toBe('a')
  expect(walk.decide('a')).toBeUndefined()
  // The numbers stay: somebody goes back to what was decided.
  expect(walk.placeOf('a')).toEqual({ position: 1, total: 3, previous: undefined, next: 'b' })
})

it('has no place for an issue that was opened by a link', () => {
  const walk = createWalk()
  walk.start(['a'])
  expect(walk.placeOf('z')).toBeUndefined()
  expect(walk.decide('z')).toBeUndefined()
})

it('begins anew with another list', () => {
  const walk = createWalk()
  walk.start(['a', 'b'])
  walk.decide('a')
  walk.start(['b', 'a'])
  expect(walk.decide('b')).toBe('a')
})
