import { reportOf } from './apple.ts'
import { withoutExcerpt } from './excerpt.ts'
import { wholeNumber } from './location.ts'
import { fatalOf, uncaughtOf } from './php.ts'
import { parseRHead } from './r.ts'
import { panicOf } from './rust.ts'
import { diedIn } from './scripts.ts'
import { parseQuoted, parseSetApart } from './set-apart.ts'
import { withoutTrailer } from './trailer.ts'

/** Type and message of an exception, from the head of its trace. */
export interface Header {
  exception_type?: string
  message?: string
}

const maxType = 200
const maxMessage = 1000

/** Words that programs print before the exception. */
const prefixes = [
  'Fatal Exception: ',
  'Non-fatal Exception: ',
  'The process was terminated due to an unhandled exception. ',
  'Exception Info: ',
  'Unhandled JS Exception: ',
  'Uncaught Exception:',
  'UnhandledPromiseRejectionWarning: ',
  'Unhandled Promise Rejection: ',
  'Unhandled Promise rejection: ',
  'Unhandled promise rejection: ',
  'Unhandled Rejection: ',
  'Unhandled rejection ',
  'unhandledRejection: ',
  'uncaughtException: ',
  '[vite] Internal server error: ',
  'Uncaught Kotlin exception: ',
  'error: Uncaught (in promise) ',
  'error: Uncaught ',
  'Uncaught (in promise) ',
  'Uncaught ',
  'Unhandled exception. ',
  'Unhandled Exception: ',
  '⨯ ',
  '[object] (',
  'panic: ',
  'PHP Fatal error:  Uncaught ',
  'Fatal error: Uncaught ',
  'ERROR: ',
  'ERROR ',
  'LoadError: ',
  'LoadError: ',
]

const prefixStarts = 'Uu[pPFEeLNT⨯'

/**
 * Splits `Type: message`, the form of most languages; Ruby prints `message (Type)`. A head without a type is a message.
 * Log lines before the head are not part of it.
 *
 * @example parseHeader('java.io.IOException: disk full') // { exception_type: 'java.io.IOException', message: 'disk full' }
 */
export function parseHeader(header: string): Header {
  const trimmed = header.trim()
  // By far the most common form.
  const plain = endOfPlainType(trimmed)
  if (plain > 0)
    return withMessage({ exception_type: trimmed.slice(0, plain) }, withoutEngine(trimmed.slice(plain + 1)))
  const text = withoutExcerpt(withoutQuote(trimmed))
  if (text === '') return {}
  return parseMarked(text) ?? parseTyped(text.slice(startOfHead(text)))
}

/** Removes quotation marks, and the single one that some loggers print before a text. */
function withoutQuote(text: string): string {
  if (text.startsWith('> ')) return text.slice(2)
  if (text.startsWith('[Unhandled promise rejection: ') && text.endsWith(']')) return text.slice(1, -1)
  return text.startsWith('"** (') ? text.slice(1) : text
}

/** Finds the end of the type in `TypeError: …`: one word with the ending of a type, and a colon. */
function endOfPlainType(text: string): number {
  const colon = text.indexOf(':')
  if (colon < 4 || text.charCodeAt(colon + 1) !== 32) return -1
  const isKnown = text.startsWith('Error', colon - 5) || text.startsWith('Exception', colon - 9)
  return isKnown && isTypeName(text, colon) ? colon : -1
}

/** Parses heads that have an unambiguous mark. */
function parseMarked(text: string): Header | undefined {
  const panic = panicOf(text)
  if (panic !== undefined) return withMessage({}, panic.message)
  const beam = text.startsWith('** (') ? 0 : text.lastIndexOf('\n** (') + 1
  if (text.startsWith('** (', beam)) return parseElixirHead(text, beam)
  const erlang = text.search(/(?:\*\* |\n)exception error: /)
  if (erlang >= 0) return withMessage({ exception_type: 'error' }, text.slice(text.indexOf('error: ', erlang) + 7))
  const go = text.startsWith('panic: ') ? 0 : text.indexOf('\npanic: ') + 1
  if (text.startsWith('panic: ', go)) return parseGoHead(text.slice(go + 7))
  if (text.startsWith('fatal error: ')) return parseGoHead(text.slice(13))
  const uncaught = uncaughtOf(text)
  if (uncaught !== undefined) return withMessage({ exception_type: uncaught.type }, uncaught.message)
  const fatal = fatalOf(text)
  if (fatal !== undefined) return withMessage({ exception_type: fatal.kind }, fatal.message)
  const crash = reportOf(text)
  if (crash !== undefined) return crash
  const r = parseRHead(text)
  if (r !== undefined)
    return withMessage(r.exception_type === undefined ? {} : { exception_type: r.exception_type }, r.message)
  const quoted = parseQuoted(text)
  if (quoted !== undefined) return bounded(quoted)
  const died = diedIn(text)
  if (died !== undefined) return withMessage({}, died.message)
  return undefined
}

