import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** RFC 6238 as every authenticator knows it: SHA-1, six digits, steps of 30 seconds. */
const periodMs = 30_000
/** A code of the step before and the step after is taken too: clocks differ, and typing takes time. */
const window = 1

/** Returns a secret of 160 bits, the length of SHA-1's output, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the secret for an authenticator: as text, as a URL, and as a QR code of the URL. */
export function toEnrolment(secret: string, email: string) {
  const otpauth_url = totpOf(secret, email).toString()
  return { secret, otpauth_url, qr_svg: renderSVG(otpauth_url) }
}

/**
 * Returns the time step that a code is right for, or undefined when it is wrong.
 *
 * @example stepOf(secret, '123 456', new Date())
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/[ -]/g, '')
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / periodMs) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  const options = { issuer: 'Bugle', label, algorithm: 'SHA1', digits: 6, period: periodMs / 1000 }
  return new TOTP({ ...options, secret: Secret.fromBase32(secret) })
}

const recoveryCodeCount = 10
/** Crockford's base32: nothing that looks like something else. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 25 letters, 125 random bits each, in groups of five. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = Array.from(randomBytes(25), (byte) => letters[byte % letters.length]).join('')
    return text.match(/.{5}/g)!.join('-')
  })
}

/**
 * Returns the stored hash of a recovery code. A code cannot be guessed, so a slow hash would add nothing. Typing is
 * forgiving.
 */
export function recoveryHashOf(code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHash('sha256').update(typed).digest()
}
