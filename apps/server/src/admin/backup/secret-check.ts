import { hkdfSync } from 'node:crypto'

/** Recognises a secret and tells nothing else about it (HKDF, RFC 5869, with a label of its own). */
export function secretCheckOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'bugle backup secret check', 8)).toString('hex')
}
