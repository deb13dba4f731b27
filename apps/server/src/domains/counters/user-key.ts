import { createHmac } from 'node:crypto'

/**
 * Hashes the anonymous id to 53 bits, by cyrb53 with other start values and the upper bits of its second half: among
 * 10,000 users, two share a key in one of 10^8 issues. Stored keys depend on it: it never changes.
 */
export function userKeyOf(id: string | null | undefined): number | null {
  if (id === undefined || id === null || id === '') return null
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x9e3779b1)
    high = Math.imul(high ^ unit, 0x5f356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}

/** Returns the id that stands for a person's own text, which is never stored: events of one person count as one user. */
export function anonymousIdOf(key: Buffer, projectId: number, text: string): string {
  const hash = createHmac('sha256', key).update(`${projectId}:${text}`).digest('hex')
  return `anon-${hash.slice(0, 16)}`
}
