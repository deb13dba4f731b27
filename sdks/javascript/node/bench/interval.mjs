export const sorted = (values) => values.toSorted((a, b) => a - b)

export const median = (values) => sorted(values)[values.length >> 1]

/**
 * Returns the two values between which the median of the whole distribution lies with a probability of at least 95 %,
 * whatever the distribution. Each value lies above or below that median like the toss of a coin, so for n values it is
 * a matter of counting how seldom nearly all lie on one side. Unbounded for fewer than six values.
 *
 * @example intervalOfMedian([3, 1, 4, 1, 5, 9, 2, 6, 5]) // [1, 6]
 */
export function intervalOfMedian(values) {
  const count = values.length
  let leftOut = 0
  let ways = 1
  for (let tail = 2 ** -count; tail <= 0.025; tail += ways * 2 ** -count) {
    ways = (ways * (count - leftOut)) / (leftOut + 1)
    leftOut += 1
  }
  const order = [Number.NEGATIVE_INFINITY, ...sorted(values), Number.POSITIVE_INFINITY]
  return [order[leftOut], order[count + 1 - leftOut]]
}
