import { isDigit, isLetter } from './location.ts'

/**
 * Removes the prefix that a log, a console or a quotation adds to each line: time, level, container name, `>`. A prefix is
 * a text that, apart from its numbers, precedes at least two calls, or every line up to `|`, `>` or `]`. Returns undefined
 * if there is none.
 *
 * @example withoutPrefixes('web_1 | Error: x\nweb_1 |     at f (a.js:1:2)\nweb_1 |     at g (a.js:3:4)') // 'Error: x\n    at f (a.js:1:2)\n    at g (a.js:3:4)'
 */
export function withoutPrefixes(text: string): string | undefined {
  if (!text.includes('\n')) return isDigit(text.charCodeAt(0)) || text === '' ? withoutNumber(text) : undefined
  const lines = text.split('\n', maxLines)
  const shape = shapeOfCalls(lines) ?? shapeOfAll(lines)
  if (shape !== undefined) return lines.map((line) => line.slice(matchEnd(line, shape))).join('\n')
  const length = wordsOfAll(lines)
  if (length > 0) return lines.map((line) => line.slice(length)).join('\n')
  return lines.every((line) => line === '' || isDigit(line.charCodeAt(0)))
    ? lines.map(withoutNumber).join('\n')
    : undefined
}

function withoutNumber(line: string): string {
  return line.replace(/^\d{1,20}[ \t]?/, '')
}

/** Length of the words that all lines start with, such as a pod and its container. */
function wordsOfAll(lines: string[]): number {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length < 3) return 0
  let shared = filled[0]!.slice(0, maxPrefix)
  for (const line of filled) {
    let same = 0
    while (same < shared.length && shared.charCodeAt(same) === line.charCodeAt(same)) same++
    if (same === 0) return 0
    shared = shared.slice(0, same)
  }
  const end = shared.lastIndexOf(' ') + 1
  return shared.trim() === '' ? 0 : end
}

const maxLines = 1000
const maxPrefix = 200
const calls = ['at ', 'File "', 'Caused by', 'from ']

/** The prefix of the calls, if at least two share one. */
function shapeOfCalls(lines: string[]): string | undefined {
  const counts = new Map<string, number>()
  // The margin of Python's exception groups is part of the traceback.
  const isGroup = lines.some((line) => line.includes('+ Exception Group Traceback'))
  for (const line of lines) {
    const end = prefixEnd(line)
    if (end === 0) continue
    const shape = shapeOf(line.slice(0, isGroup && line[end - 1] === '|' ? end - 1 : end))
    if (shape === '') continue
    counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  let best: string | undefined
  // Among equally frequent ones the shortest: `Traceback (most …` has a parenthesis too.
  for (const [shape, count] of counts) {
    const most = counts.get(best ?? '') ?? 0
    if (count > 1 && (count > most || (count === most && shape.length < best!.length))) best = shape
  }
  return best ?? shapeOfOne(lines, counts)
}

/** The prefix of the only call, if another line has it too and it holds a number, such as a time. */
function shapeOfOne(lines: string[], counts: ReadonlyMap<string, number>): string | undefined {
  for (const shape of counts.keys()) {
    if (!shape.includes('0') || !'|>]:'.includes(shape.at(-1)!)) continue
    if (lines.filter((line) => matchEnd(line, shape) > 0).length > 1) return shape
  }
  return undefined
}

/** Finds the start of the spaces before the first call, if text precedes them. */
function prefixEnd(line: string): number {
  const most = Math.min(line.length, maxPrefix)
  for (let at = 1; at < most; at++) {
    if (!isBlank(line.charCodeAt(at - 1)) || !isCallStart(line, at, most)) continue
    let end = at
    while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
    return end
  }
  return 0
}

function isCallStart(line: string, at: number, most: number): boolean {
  switch (line.charCodeAt(at)) {
    case 35: // #
      // Docker numbers the steps of a build and counts their seconds: `#13 71.91     at pay (cart.js:1:2)`.
      return at + 1 < most && isDigit(line.charCodeAt(at + 1)) && !buildStep.test(line.slice(at, at + 20))
    case 40: // (
      return at + 1 < most && isLetter(line.charCodeAt(at + 1))
    case 67: // C
    case 70: // F
    case 97: // a
    case 102: // f
      return calls.some((call) => line.startsWith(call, at) && at + call.length <= most)
    default:
      return false
  }
}

const buildStep = /^#\d{1,4} \d{1,6}\.\d{1,4}(?: |$)/

/** The longest start shared by all lines, apart from numbers, up to a character that ends a prefix. */
function shapeOfAll(lines: string[]): string | undefined {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length < 2) return undefined
  if (filled.every((line) => line.trimStart().startsWith('// '))) return '//'
  let shared = shapeOf(filled[0]!.slice(0, maxPrefix))
  for (const line of filled) {
    shared = shared.slice(0, sharedShape(line, shared))
    if (shared === '') return undefined
  }
  let end = shared.length
  while (end > 0 && !'|>]:│*#'.includes(shared[end - 1]!) && !isEndOfTime(shared, end)) end--
  return end === 0 ? undefined : shared.slice(0, end)
}

/** `…:12.345Z`: containers and build services print the time alone. */
function isEndOfTime(shape: string, end: number): boolean {
  return shape.startsWith('0Z', end - 2) && shape.includes(':0')
}

/** Removes the spaces of a text and replaces each number by one `0`. */
function shapeOf(text: string): string {
  let shape = ''
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isNumber = isDigit(code)
    if (!isNumber && !isSpace(text, at, code)) continue
    shape += isNumber ? `${text.slice(start, at)}0` : text.slice(start, at)
    while (isNumber && isDigit(text.charCodeAt(at + 1))) at++
    start = at + 1
  }
  return shape + text.slice(start)
}

/** Length of the start of a shape that a line has too. */
function sharedShape(line: string, shape: string): number {
  const end = Math.min(line.length, maxPrefix)
  let same = 0
  let isInNumber = false
  for (let at = 0; at < end && same < shape.length; at++) {
    const code = line.charCodeAt(at)
    const isNumber = isDigit(code)
    // Blanks that separate two numbers leave two of them.
    if (isNumber && isInNumber) continue
    isInNumber = isNumber
    if (isSpace(line, at, code)) continue
    if (shape.charCodeAt(same) !== (isNumber ? ZERO : code)) return same
    same++
  }
  return same
}

function isSpace(line: string, at: number, code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(line[at]!))
}

const ZERO = 48

/** Finds the end of this prefix in a line, with one space after it; 0 if the line does not have it. */
function matchEnd(line: string, shape: string): number {
  let at = 0
  for (let index = 0; index < shape.length; index++) {
    while (isBlank(line.charCodeAt(at))) at++
    const code = line.charCodeAt(at)
    const wanted = shape.charCodeAt(index)
    if (wanted === ZERO) {
      if (!isDigit(code)) return 0
      while (isDigit(line.charCodeAt(at))) at++
    } else if (code === wanted) at++
    else return 0
  }
  return isBlank(line.charCodeAt(at)) ? at + 1 : at
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
