/** Replacement for secrets. */
export const scrubbed = '[scrubbed]'

const secretKey =
  /pass(word|wd|phrase|code)|^(pass|pwd|pin|otp|sid|ssn|iban|cvv|cvc|auth)$|secret|token|(api|private|access)[-_]?key|authori[sz]ation|cookie|session|credential|csrf|xsrf|jwt|card[-_]?(number|no)/i

/** Whether the value under this name looks like a secret. */
export function isSecretKey(key: string, more?: RegExp): boolean {
  // A copy, since a /g expression keeps its last index. It also accepts a string.
  return secretKey.test(key) || (!!more && new RegExp(more).test(key))
}

/**
 * Removes query, fragment and credentials from a URL. A `data:` URL is reduced to its scheme.
 *
 * @example cleanUrl('https://me:pw@x.io/cart?id=7#top') // 'https://x.io/cart'
 */
export function cleanUrl(url: string): string {
  if (url.startsWith('data:')) return 'data:'
  return url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}

/**
 * Converts anything to text without URL queries and credentials, bearer tokens and ingest tokens. Each expression is
 * bounded, so that a long word is as fast as a long sentence.
 */
export function cleanText(text: unknown, length?: number): string {
  return toText(text, length)
    .replace(/(\b\w{1,20}:\/\/)[^\s/@"']{1,200}@/g, '$1')
    .replace(/(\b\w{1,20}:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>)]*/g, '$1')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${scrubbed}`)
    .replace(/\bbgl_live_\w+/g, scrubbed)
}

/** Characters of a message that the server keeps. */
export const maxText = 8192

/** Converts anything to text of limited length; never throws. */
export function toText(value: unknown, length: number = maxText): string {
  try {
    return String(value).slice(0, length)
  } catch {
    return '[unreadable]'
  }
}
