let last = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562): 48 bits of time, so that a retry meets the same partition on the server, a sequence within the
 * millisecond, and randomness. Those of one process sort as they were made, even when its clock is put back.
 *
 * @param now epoch milliseconds
 * @example uuidv7() // '019ab3c0-1f2e-7c21-a4e8-0f6c1d2b3a49'
 */
export function uuidv7(now: number = Date.now()): string {
  sequence += 1
  if (now > last || sequence > 0xfff) {
    last = Math.max(now, last + 1)
    sequence = Math.floor(Math.random() * 0x800)
  }
  return `${timeOfUuid(last)}-7${sequence.toString(16).padStart(3, '0')}-8${randomHex(3)}-${randomHex(12)}`
}

/** How the UUIDv7 of a moment begins: they sort by it. */
export function timeOfUuid(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** At most 13 digits, which is what it has. The id of an event is no secret, and Hermes has no other chance. */
function randomHex(digits: number): string {
  return Math.random()
    .toString(16)
    .slice(2, 2 + digits)
    .padEnd(digits, '0')
}
