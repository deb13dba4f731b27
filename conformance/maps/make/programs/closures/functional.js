export function compose(...steps) {
  return (value) => steps.reduce((result, step) => step(result), value)
}

export function memoize(compute) {
  const known = new Map()
  return function memoized(key) {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)
  }
}
