const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const maxDigits = 7

/**
 * Decodes the numbers of one segment; undefined when it is not valid.
 *
 * @example decodeVlqs('AAgBC') // [0, 0, 16, 1]
 */
export function decodeVlqs(segment: string): number[] | undefined {
  const values: number[] = []
  let value = 0
  let digits = 0
  for (const character of segment) {
    const digit = alphabet.indexOf(character)
    if (digit < 0 || digits === maxDigits) return undefined
    value += (digit & 31) * 32 ** digits++
    if (digit >= 32) continue
    values.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2)
    value = 0
    digits = 0
  }
  return digits === 0 ? values : undefined
}