/** `** (KeyError) key :id not found`; for an exit that names the raised exception, that exception. */
function parseElixirHead(text: string, start: number): Header {
  let at = start
  const raised = text.lastIndexOf('an exception was raised:')
  const inner = raised < 0 ? -1 : text.indexOf('** (', raised)
  if (inner > 0) at = inner
  const close = text.indexOf(') ', at)
  if (close < 0) return withMessage({}, text.slice(at))
  return withMessage({ exception_type: text.slice(at + 4, close) }, text.slice(close + 2))
}

/** Parses a panic; the lines after its message describe the signal, and nested panics. */
function parseGoHead(text: string): Header {
  let message = text
  for (const mark of ['\n[signal ', '\ngoroutine ', '\npanic: ', ' [recovered]']) {
    const at = message.indexOf(mark)
    if (at >= 0) message = message.slice(0, at)
  }
  return parseTyped(message)
}

/** Finds the head: the first line that starts with an unambiguous type, otherwise the first that contains one as a word. */
function startOfHead(text: string): number {
  return (
    startOf(text, (start) => (isStrongHead(text, start) ? start : -1)) ??
    startOf(text, (start) => wordStart(text, start)) ??
    0
  )
}

/** Whether a line only announces the error in the next ones, as `Error:` does. */
function isAnnouncement(line: string): boolean {
  return line === 'Error:' || line === 'Failure:'
}

function startOf(text: string, find: (start: number) => number): number | undefined {
  let start = 0
  for (let lines = 0; lines < maxLines; lines++) {
    const found = find(start)
    if (found >= 0) return found
    start = text.indexOf('\n', start) + 1
    if (start === 0) return undefined
  }
  return undefined
}

const maxLines = 40

function isStrongHead(text: string, start: number): boolean {
  const end = text.indexOf('\n', start)
  const line = withoutWords(text.slice(start, Math.min(end < 0 ? text.length : end, start + maxType + 100)))
  if (end >= 0 && isAnnouncement(line)) return false
  const colon = typeColon(line)
  const type = colon < 0 ? line : line.slice(0, colon)
  return isStrongType(type) && (colon < 0 || colon === line.length - 1 || line.charCodeAt(colon + 1) === 32)
}

/** `[error] TypeError: x`, `12:00:01 ERROR cart - java.io.IOException: x`: the type is one word of the line. */
function wordStart(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + 300))
  if (from === 0 && end < 0 && isTypedByItself(line)) return 0
  const unhandled = line.indexOf('Unhandled Exception: ')
  if (unhandled >= 0) return from + unhandled
  let start = 0
  for (let blank = nextBlank(line, 0); blank >= 0; blank = nextBlank(line, start)) {
    const word = line.slice(start, blank)
    if (word.endsWith(':') && isStrongType(word.slice(0, -1))) return from + start
    start = blank + 1
  }
  return start > 1 && line.charCodeAt(start - 2) === 93 && isStrongType(line.slice(start)) ? from + start : -1
}

function nextBlank(line: string, from: number): number {
  for (let at = from; at < line.length; at++) if (line[at] === ' ' || line[at] === '\t') return at
  return -1
}

/** `Missing: x` has a type, although its ending is not that of a type; `error: x` and `server: x` come from logs. */
function isTypedByItself(line: string): boolean {
  const colon = line.indexOf(': ')
  const first = line.charCodeAt(0)
  return (
    colon > 0 &&
    first >= 65 &&
    first <= 90 &&
    isTypeName(line, colon) &&
    line.slice(0, colon).toUpperCase() !== line.slice(0, colon)
  )
}

/** Whether a name has the ending of an exception type, or is a class with its package. */
export function isStrongType(type: string): boolean {
  const stop = codeStart(type, type.length)
  if (stop < 4 || !isTypeName(type, type.length)) return false
  const bare = type.slice(0, stop)
  if (endings.some((ending) => bare.endsWith(ending))) return true
  // Ruby's modules begin with a capital letter, unlike those of Rust and C++.
  if (bare.includes('::') && /^[A-Z]\w{0,100}(?:::[A-Z]\w{0,100}){1,8}$/.test(bare)) return true
  const dot = bare.lastIndexOf('.')
  const last = bare.charCodeAt(dot + 1)
  return dot > 3 && bare.indexOf('.') < dot && last >= 65 && last <= 90
}

const endings = ['Error', 'Exception', 'Failure', 'Interrupt', 'Fault', 'Warning', 'Rejection', 'Throwable']

function withoutWords(line: string): string {
  let text = line
  if (text.startsWith('Exception in thread "')) text = text.slice(text.indexOf('" ', 21) + 2)
  if (text.startsWith('(node:')) text = text.slice(text.indexOf(') ') + 2)
  if (prefixStarts.includes(text[0]!)) {
    for (const prefix of prefixes) if (text.startsWith(prefix)) text = text.slice(prefix.length)
    // App store consoles: `Exception java.lang.RuntimeException: x`.
    if (text.startsWith('Exception ') && text.indexOf('.') > 0) text = text.slice(10)
  }
  return text
}

