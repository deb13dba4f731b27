import { isAt, readAt, readCall, readLayout, readWrapped } from './calls.ts'
import type { Engine } from './frame.ts'
import { hasGoFile } from './go.ts'
import { endOfPlainType } from './header.ts'
import { readOther } from './joints.ts'
import type { Reading } from './reading.ts'

/** Maximum length of a frame; longer lines are not examined further. */
const maxLine = 4096

/** Reads the known head of the reported exception up to the end of its line, and returns that position. */
export function readHead(reading: Reading, text: string, end: number): number {
  const found = text.indexOf('\n', end)
  const lineEnd = found < 0 ? text.length : found
  const inner = text.startsWith(' ---> ', end)
  reading.link.addHeader(text.slice(0, inner ? end : lineEnd))
  if (inner) reading.beginInner(text.slice(end + 6, Math.min(lineEnd, end + maxLine)), 0)
  return lineEnd
}

/**
 * Reads a text line by line, each line once. A line's own form shows its language, so a text may mix several; the platform
 * decides between languages that print the same form.
 */
export function readText(reading: Reading, text: string, from = 0): void {
  let start = from
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    readLine(reading, text, start, end)
    if (found < 0) return
    start = end + 1
  }
}

function readLine(reading: Reading, text: string, start: number, end: number): void {
  let first = start
  while (first < end && isBlank(text.charCodeAt(first))) first++
  let last = end
  while (last > first && (isBlank(text.charCodeAt(last - 1)) || text.charCodeAt(last - 1) === RETURN)) last--
  if (last === first) {
    reading.isAfterBlank = true
    return
  }
  if (last - first > maxLine) {
    readOther(reading, text.slice(first, first + maxLine), first - start)
    return
  }
  const line = text.slice(first, last)
  const indent = first - start
  const isTab = first > start && (text.charCodeAt(start) === TAB || indent >= 4)
  const startsCall = isAt(text, first, last)
  const isCall =
    !isBetweenCalls(reading, line, indent) &&
    (startsCall
      ? readAt(reading, text, first + 3, last, line)
      : mayBeCall(reading, line) &&
        (readCall(reading, line, isTab) || readLayout(reading, line, indent) || readWrapped(reading, line)))
  if (indent > 3 && isCall && !startsCall && reading.tracebackIndent === 0 && line.startsWith('File "'))
    reading.tracebackIndent = indent - 2
  reading.wrapped = startsCall && !isCall ? line : ''
  if (!isCall) {
    reading.others++
    readOther(reading, line, indent)
  }
  reading.previous = line
  reading.isAfterBlank = false
}

/** Whether a line may be a call: hardly any consists of words alone, unlike a third of the lines that people paste. */
function mayBeCall(reading: Reading, line: string): boolean {
  const { link, waiting, wrapped } = reading
  if (waiting !== undefined || wrapped !== '' || wordCalls.has(link.engine)) return true
  return marks.test(line) && !isPlainHead(reading, line)
}

/** Whether a line is the head of an exception, `TypeError: x`, that no form of a call may begin with. */
function isPlainHead({ link, previous }: Reading, line: string): boolean {
  return (
    link.frames.length === 0 && endOfPlainType(line) > 0 && !callsBehindWords.test(line) && !previous.includes('.php:')
  )
}

/** Marks of the calls that a log may print behind other words, on one line. */
const callsBehindWords = /:in |: in |[{+]|\.(?:go|s):/

/** A mark of a call in any form: a number, a parenthesis, or the words of one that has neither. */
const marks = /[\d(@[|!]|: in |^eval code$|^dart:|^File "/

/** Engines with lines of words alone that belong to a call. */
const wordCalls = new Set<Engine>(['go', 'javascriptcore'])

/**
 * Whether a line belongs to a call beside it, as every second line of Python and Go does: the source below a call, or the
 * function above its location. It need not be tried as a call of other languages.
 */
function isBetweenCalls({ link: { engine }, previous }: Reading, line: string, indent: number): boolean {
  if (engine === 'python') return indent >= 4 && previous.startsWith('File "') && !line.startsWith('File "')
  return engine === 'go' && indent === 0 && line.endsWith(')') && !hasGoFile(line)
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

const TAB = 9
const RETURN = 13
const SPACE = 32
