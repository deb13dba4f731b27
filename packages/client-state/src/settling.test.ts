import { expect, it } from 'vitest'
import { createSettling } from './settling.ts'

it.each([80, 350, 700])('takes a second press after %i ms for a part of the first', (ms) => {
  let now = 0
  const counts = createSettling(() => now)
  expect(counts()).toBe(true)
  now += ms
  expect(counts()).toBe(false)
  now = 1000
  expect(counts()).toBe(true)
})
