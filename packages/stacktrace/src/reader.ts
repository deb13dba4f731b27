import { isAt, readAt, readCall, readLayout, readWrapped } from './calls.ts'
import { hasGoFile } from './go.ts'
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
      : readCall(reading, line, isTab) || readLayout(reading, line, indent) || readWrapped(reading, line))
  reading.wrapped = startsCall && !isCall ? line : ''
  if (!isCall) {
    reading.others++
    readOther(reading, line, indent)
  }
  reading.previous = line
  reading.isAfterBlank = false
}

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
