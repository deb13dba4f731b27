export const sorted = (values) => values.toSorted((a, b) => a - b)

export const median = (values) => sorted(values)[values.length >> 1]

/**
 * Between which of these values the middle of all such values lies with a probability of 95 % at least: by their order alone,
 * whatever they are distributed like. Each lies above the middle or below it by the toss of a coin, so with n of them it is
 * a matter of counting how seldom nearly all lie on one side. Of fewer than six nothing can be said.
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
