/** A seeded random number generator, so that two runs send the same events. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [0, below). */
  below(below: number): number
  /** One of the values. */
  pick<T>(values: readonly T[]): T
}

/** Mulberry32: small, fast, and good enough for test data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (values) => values[below(values.length)]! }
}

/** Shuffles in place and returns the same array. */
export function shuffle<T>(values: T[], random: Random): T[] {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const kept = values[last]!
    values[last] = values[other]!
    values[other] = kept
  }
  return values
}
