/**
 * Finds how many of `count` sorted entries come first, by bisection: the entries before that index satisfy `isFirst`, the
 * others do not.
 *
 * @example partitionPoint(3, (index) => [1, 5, 9][index]! <= 6) // 2
 */
export function partitionPoint(count: number, isFirst: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isFirst(middle)) low = middle + 1
    else high = middle
  }
  return low
}
