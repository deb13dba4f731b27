import { wordiness } from './letter-model.ts'
import { memoize } from './memoize.ts'

/**
 * Where a token stands. Behind a separator at the end of a built file's name a hash is expected, so that less is enough to
 * take it for one, and nearly as little as the whole name in a bundler's output. Anywhere else it must look like nothing that
 * people write.
 */
export type Position = 'suffix' | 'whole' | 'anywhere'

const maxLength = 128
/** Nats by which a token must be more likely random than chosen. */
const required: Record<Position, number> = { suffix: 2, whole: 6, anywhere: 8 }

/**
 * Whether a tool generated a token of a path, class or function: it looks like a hash in base 16, 32, 36, 62 or 64, not like
 * a name that a person chose. Depends on its letters alone.
 *
 * @example isGenerated('BxY1z2Aa', 'anywhere') && !isGenerated('es2015Module', 'anywhere')
 */
export function isGenerated(token: string, position: Position): boolean {
  if (token.length < 6 || token.length > maxLength) return false
  return answers[position](token)
}

const answers: Record<Position, (token: string) => boolean> = {
  suffix: memoize((token) => looksRandom(token, 'suffix')),
  whole: memoize((token) => looksRandom(token, 'whole')),
  anywhere: memoize((token) => looksRandom(token, 'anywhere')),
}

const hex = /^(?:[0-9a-f]+|[0-9A-F]+)$/
const base32 = /^[A-Z2-7]+$/

function looksRandom(token: string, position: Position): boolean {
  const isAnyDigit = /\d/.test(token)
  if (hex.test(token)) {
    if (!isAnyDigit) return token.length >= 16
    if (/^\d+$/.test(token)) return false
    if (position !== 'anywhere' || token.length >= 12) return wordiness(token.toLowerCase(), 16) < 0
  }
  if (position !== 'suffix' && token.length < (isAnyDigit ? 7 : 8)) return false
  const isLower = !/[A-Z]/.test(token)
  const isUpper = !/[a-z]/.test(token)
  // One in thirteen hashes of base 36 has no digit; bundlers write eight letters.
  if (position === 'suffix' && isLower && !isAnyDigit && token.length === 8) return wordiness(token, 26) < -8
  if (!isAnyDigit && (isLower || (isUpper && token.length !== 8)) && token.length < 20) return false
  if (isUpper && !isAnyDigit && position === 'anywhere') return false
  // One number at the end or in the middle of a word: `rfc2315`, `base64url`, `SHA256`.
  if ((isLower || isUpper) && /^[A-Za-z_-]*\d*[A-Za-z_-]*$/.test(token) && isAnyDigit)
    return (position === 'suffix' || token.length >= 12) && wordiness(token.toLowerCase(), 36) < -required[position] - 6
  const limit = -required[position]
  if (isLower) return wordiness(token, /[_-]/.test(token) ? 64 : 36) < limit
  if (isUpper) return wordiness(token.toLowerCase(), base32.test(token) ? (isAnyDigit ? 32 : 26) : 36) < limit
  return wordiness(token, /[_-]/.test(token) ? 64 : 62) < limit
}
