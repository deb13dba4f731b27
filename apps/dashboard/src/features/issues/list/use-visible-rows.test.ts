import { expect, it } from 'vitest'
import { rangeOf } from './use-visible-rows.ts'

it.each([
  ['at the head of the page', -150, { from: 0, to: 25 }],
  ['a hundred rows down', 6000, { from: 90, to: 125 }],
  ['one row further, where nothing changes', 6060, { from: 90, to: 125 }],
  ['with the list far below', -5000, { from: 0, to: 0 }],
])('rows rendered %s', (_, above, range) => expect(rangeOf(above, 800, 60)).toEqual(range))
