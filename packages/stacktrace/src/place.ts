/** Where something is: the numbers that end a location, and what stands before them. */
export interface Place {
  file: string
  line?: number
  column?: number
}

/**
 * Splits `file:12:5` and `file:12` from the end; a text without numbers at its end is undefined. The place is what
 * stands from `start` up to `end`: the whole text, if not told.
 *
 * @example readPlace('https://x.io/a.js:1:2') // { file: 'https://x.io/a.js', line: 1, column: 2 }
 */
export function readPlace(text: string, start = 0, end = text.length): Place | undefined {
  const last = numberStart(text, end, start)
  if (last < start + 2 || text.charCodeAt(last - 1) !== COLON) return undefined
  const lastNumber = toNumber(text, last, end)
  const first = numberStart(text, last - 1, start)
  if (first < last - 1 && first > start + 1 && text.charCodeAt(first - 1) === COLON) {
    return { file: text.slice(start, first - 1), line: toNumber(text, first, last - 1), column: lastNumber }
  }
  return { file: text.slice(start, last - 1), line: lastNumber }
}

/** The whole text as a number of at most ten digits, or undefined. */
export function wholeNumber(text: string): number | undefined {
  if (text === '' || text.length > 10 || numberStart(text, text.length) !== 0) return undefined
  return toNumber(text, 0, text.length)
}

/** Where the digits that end at `end` begin; `end` itself when there are none. At most ten are looked at. */
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

/** `C:\app\x.js`, `/srv/x.js`, `https://…`, `file:///…`: a text that can be nothing but a place. */
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
