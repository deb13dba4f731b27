import { randomBytes } from 'node:crypto'

const processPart = randomBytes(6).toString('hex')
let count = 0

/** `req_…`: unlike any other in this process and, all but surely, anywhere. Cheap, since every request takes one. */
export function newRequestId(): string {
  count += 1
  return `req_${processPart}${count.toString(36).padStart(5, '0')}`
}
