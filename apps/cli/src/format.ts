const units: [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
]

/**
 * Says how long ago a time was, in the largest unit that fits.
 *
 * @example formatAge('2026-01-01T00:00:00Z', new Date('2026-01-01T03:20:00Z')) // '3 h ago'
 */
export function formatAge(time: string, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(time)) / 1000)
  const unit = units.find(([, size]) => seconds >= size)
  return unit === undefined ? 'just now' : `${Math.floor(seconds / unit[1])} ${unit[0]} ago`
}

/**
 * Formats a number of bytes.
 *
 * @example formatBytes(2_150_000) // '2.2 MB'
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * Puts a number before a noun.
 *
 * @example plural(2, 'file') // '2 files'
 */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
