/**
 * Returns the max-min fair level: if nobody takes more than it, all of them together take `capacity`. Infinity if they
 * take less anyway.
 */
export function fairLevel(amounts: readonly number[], capacity: number): number {
  const ascending = amounts.toSorted((a, b) => a - b)
  let left = Math.max(0, capacity)
  for (const [index, amount] of ascending.entries()) {
    const level = left / (ascending.length - index)
    if (amount > level) return level
    left -= amount
  }
  return Number.POSITIVE_INFINITY
}
