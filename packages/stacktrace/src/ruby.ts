import type { FoundFrame } from './frame.ts'
import { isDigit, numberStart, toNumber } from './location.ts'

/** A line of Ruby: a call, and the message if it is the first line of a report. */
export interface RubyLine {
  frame: FoundFrame
  /** `boom (RuntimeError)` after the call: the head of a report. */
  header?: string
}

/**
 * Parses `/srv/cart.rb:12:in 'Cart#pay'` (3.4), `…:in `pay'` (3.3 and older), `from …`, and the head of a report,
 * `cart.rb:12:in 'pay': boom (RuntimeError)`.
 *
 * @example parseRuby("/srv/cart.rb:12:in `pay'")?.frame // { function: 'pay', file: '/srv/cart.rb', line: 12 }
 */
export function parseRuby(line: string): RubyLine | undefined {
  // RSpec prints calls as comments.
  const start = line.startsWith('from ') ? 5 : line.startsWith('# ') ? 2 : 0
  const mark = line.indexOf(':in ', start)
  if (mark < 0) return start === 0 ? undefined : (parseBareLocation(line.slice(5)) ?? parseRubinius(line))
  const quote = line.charCodeAt(mark + 4)
  if (quote !== 39 && quote !== 96) return parseUnquoted(line, mark)
  const number = numberStart(line, mark)
  if (number === mark || number - 2 < start || line.charCodeAt(number - 1) !== 58) return undefined
  const header = line.indexOf("': ", mark + 5)
  const end = header < 0 ? line.length - 1 : header
  if (header < 0 && line.charCodeAt(end) !== 39) return undefined
  // Docker prints the container's name before the call.
  const bar = line.lastIndexOf(' | ', number)
  const file = withoutLog(line.slice(bar < start ? start : bar + 3, number - 1))
  const frame = locationOf(file, toNumber(line, number, mark))
  frame.function = line.slice(mark + 5, end)
  return header < 0 ? { frame } : { frame, header: line.slice(header + 3) }
}

/** `[PROJECT_ROOT]/app/cart.rb:36:in pay`, as Airbrake prints it. */
function parseUnquoted(line: string, mark: number): RubyLine | undefined {
  const number = numberStart(line, mark)
  const name = line.slice(mark + 4)
  if (number === mark || !line.slice(0, number).endsWith('.rb:') || line.slice(0, number).includes(' '))
    return undefined
  if (name.includes(': ') || (name.includes(' ') && !name.includes(' in '))) return undefined
  return { frame: { ...locationOf(line.slice(0, number - 1), toNumber(line, number, mark)), function: name } }
}

/** `from Shop::Cart#pay at app/cart.rb:12`, as Rubinius prints a call. */
function parseRubinius(line: string): RubyLine | undefined {
  const call = /^from (\S.{0,300}) at (\S{1,300}\.rb|\(\w{1,20}\)):(\d{1,9})$/.exec(line)
  return call === null ? undefined : { frame: { file: call[2]!, line: Number(call[3]), function: call[1]! } }
}

function parseBareLocation(text: string): RubyLine | undefined {
  const number = numberStart(text, text.length)
  if (number === text.length || number < 2 || text.charCodeAt(number - 1) !== 58 || text.includes(' ')) return undefined
  return { frame: locationOf(text.slice(0, number - 1), toNumber(text, number, text.length)) }
}

/**
 * Parses the head of a report of Ruby 1.8 outside any method: `./Rakefile:5: uninitialized constant Rake (NameError)`.
 */
export function parseOldRuby(line: string): RubyLine | undefined {
  const mark = line.indexOf(': ')
  const number = mark < 0 ? 0 : numberStart(line, mark)
  if (number < 2 || number === mark || line.charCodeAt(number - 1) !== 58) return undefined
  const file = line.slice(0, number - 1)
  if (file.includes(' ')) return undefined
  return { frame: locationOf(file, toNumber(line, number, mark)), header: line.slice(mark + 2) }
}

/** Removes the time, process and request that a log prints before a call. */
function withoutLog(file: string): string {
  const colon = file.lastIndexOf(': ')
  if (colon < 0) return file
  return file
    .slice(colon + 2)
    .trimStart()
    .replace(/^(?:\[[^\]\n]{0,80}\] ){1,3}/, '')
}

/** `(eval at /srv/x.rb:3)`: generated at run time by line 3. */
function locationOf(file: string, line: number): FoundFrame {
  if (file.startsWith('(eval at ') && file.endsWith(')')) {
    const number = numberStart(file, file.length - 1)
    const isLocation = number < file.length - 1 && file.charCodeAt(number - 1) === 58
    if (isLocation)
      return { file: file.slice(9, number - 1), line: toNumber(file, number, file.length - 1), eval: true }
  }
  return file === '(eval)' ? { file, line, eval: true } : { file, line }
}

/** Ruby 2.5 to 2.7 on a terminal: `2: from x.rb:3:in `f'`, outermost call first. */
export function afterCounter(text: string): string | undefined {
  let end = 0
  while (end < 6 && isDigit(text.charCodeAt(end))) end++
  return end > 0 && text.startsWith(': from ', end) ? text.slice(end + 2) : undefined
}
