import type { Compared } from './insight-store.ts'

/** A value that is far more common among an issue's events than in the rest of the project. */
export interface DistinctiveValue {
  key: string
  value: string
  count: number
  /** Share of the events with that key, from 0 to 1. */
  share: number
  /** Share of the other issues' events; null if no other issue has that key. */
  usualShare: number | null
}

/** A value of fewer events may be coincidence. */
const leastCount = 5
const leastShare = 0.3
const leastDifference = 0.25
const maxShown = 8

/** Returns the values that characterize an issue, those that differ most first. */
export function findDistinctiveValues(compared: readonly Compared[]): DistinctiveValue[] {
  return compared
    .map(({ key, value, count, total, usualCount, usualTotal }) => ({
      key,
      value,
      count,
      share: total === 0 ? 0 : count / total,
      usualShare: usualTotal === 0 ? null : usualCount / usualTotal,
    }))
    .filter(
      ({ count, share, usualShare }) =>
        count >= leastCount && share >= leastShare && usualShare !== null && share - usualShare >= leastDifference,
    )
    .sort((a, b) => difference(b) - difference(a))
    .slice(0, maxShown)
}

function difference({ share, usualShare }: DistinctiveValue): number {
  return share - (usualShare ?? 0)
}
