import type { FoundFrame } from './frame.ts'
import { numberStart, toNumber } from './location.ts'

/**
 * Parses `File "/srv/app/cart.py", line 12, in pay`. A line without a function belongs to a syntax error and
 * is not a call.
 *
 * @example parsePython('File "/srv/cart.py", line 12, in pay') // { function: 'pay', file: '/srv/cart.py', line: 12 }
 */
export function parsePython(line: string): FoundFrame | undefined {
  const mark = line.lastIndexOf(', in ')
  const from = mark < 0 ? -1 : line.lastIndexOf('", line ', mark)
  if (from < 6) return undefined
  const start = numberStart(line, mark)
  if (start !== from + 8 || start === mark) return undefined
  const frame: FoundFrame = { file: line.slice(6, from), line: toNumber(line, start, mark) }
  const name = line.slice(mark + 5)
  if (name !== '') frame.function = name
  return frame
}

/**
 * Parses a call of Python's faulthandler, which prints the innermost call first: `File "/srv/cart.py", line 12 in pay`.
 *
 * @example parseFault('File "/srv/cart.py", line 12 in pay') // { function: 'pay', file: '/srv/cart.py', line: 12 }
 */
export function parseFault(line: string): FoundFrame | undefined {
  const call = /^File "([^"]{1,2000})", line (\d{1,9}) in (\S.{0,500})$/.exec(line)
  return call === null ? undefined : { file: call[1]!, line: Number(call[2]), function: call[3]! }
}

/** `KeyError: 1`, `StopIteration`, `shop.errors.Refused: no`: a class, and its message. */
export function isPythonHead(line: string): boolean {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const last = name.charCodeAt(name.lastIndexOf('.') + 1)
  return last >= 65 && last <= 90 && !name.includes(' ') && !name.includes('(') && !name.includes('=')
}

export function isTraceback(text: string): boolean {
  return text.startsWith('Traceback (most recent call last)') || text.startsWith('Exception Group Traceback (most')
}

/** The sentence between two tracebacks: the second exception was raised because of the first. */
export function isRaisedBecause(text: string): boolean {
  return (
    text.startsWith('During handling of the above exception') ||
    text.startsWith('The above exception was the direct cause')
  )
}

/** `+---------------- 2 ----------------`: a member of an exception group. */
export function isGroupMember(text: string): boolean {
  return text.startsWith('+-') && text.endsWith(' ----------------')
}
