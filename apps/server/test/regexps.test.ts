import { setFlagsFromString } from 'node:v8'
import { expect, it } from 'vitest'
import { groupingOf } from '../src/domains/grouping/fingerprint.ts'
import { limitWork, TooMuchWork } from '../src/domains/grouping/work-limit.ts'
import { limitRegExps } from '../src/processes/regexp-limit.ts'
import { type Expression, findRegExps, hostileTexts, interleavedTexts } from './regexps.ts'

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

/** Characters at which an expression that grows with the square of its text differs from one that does not. */
const longText = 8000

/** Expressions whose callers cut their texts before, by file: the characters that they keep. */
const shortTexts: Record<string, number> = {
  // Settings of the operator.
  'apps/server/src/config.ts': 1000,
  // Our own style sheet, at build time.
  'packages/presentation/src/colors.ts': 100,
  // The address that a developer configures.
  'sdks/javascript/core/src/client.ts': 1000,
  // Names of files and classes, and parts of them.
  'apps/server/src/domains/grouping/built-name.ts': 300,
  'apps/server/src/domains/grouping/generated-name.ts': 128,
  // Ends and beginnings of lines.
  'sdks/javascript/core/src/debug-meta.ts': 500,
  'sdks/javascript/core/src/exception.ts': 500,
}

/** Finds a text for which an expression takes more than a fixed number of steps for each character. */
function findSlowText({ location, pattern }: Expression): string | undefined {
  const most = shortTexts[location.slice(0, location.lastIndexOf(':'))] ?? longText
  const unit = stepsOf(100)
  // The shorter ones first: an expression may be far worse than quadratic.
  for (const length of [300, 2000, longText].filter((length) => length <= most || most < 300))
    for (const text of interleavedTexts(pattern, Math.min(length, most)))
      if (isSlower(pattern, text, unit)) return `${location} ${pattern} on ${JSON.stringify(text.slice(0, 80))}…`
  return undefined
}

/** Returns the processor time of `count` steps for each character of a long text. */
function stepsOf(count: number): number {
  const [pattern, text] = [new RegExp(`a{${count}}b`), 'a'.repeat(longText)]
  pattern.test(text)
  return Math.min(...[1, 2, 3].map(() => costOf(() => pattern.test(text))))
}

function isSlower(pattern: RegExp, text: string, unit: number): boolean {
  const cost = () => costOf(() => (pattern.global ? text.replaceAll(pattern, '') : pattern.test(text)))
  // Repeated, because an expression is compiled during its first runs, and a garbage collection may occur.
  if ([1, 2, 3].some(() => cost() <= 8 * unit)) return false
  // The unit was measured before, while the machine may have had less to do.
  const units = [unit, stepsOf(100), stepsOf(100), stepsOf(100)]
  return Math.min(...[1, 2, 3].map(cost)) > 8 * Math.max(...units)
}

// Half a minute of processor time, of which other tests may leave little.
it('no expression takes more than linear time for its own parts, interleaved in pairs', { timeout: 600_000 }, () => {
  expect(findRegExps().map(findSlowText).filter(Boolean)).toEqual([])
})

it('finds the expression that searched to the end of a text from each quote of a string that never ends', () => {
  const pattern = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/gs
  expect(findSlowText({ location: 'loose-json.ts:18', pattern })).toBeDefined()
})

it('an expression that would backtrack endlessly ends at once, with the same result', () => {
  limitRegExps()
  expect(/^(a+)+$/.test('a'.repeat(200))).toBe(true)
  expect(/^(a+)+$/.test(`${'a'.repeat(200)}b`)).toBe(false)
})

it('the net makes no search with many matches slower', () => {
  const text = '\\"NaN '.repeat(2500)
  // V8 keeps compiled expressions by their source, so that the second one needs another.
  const costOfMatches = (own: string) => {
    const pattern = new RegExp(`("(?:[^"\\\\]|\\\\.)*")|-?\\b(?:NaN|Infinity|${own})\\b`, 'gs')
    return Math.min(...[1, 2, 3].map(() => costOf(() => text.replaceAll(pattern, ''))))
  }
  setFlagsFromString('--no-enable-experimental-regexp-engine-on-excessive-backtracks')
  const without = costOfMatches('without')
  limitRegExps()
  expect(costOfMatches('with') / without).toBeLessThan(4)
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
