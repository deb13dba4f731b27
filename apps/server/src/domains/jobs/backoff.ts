import { hourMs } from '../../lib/time.ts'

const firstMs = 5000
const longestMs = hourMs

/**
 * Returns milliseconds from the failed attempt to the next: 5 s, 15 s, 45 s, … up to an hour, each a fifth more or less, so
 * that what failed together does not come back together.
 *
 * @param chance from 0 to 1
 * @example backoffMs(1, 0.5) === 5000
 */
export function backoffMs(attempts: number, chance = Math.random()): number {
  const plain = Math.min(longestMs, firstMs * 3 ** (attempts - 1))
  return Math.round(plain * (0.8 + 0.4 * chance))
}
