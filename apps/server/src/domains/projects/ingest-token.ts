import { createHash, randomInt } from 'node:crypto'

const prefix = 'bgl_live_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export interface IngestToken {
  /** Shown once. */
  text: string
  hash: Buffer
  last4: string
}

/** Creates a token, 32 letters and digits after the prefix: 190 random bits, and a double click selects it whole. */
export function newIngestToken(): IngestToken {
  const secret = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const text = `${prefix}${secret}`
  return { text, hash: ingestTokenHashOf(text), last4: text.slice(-4) }
}

export function ingestTokenHashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
