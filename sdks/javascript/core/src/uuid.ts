/** Milliseconds and the sequence within, as one number: twelve bits of it. */
let last = 0

/**
 * Creates a UUIDv7 (RFC 9562): 48 bits of time, so that a retry meets the same partition on the server, a sequence
 * within the millisecond, and random bits. Ids of one process sort in creation order, even when its clock is put back.
 *
 * @param now epoch milliseconds
 * @example uuidv7() // '019ab3c0-1f2e-7c21-a4e8-0f6c1d2b3a49'
 */
export function uuidv7(now: number = Date.now()): string {
  last = Math.max(now * 4096 + Math.floor(Math.random() * 2048), last + 1)
  return `${digitsOf(last)}-8${randomHex(3)}-${randomHex(12)}`
}

/** Returns the first digits of the earliest UUIDv7 of a time; UUIDs sort by them. */
export function timeOfUuid(ms: number): string {
  return digitsOf(ms * 4096)
}

/** Writes time and sequence, twelve digits and three, with the version between them. */
function digitsOf(timeAndSequence: number): string {
  return timeAndSequence
    .toString(16)
    .padStart(15, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-7')
}

/**
 * Random hex of at most 13 digits, the precision of `Math.random`. Event ids are no secret, and Hermes offers nothing
 * better.
 */
function randomHex(digits: number): string {
  return Math.random()
    .toString(16)
    .slice(2, 2 + digits)
    .padEnd(digits, '0')
}
