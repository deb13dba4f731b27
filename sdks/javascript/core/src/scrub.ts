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

/** Replaced in text, in this order: see conformance/scrub, whose rule SDKs and server share. */
export const rule: { urls: [RegExp, string][]; secrets: [RegExp, string][] } = {
  urls: [
    [/(\b\w{1,20}:\/\/)[^\s/@"']{1,200}@/g, '$1'],
    [/(\b\w{1,20}:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>)]*/g, '$1'],
  ],
  secrets: [
    [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${scrubbed}`],
    // Values named in text: `password=…`, `api_key: …`, `"token":"…"`.
    [
      /((?:passw(?:or)?d|passphrase|pwd(?!=\/)|secret(?!ar)|token(?!s|iz)|(?:api|access|private)[_-]?key)[\w-]{0,20}\\{0,2}["']?\s{0,3}[=:](?![=:>])\s{0,3})(?!\[|(?:is|was|are|must|has|have|can|cannot|should|required|invalid|missing|wrong|expired|empty|unknown|undefined|null|none|true|false|not|no|too|Bearer|Basic)(?=[\s.,;:!)\]}]|$))(?:\\{1,2}"[^"\\]{0,4000}\\{0,2}"?|"[^"\\]{0,4000}(?:\\.[^"\\]{0,4000}){0,99}"?|'[^'\\]{0,4000}(?:\\.[^'\\]{0,4000}){0,99}'?|[^\s"'&,;)}\]<>\\]{1,4000})/gi,
      `$1${scrubbed}`,
    ],
    // Keys of known forms.
    [
      /\b(?:bgl_live_\w+|[rs]k_(?:live|test)_\w{10,200}|gh[opsur]_\w{16,300}|github_pat_\w{20,300}|glpat-[\w-]{16,300}|xox[a-z]-[\w-]{10,300}|sk-(?:[A-Za-z\d]{32,100}|(?:ant|proj)-[\w-]{16,300})|A(?:KI|SI)A[A-Z\d]{16}|AIza[\w-]{30,100}|eyJ[\w-]{8,500}\.[\w-]{8,4000}(?:\.[\w-]{0,2000})?)|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}/g,
      scrubbed,
    ],
  ],
}

/**
 * Converts anything to text without URL queries and credentials, named secrets and keys of known forms. Each expression is
 * bounded, so that a long word is as fast as a long sentence.
 */
export function cleanText(text: unknown, length?: number): string {
  return [...rule.urls, ...rule.secrets].reduce(replaceBy, toText(text, length))
}

/** Cleans a line of source code, whose `password: input.value` tells no secret. */
export function cleanCode(text: string): string {
  const [authorization, , keys] = rule.secrets
  return [...rule.urls, authorization!, keys!].reduce(replaceBy, text)
}

const replaceBy = (text: string, [expression, replacement]: [RegExp, string]) => text.replace(expression, replacement)

/** Characters of a message that the server keeps. */
export const maxText = 8192

/** Converts anything to text of limited length; never throws. */
export function toText(value: unknown, length: number = maxText): string {
  try {
    return textOf(value).slice(0, length)
  } catch {
    return '[unreadable]'
  }
}

/** A list may have a length of billions without an entry. */
function textOf(value: unknown): string {
  const length = typeof value === 'object' && value && 'length' in value ? Number(value.length) : 0
  if (length > 100) return `[${length} entries]`
  return Array.isArray(value) ? value.map(textOf).join() : String(value)
}
