import { expect, it } from 'vitest'
import { eventsCarried, membersCarried, needsOf } from './size.ts'

const costs = { eventMicroseconds: 250, pageMicroseconds: 36_000, eventBytes: 1000 }

it('gives half of the processors to events, and to the pages of the members', () => {
  expect(eventsCarried(costs, 2, 0)).toBe(4000)
  // 1000 members open 200,000 pages of 36 ms in 28,800 s: a quarter of a second of CPU time a second.
  expect(eventsCarried(costs, 2, 1000)).toBe(3000)
  expect(eventsCarried(costs, 2, 100_000)).toBe(0)
  expect(membersCarried(costs, 2)).toBe(4000)
})

it('says what a demand takes', () => {
  expect(needsOf(costs, { eventsPerSecond: 3000, members: 1000, keptDays: 30 })).toEqual({
    cores: 2,
    diskADay: 3000 * 86_400 * 1000,
    disk: 30 * 3000 * 86_400 * 1000,
  })
})
