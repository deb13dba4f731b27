/** A location: the file, and the numbers that follow it. */
export interface SourceLocation {
  file: string
  line?: number
  column?: number
}

/**
 * Splits `file:12:5` and `file:12`, reading from the end; returns undefined without numbers at the end. Reads from `start`
 * up to `end`, by default the whole text.
 *
 * @example readLocation('https://x.io/a.js:1:2') // { file: 'https://x.io/a.js', line: 1, column: 2 }
 */
export function readLocation(text: string, start = 0, end = text.length): SourceLocation | undefined {
  const last = numberStart(text, end, start)
  if (last < start + 2 || text.charCodeAt(last - 1) !== COLON) return undefined
  const lastNumber = toNumber(text, last, end)
  const first = numberStart(text, last - 1, start)
  if (first < last - 1 && first > start + 1 && text.charCodeAt(first - 1) === COLON) {
    return { file: text.slice(start, first - 1), line: toNumber(text, first, last - 1), column: lastNumber }
  }
  return { file: text.slice(start, last - 1), line: lastNumber }
}

/** Parses a text of one to ten digits; undefined otherwise. */
export function wholeNumber(text: string): number | undefined {
  if (text === '' || text.length > 10 || numberStart(text, text.length) !== 0) return undefined
  return toNumber(text, 0, text.length)
}

/** Finds the start of the digits before `end`, at most ten; `end` itself if there are none. */
export function numberStart(text: string, end: number, from = 0): number {
  let start = end
  while (start > from && end - start < 10 && isDigit(text.charCodeAt(start - 1))) start--
  return start
}

export function toNumber(text: string, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) value = value * 10 + text.charCodeAt(index) - ZERO
  return value
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57
}

/** `C:\app\x.js`, `/srv/x.js`, `https://…`, `file:///…`: a text that can only be a location. */
export function isPathOrUrl(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first === SLASH) return true
  if (text.charCodeAt(1) === COLON && isLetter(first)) return true
  const scheme = text.indexOf('://')
  if (scheme < 1 || scheme > 24) return false
  for (let index = 0; index < scheme; index++) {
    const code = text.charCodeAt(index)
    if (!isLetter(code) && !(index > 0 && (isDigit(code) || code === 43 || code === 45 || code === 46))) return false
  }
  return true
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

const ZERO = 48
const COLON = 58
const SLASH = 47
