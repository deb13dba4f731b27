let last = 0

/**
 * A UUIDv7 (RFC 9562): 48 bits of time, so that a retry meets the same partition on the server, and randomness.
 * Its time never goes back within a process.
 *
 * @param now epoch milliseconds
 * @example uuidv7() // '019ab3c0-1f2e-7c21-a4e8-0f6c1d2b3a49'
 */
export function uuidv7(now = Date.now()): string {
  last = Math.max(last, now)
  const time = last.toString(16).padStart(12, '0')
  const random = randomHex(20)
  const variant = '89ab'[Number.parseInt(random[3]!, 16) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

function randomHex(digits: number): string {
  // Hermes has no crypto of its own. An event's id is no secret: Math.random is good enough there.
  const bytes = new Uint8Array(digits / 2)
  const source = globalThis.crypto
  if (source?.getRandomValues) source.getRandomValues(bytes)
  else for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.random() * 256
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
