import { hkdfSync } from 'node:crypto'

/** Derives a value that identifies a secret and reveals nothing else about it (HKDF, RFC 5869, with its own label). */
export function secretCheckOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'bugle backup secret check', 8)).toString('hex')
}
