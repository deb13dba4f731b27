import { seededRandom } from '../../../e2e/harness/random.ts'
import { fuzzRuns } from '../../../scripts/fuzz-runs.mjs'

export type Random = ReturnType<typeof seededRandom>

/** Inputs of a run. */
export const fuzzInputs = fuzzRuns(200_000)
export const fuzzTimeoutMs = fuzzInputs > 300 ? 4 * 3_600_000 : 10 * 60_000
/** Fixed, so that everybody runs the same inputs; BUGLE_SEED sets another one. */
export const fuzzSeed = Number(process.env.BUGLE_SEED ?? 20_261_121)

export function fuzzRandom(): Random {
  return seededRandom(fuzzSeed)
}

/** Texts that have broken parsers, databases, prototypes and terminals. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\uffff\ufffe',
  '\u202e',
  '\u2028',
  '\r\nX-Evil: 1',
  '__proto__',
  'constructor',
  'toJSON',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  'x'.repeat(9000),
  'é'.repeat(5000),
  '🎺'.repeat(300),
  '%00%ff%2e%2e/',
  '../../etc/passwd',
  '$1 {0} %s %n {{y}}',
  "'; drop table issues; --",
  '" or 1=1 --',
  '<script>alert(1)</script>',
  '\\',
  '\\u0000',
  '[object Object]',
  '2026-02-30T25:61:61Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '(((((((((a+)+)+)+)+)+)+)+)+)',
  `${' at f (a.js:1:1)\n'.repeat(300)}`,
]

export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 7 : 11)
  if (kind < 3) return random.pick(hostileTexts)
  if (kind === 3) return random.pick([0, -0, -1, 1, 1.5, 1e300, -1e300, 2 ** 53, -(2 ** 63), 1e-320, 253402300800000])
  if (kind === 4) return random.pick([true, false, null])
  if (kind === 5) return randomText(random, 40)
  if (kind === 6) return nested(random.below(600))
  if (kind === 7) return Array.from({ length: random.below(70) }, () => hostileValue(random, depth + 3))
  const entries = Array.from({ length: random.below(8) }, () => [
    random.below(2) === 0 ? random.pick(hostileTexts) : randomText(random, 10),
    hostileValue(random, depth + 1),
  ])
  return Object.fromEntries(entries)
}

/** Creates a text of letters, syntax characters, control characters and lone surrogates. */
export function randomText(random: Random, maxLength: number): string {
  const length = random.below(maxLength)
  let text = ''
  while (text.length < length) {
    const kind = random.below(10)
    if (kind < 5) text += String.fromCharCode(32 + random.below(95))
    else if (kind < 7)
      text += random.pick([':', '"', '!', '\\', ' ', '\t', '\n', '%', '_', '.', '>', '<', '=', '-', '/'])
    else if (kind < 8) text += String.fromCharCode(random.below(32))
    else text += String.fromCharCode(random.below(65_536))
  }
  return text
}

function nested(depth: number): unknown {
  let value: unknown = 'leaf'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Runs work for each number below `count`, a few at a time. */
export async function forEachOf(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const n = next
        next += 1
        await work(n)
      }
    }),
  )
}
