import type { Random } from '../e2e/harness/random.ts'

/**
 * Draws when an event of a release occurred, as a share of the time range, counted back from now. Releases follow each other at
 * equal intervals: most of their events occur while they are the newest, some during the next one, a few later.
 */
export function agoInTurn(release: number, releases: number, random: Random): number {
  const own = releases - 1 - release
  const draw = random.next()
  const interval = draw < 0.8 ? own : draw < 0.95 ? Math.max(0, own - 1) : random.below(own + 1)
  return (interval + random.next()) / releases
}
