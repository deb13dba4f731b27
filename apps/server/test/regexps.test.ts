import { expect, it } from 'vitest'
import { groupingOf } from '../src/domains/grouping/fingerprint.ts'
import { limitWork, TooMuchWork } from '../src/domains/grouping/work-limit.ts'
import { limitRegExps } from '../src/processes/regexp-limit.ts'
import { findRegExps, hostileTexts } from './regexps.ts'

const length = 300

/** Returns the processor time in microseconds, so that other processes do not count. */
function costOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Compares every character with every other: the time that a quadratic expression may take. */
function compareAll(text: string): number {
  let equal = 0
  for (let a = 0; a < text.length; a++) for (let b = 0; b < text.length; b++) if (text[a] === text[b]) equal++
  return equal
}

it('no expression takes more than quadratic time for runs and repeats of its own letters', () => {
  const unit = costOf(() => {
    for (let times = 0; times < 100; times++) compareAll('ab'.repeat(length / 2))
  })
  const slow: string[] = []
  for (const { location, pattern } of findRegExps())
    for (const text of hostileTexts(pattern, length)) {
      const cost = () =>
        costOf(() => {
          if (pattern.global) text.replaceAll(pattern, '')
          else pattern.test(text)
        })
      // Twice, because a garbage collection may occur during the first.
      if (cost() > unit && cost() > unit) {
        slow.push(`${location} ${pattern} on ${text.slice(0, 80)}…`)
        break
      }
    }
  expect(slow).toEqual([])
})

it('an expression that would backtrack endlessly ends at once, with the same result', () => {
  limitRegExps()
  expect(/^(a+)+$/.test('a'.repeat(200))).toBe(true)
  expect(/^(a+)+$/.test(`${'a'.repeat(200)}b`)).toBe(false)
})

it('an event that takes too long is grouped by its type', () => {
  const event = { exception_type: 'Slow', message: 'a b c', stack: null, platform: 'node', app_id: 'x' }
  expect(groupingOf(event).reason).toBe('message')
  const grouping = groupingOf(event, () => {
    throw new TooMuchWork()
  })
  expect(grouping).toMatchObject({ reason: 'type', components: ['type:Slow', 'platform:node', 'app:x'] })
})

it('does not count time in which the process is not running', () => {
  let [wall, cpu] = [0, 0]
  const limit = limitWork({ wallMs: () => wall, cpuMs: () => cpu })
  wall = 60_000
  limit()
  cpu = 49
  limit()
  cpu = 50
  expect(limit).toThrow(TooMuchWork)
})
