import { randomBytes } from 'node:crypto'

const processPart = randomBytes(6).toString('hex')
let count = 0

/**
 * Returns a `req_…` id: unique in this process and, almost certainly, everywhere. Cheap, because every request gets
 * one.
 */
export function newRequestId(): string {
  count += 1
  return `req_${processPart}${count.toString(36).padStart(5, '0')}`
}
