/**
 * Returns epoch milliseconds of a time whose unit follows from its size: seconds up to 10^11, then milliseconds, microseconds and
 * nanoseconds, each for the years 1973 to 5138. Undefined for a number that is no time.
 *
 * @param smallUnitMs milliseconds of the unit of numbers below 10^8, which leave it open
 * @example epochMsOf(1_795_253_390_000_000_000) === 1_795_253_390_000
 */
export function epochMsOf(time: number, smallUnitMs = 1): number | undefined {
  if (!(time >= 0 && time < 1e20)) return undefined
  if (time < 1e8) return Math.trunc(time * smallUnitMs)
  if (time < 1e11) return Math.trunc(time * 1e3)
  if (time < 1e14) return Math.trunc(time)
  return Math.trunc(time < 1e17 ? time / 1e3 : time / 1e6)
}
