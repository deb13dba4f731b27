import * as crypto from 'node:crypto'

/** Returns the sha256 of a text, 64 hex digits. crypto.hash exists since Node 20.12; it is a third faster than createHash. */
export const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex')
