import { expect, it } from 'vitest'
import { toLocalTime, tomorrowMorning } from './local-time.ts'

it('writes a time as an input reads it, which gives the same time back', () => {
  const text = toLocalTime('2026-11-27T18:30:59.999Z')
  expect(text).toMatch(/^2026-11-2[78]T\d\d:30$/)
  expect(new Date(text).toISOString()).toBe('2026-11-27T18:30:00.000Z')
})

it('suggests nine in the morning of the next day, also where a month or the summer time ends', () => {
  const days = ['2026-11-27T12:00', '2026-11-30T23:59', '2026-12-31T00:00', '2026-10-24T12:00', '2026-03-28T12:00']
  expect(days.map((day) => tomorrowMorning(new Date(day).getTime()))).toEqual([
    '2026-11-28T09:00',
    '2026-12-01T09:00',
    '2027-01-01T09:00',
    '2026-10-25T09:00',
    '2026-03-29T09:00',
  ])
})