function parseTyped(head: string): Header {
  const whole = withoutWords(head)
  // Deno prints the line that threw below the head.
  const text = head.startsWith('error: Uncaught ') && whole.endsWith('^') ? firstLine(whole) : whole
  if (text === '') return {}
  const colon = typeColon(text)
  const isType =
    colon > 0 && isTypeName(text, colon) && (colon === text.length - 1 || isBlank(text.charCodeAt(colon + 1)))
  if (isType)
    return withMessage({ exception_type: text.slice(0, codeStart(text, colon)) }, withoutEngine(text.slice(colon + 1)))
  const log = text.indexOf('(code: ')
  if (log > 0 && isTypeName(text, log))
    return withMessage({ exception_type: text.slice(0, log) }, text.slice(text.indexOf('): ', log) + 3))
  const lineEnd = text.indexOf('\n')
  const named = lineEnd < 0 ? -1 : text.indexOf('\nMessage=', lineEnd)
  // Visual Studio's copy of an exception labels each of its parts.
  if (named > 0 && isTypeName(text, lineEnd)) {
    const end = text.indexOf('\n', named + 1)
    return withMessage({ exception_type: text.slice(0, lineEnd) }, text.slice(named + 9, end < 0 ? undefined : end))
  }
  const apart = parseSetApart(text)
  if (apart !== undefined) return bounded(apart)
  const first = text.charCodeAt(0)
  const isCapital = (first >= 65 && first <= 90) || text.includes('.') || text.includes('\\')
  if (isCapital && isTypeName(text, text.length)) return { exception_type: text }
  if (lineEnd > 0 && isStrongType(text.slice(0, lineEnd).trimEnd()))
    return withMessage({ exception_type: text.slice(0, lineEnd).trimEnd() }, text.slice(lineEnd))
  return withMessage({}, withoutEngine(text))
}

/** Finds the colon after a type; those of `Shop::Error` belong to it. */
function typeColon(text: string): number {
  let colon = text.indexOf(':')
  while (colon > 0 && text.charCodeAt(colon + 1) === 58) colon = text.indexOf(':', colon + 2)
  return colon
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Removes `, js engine: hermes, stack:`, which ends the message in React Native's crash reports. */
function withoutEngine(message: string): string {
  if (message.endsWith(', js engine: hermes')) return message.slice(0, -19)
  if (!message.endsWith('stack:')) return message
  const engine = message.lastIndexOf(', js engine: ')
  const end = engine < 0 ? message.lastIndexOf(', stack:') : engine
  return end < 0 ? message : message.slice(0, end)
}

/** `boom (RuntimeError)` */
export function parseRubyHeader(header: string): Header {
  const open = header.lastIndexOf(' (')
  if (open < 0 || !header.endsWith(')')) return withMessage({}, header)
  return withMessage({ exception_type: header.slice(open + 2, -1) }, header.slice(0, open))
}

function withMessage(header: Header, message: string): Header {
  const said = message.trim()
  const text = withoutTrailer(header.exception_type === undefined ? withoutTags(said) : said)
  if (text !== '') header.message = text.length > maxMessage ? text.slice(0, maxMessage) : text
  return header
}

/** Cuts a message that was parsed elsewhere, as those of the common form are. */
export function bounded({ message, ...header }: Header): Header {
  return message === undefined ? header : withMessage(header, message)
}

/** Removes what a log prints before a message without a type: time, level and tags, as in `[nuxt] [500] x is null`. */
function withoutTags(message: string): string {
  return message.replace(logStart, '').replace(tags, '')
}

/** Times, levels and processes at the start of a line of a log. */
const logStart =
  /^(?:(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[\d.,Z+:-]{0,20}\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?)\s{1,4}(?:(?:ERROR|WARN|WARNING|FATAL|CRITICAL|SEVERE)\s{1,4})?|\[?(?:ERROR|WARN|WARNING|FATAL|CRITICAL|SEVERE)[\]:]:?\s{1,4}|(?:pid|tid)=\w{1,20}\s{1,4}){1,6}(?=\S)/
const tags = /^(?:\[[\w :.,/+-]{1,60}\] ){1,6}/

/** Node adds a code, `Error [ERR_X]: …`, and so does .NET: `COMException (0x8007054F): …`. */
function codeStart(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  if (last !== 93 && last !== 41) return end
  // discord.js puts no blank before the code.
  const near = last === 93 ? text.lastIndexOf('[', end) : -1
  if (near > 0 && wholeNumber(text.slice(near + 1, end - 1)) !== undefined && text.charCodeAt(near - 1) !== 32)
    return near
  const code = text.lastIndexOf(last === 93 ? ' [' : ' (0x', end)
  return code > 0 && !text.slice(0, code).includes('\n') ? code : end
}

function isTypeName(text: string, end: number): boolean {
  const stop = codeStart(text, end)
  if (stop === 0 || stop > maxType) return false
  for (let index = 0; index < stop; index++) {
    const code = text.charCodeAt(index)
    const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127
    if (
      !isWord &&
      code !== 46 &&
      code !== 95 &&
      code !== 36 &&
      code !== 92 &&
      code !== 96 &&
      code !== 43 &&
      code !== 64 &&
      !(code === 58 && index > 0)
    )
      return false
  }
  return true
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10
}
