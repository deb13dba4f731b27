import { expect, it } from 'vitest'
import { cutCenter, formatRate, formatRun } from './figures.ts'

it('shortens a version in its middle', () => {
  expect(cutCenter('shop-web@5.60.0+build.20261127.4', 24)).toBe('shop-web@5.6….20261127.4')
  expect(cutCenter('shop@1.0.0', 24)).toBe('shop@1.0.0')
})

it('never rounds a rate up to all', () => {
  expect(formatRate(0.99999)).toBe('99.99 %')
  expect(formatRate(1)).toBe('100 %')
  expect(formatRate(0.9734)).toBe('97.3 %')
})

it('says how long something ran, to the millisecond below a second', () => {
  expect([340, 1200, 59_000, 240_000].map(formatRun)).toEqual(['340 ms', '1.2 s', '59 s', '4 min'])
})
