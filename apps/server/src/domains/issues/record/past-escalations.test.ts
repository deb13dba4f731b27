import { describe, expect, it } from 'vitest'
import { hourMs } from '../../../lib/time.ts'
import { escalatingHours } from './past-escalations.ts'

const firstHour = 480_000
/** Hours of one issue, by their distance from the first. */
const hoursOf = (counts: Record<number, number>, firstSeen = -1000) =>
  Object.entries(counts).map(([hour, count]) => ({
    projectId: 1,
    issueId: 'a',
    firstSeenAt: new Date((firstHour + firstSeen) * hourMs),
    hour: firstHour + Number(hour),
    count,
  }))
const found = (counts: Record<number, number>, firstSeen?: number) =>
  escalatingHours(hoursOf(counts, firstSeen)).map(({ hour }) => hour - firstHour)
const every = (from: number, to: number, count: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [from + index, count]))

describe('an hour escalates an issue', () => {
  it('with more than 20 events where most hours had none', () => {
    expect(found({ 0: 20, 1: 21, 50: 300 })).toEqual([1, 50])
  })

  it('with more than five times the median of the 168 hours before it', () => {
    expect(found({ ...every(0, 168, 10), 168: 50 })).toEqual([])
    expect(found({ ...every(0, 168, 10), 168: 51 })).toEqual([168])
    // 84 hours with events: the median is half of the least of them.
    expect(found({ ...every(0, 84, 10), 100: 25 })).toEqual([])
    expect(found({ ...every(0, 84, 10), 100: 26 })).toEqual([100])
  })

  it('by the hours of a week alone', () => {
    expect(found({ ...every(0, 168, 10), 400: 21 })).toEqual([400])
  })

  it('not while the issue is new', () => {
    expect(found({ 0: 100, 22: 100, 23: 100 }, 0)).toEqual([23])
  })
})
