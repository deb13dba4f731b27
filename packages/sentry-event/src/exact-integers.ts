import { endOfString } from './end-of-string.ts'

/** Digits from which on an integer may be beyond 2^53, where numbers of JavaScript have gaps. */
const longDigits = 16

/** Fields that hold numbers whatever their size: times, positions and counts. A test compares them with the schema. */
export const numericFields: ReadonlySet<string> = new Set(
  'timestamp ts line column lineno colno count repeat'.split(' '),
)

/** Fields within which senders choose the names. */
const freeForm = new Set('tags extra contexts user data vars request debug_meta'.split(' '))

/**
 * Whether JSON may hold an integer of 16 digits or more, by every sixteenth byte: a run of digits as long has one of them, and another
 * digit eight bytes before or behind it. Few texts without such a run need more than that.
 */
export function mayHoldLongInteger(json: Buffer): boolean {
  const half = longDigits / 2
  for (let at = longDigits - 1; at < json.length; at += longDigits) {
    if (isOther(json[at]!)) continue
    if (isOther(json[at - half]!) && (at + half >= json.length || isOther(json[at + half]!))) continue
    let from = at
    let to = at + 1
    while (from > 0 && !isOther(json[from - 1]!)) from--
    while (to < json.length && !isOther(json[to]!)) to++
    if (to - from >= longDigits && !isFraction(json, from)) return true
    at += Math.floor((to - 1 - at) / longDigits) * longDigits
  }
  return false
}

/** Whether a byte is no digit, by one comparison: every event takes hundreds. */
function isOther(byte: number): boolean {
  return (byte - 48) >>> 0 > 9
}

function isFraction(json: Buffer, from: number): boolean {
  return from > 0 && json[from - 1] === point
}

/**
 * Quotes the integers of a JSON text that a number would round, such as the ids of databases: they become texts with every digit.
 * Fractions and exponents stay numbers. A text that is no JSON stays none.
 *
 * @example quoteLongIntegers('{"id":261733281341374469,"n":1}') // '{"id":"261733281341374469","n":1}'
 */
export function quoteLongIntegers(text: string): string {
  let kept = ''
  let from = 0
  /** The last key; elements of a list have that of the list. */
  let name = ''
  const names: string[] = []
  /** The level at which names began to be the sender's; 0 where they are the protocol's. */
  let freeLevel = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quotationMark) {
      const end = endOfString(text, at)
      if (text.charCodeAt(skipSpace(text, end + 1)) === colon) name = text.slice(at + 1, end)
      at = end
    } else if (code === openBracket || code === openBrace) {
      names.push(name)
      if (freeLevel === 0 && freeForm.has(name)) freeLevel = names.length
    } else if (code === closeBracket || code === closeBrace) {
      if (freeLevel === names.length) freeLevel = 0
      name = names.pop() ?? ''
    } else if (isDigit(code) || code === minus) {
      const end = endOfNumber(text, at)
      const isNumeric = freeLevel === 0 && numericFields.has(name)
      if (end - at >= longDigits && !isNumeric && isEndOfValue(text, end) && isRounded(text.slice(at, end))) {
        kept += `${text.slice(from, at)}"${text.slice(at, end)}"`
        from = end
      }
      at = end - 1
    }
  }
  return kept === '' ? text : kept + text.slice(from)
}

function isRounded(number: string): boolean {
  return /^-?[1-9]\d*$/.test(number) && String(Number(number)) !== number
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && isPartOfNumber(text.charCodeAt(at))) at++
  return at
}

/** Whether a value may end here: a key that is no text is none of JSON. */
function isEndOfValue(text: string, end: number): boolean {
  const next = text.charCodeAt(skipSpace(text, end))
  return next === comma || next === closeBracket || next === closeBrace || Number.isNaN(next)
}

/** Returns the index of the next character that is not white space of JSON. */
function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Digits, `.`, `e`, `E`, `+` and `-`. */
function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === point || code === 101 || code === 69 || code === 43 || code === minus
}

const minus = 45
const point = 46
const comma = 44
const colon = 58
const quotationMark = 34
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125
