import { reportOf } from './apple.ts'
import { djangoHead } from './django.ts'
import { withoutExcerpt } from './excerpt.ts'
import { parseFields } from './fields.ts'
import { headOf, withoutPreamble } from './head-line.ts'
import { firstLine, splitLine, withoutWords } from './head-words.ts'
import { isRecordOfLog } from './log-preamble.ts'
import { fatalOf, uncaughtOf } from './php.ts'
import { parseRHead } from './r.ts'
import { panicOf } from './rust.ts'
import { diedIn } from './scripts.ts'
import { parseConsoleBlock, parseIssue, parseOldPhp, parseQuoted, parseSetApart } from './set-apart.ts'
import { isAnnouncement, withoutTrailer } from './trailer.ts'
import { codeStart, isStrongType, isTypeName } from './type-name.ts'

/** Type and message of an exception, from the head of its trace. */
export interface Header {
  exception_type?: string
  message?: string
}

const maxMessage = 1000

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
  if (plain > 0 && !phpPlace.test(trimmed) && !hasLaterHead(trimmed))
    return withMessage({ exception_type: trimmed.slice(0, plain) }, trimmed.slice(plain + 1))
  const text = withoutExcerpt(withoutQuote(withoutWordsAbove(trimmed)))
  if (text === '') return {}
  return parseMarked(text) ?? parseInFields(text) ?? parseTyped(headOf(text))
}

/** Whether a log wrote another record below the first line, and that record names a type as well. */
function hasLaterHead(text: string): boolean {
  let isLater = false
  for (let end = text.indexOf('\n'), lines = 0; end >= 0 && lines < maxLines; lines++) {
    const start = end + 1
    end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    if (isLater && endOfPlainType(line) > 0) return true
    isLater ||= isRecordOfLog(line)
  }
  return false
}

const maxLines = 40

/** The place of the throw, which PHP adds to the message. */
const phpPlace = / in \S{1,300}\.php:\d{1,9}$/

/** Removes quotation marks, and the single one that some loggers print before a text. */
function withoutQuote(text: string): string {
  if (text.startsWith('> ')) return text.slice(2)
  if (text.startsWith('[Unhandled promise rejection: ') && text.endsWith(']')) return text.slice(1, -1)
  // Node prints an error without calls in brackets, and its fields behind them.
  const inside = /^\[([A-Z]\w{0,80}(?:Error|Exception)(?: \[\w{1,60}\])?: .{0,900})\](?: \{)?$/.exec(text)
  if (inside !== null) return inside[1]!
  return withoutRequest(text.startsWith('"** (') ? text.slice(1) : text)
}

/** Removes the request that nginx adds behind the quoted text of a program. */
function withoutRequest(text: string): string {
  const end = text.lastIndexOf('" while ')
  if (end > 0 && text.includes(', client: ', end)) return text.slice(0, end)
  // Apache adds the page that the request came from.
  const referer = text.lastIndexOf(', referer: ')
  return referer > 0 && !/\s/.test(text.slice(referer + 11)) ? text.slice(0, referer) : text
}

/** Finds the end of the type in `TypeError: …`: one word with the ending of a type, and a colon. */
export function endOfPlainType(text: string): number {
  const colon = text.indexOf(':')
  if (colon < 4 || text.charCodeAt(colon + 1) !== 32) return -1
  const isKnown = text.startsWith('Error', colon - 5) || text.startsWith('Exception', colon - 9)
  return isKnown && isTypeName(text, colon) ? colon : -1
}

/** Words of the heads below, one of which each of them has; most heads have none. */
const marks =
  /panicked|panic: |\*\*|exception error: |[Ff]atal error: |Uncaught |\.php:\d|' with message '|\(line |\[object\]| line |Exception Type:|<error\/|<simpleError|Error in |\) :|Rejection \(| at \//

/** Parses heads that have an unambiguous mark. */
function parseMarked(text: string): Header | undefined {
  if (!marks.test(text)) return undefined
  const django = djangoHead(text)
  if (django !== undefined) return withMessage({ exception_type: django.exception_type }, django.message)
  const issue = parseIssue(text) ?? parseConsoleBlock(text) ?? parseOldPhp(text)
  if (issue !== undefined) return bounded(issue)
  const panic = panicOf(text)
  if (panic !== undefined) return withMessage({}, panic.message)
  const beam = elixirStart(text)
  if (beam >= 0) return parseElixirHead(text, beam)
  const erlang = text.includes('exception error: ') ? text.search(/(?:\*\* |\n)exception error: /) : -1
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

/** Finds `** (` at the start of a line or behind a colon; -1 if there is none. */
function elixirStart(text: string): number {
  if (!text.includes('*') || !text.includes('** (')) return -1
  if (text.startsWith('** (')) return 0
  let line = text.lastIndexOf('\n** (')
  // The reason of an exit follows the exit itself.
  if (text.startsWith('\n** (EXIT) ', line)) line = text.lastIndexOf('\n** (', line - 1)
  const start = (line < 0 ? text.lastIndexOf(': ** (') + 1 : line) + 1
  return text.startsWith('** (', start) ? start : -1
}

/** `** (KeyError) key :id not found`; for an exit that names the raised exception, that exception. */
function parseElixirHead(text: string, start: number): Header {
  let at = start
  const raised = text.lastIndexOf('an exception was raised:')
  const inner = raised < 0 ? -1 : text.indexOf('** (', raised)
  if (inner > 0) at = inner
  const close = text.indexOf(') ', at)
  if (close < 0) return withMessage({}, text.slice(at))
  const message = text.slice(close + 2)
  const end = message.search(/\n(?:\.\.\.|Last message: )/)
  return withMessage({ exception_type: text.slice(at + 4, close) }, end < 0 ? message : message.slice(0, end))
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

/** Parses a head that labels its parts. */
function parseInFields(text: string): Header | undefined {
  const found = parseFields(text)
  return found === undefined ? undefined : bounded(found)
}

function parseTyped(head: string): Header {
  const text = withoutWords(head)
  if (text === '') return {}
  const colon = typeColon(text)
  const isType =
    colon > 0 &&
    isTypeName(text, colon) &&
    !labels.test(text.slice(0, colon)) &&
    (colon === text.length - 1 || isBlank(text.charCodeAt(colon + 1)))
  if (isType) return withMessage({ exception_type: text.slice(0, codeStart(text, colon)) }, text.slice(colon + 1))
  const log = text.indexOf('(code: ')
  if (log > 0 && isTypeName(text, log))
    return withMessage({ exception_type: text.slice(0, log) }, text.slice(text.indexOf('): ', log) + 3))
  const first = firstLine(text)
  const split = splitLine(first, isStrongType)
  if (split !== undefined && split.message !== '') {
    // The text in brackets is the whole message.
    const isWhole = first.endsWith('):') || first.endsWith(';')
    return withMessage({ exception_type: split.type }, split.message + (isWhole ? '' : text.slice(first.length)))
  }
  const apart = parseSetApart(text)
  if (apart !== undefined) return bounded(apart)
  const start = text.charCodeAt(0)
  const isCapital = (start >= 65 && start <= 90) || text.includes('.') || text.includes('\\')
  if (isCapital && isTypeName(text, text.length)) return { exception_type: text }
  const type = first.trimEnd()
  if (first !== text && isStrongType(type))
    return withMessage({ exception_type: type }, text.slice(first.length).replace(/^\s{0,9}[-=]{3,200}(?=\n)/, ''))
  return withMessage({}, withoutFields(text))
}

/** Removes the fields that structured logs print behind a message: `no cart {"id": 3}`. */
function withoutFields(message: string): string {
  const start = message.endsWith('}') ? message.search(/\s\{"/) : -1
  return start > 0 ? message.slice(0, start) : message
}

/** Words before a colon that label what follows. */
const labels = /^(?:Expected|Actual|Received|File|Message|Note|Details|Location|Failures|Errors)$/i

/** Finds the colon after a type; those of `Shop::Error` belong to it. */
function typeColon(text: string): number {
  let colon = text.indexOf(':')
  while (colon > 0 && text.charCodeAt(colon + 1) === 58) colon = text.indexOf(':', colon + 2)
  return colon
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
  // Further lines of the message follow the type.
  const first = firstLine(header)
  const open = first.lastIndexOf(' (')
  if (open < 0 || !first.endsWith(')')) return withMessage({}, header)
  return withMessage({ exception_type: first.slice(open + 2, -1) }, first.slice(0, open) + header.slice(first.length))
}

function withMessage(header: Header, message: string): Header {
  const said = message.trim()
  const whole = withoutEngine(withoutTrailer(header.exception_type === undefined ? withoutPreamble(said) : said))
  const text = withoutMarks(withoutRepeat(whole, header.exception_type))
  const isMessage = text !== '' && !(text.length < 20 && header.exception_type !== undefined && isAnnouncement(text))
  if (isMessage) header.message = text.length > maxMessage ? text.slice(0, maxMessage) : text
  return header
}

/** Removes a line in which a person announces the error below it: `When I run it, I get the following error:`. */
function withoutWordsAbove(message: string): string {
  const first = message.includes('\n') ? firstLine(message).trimEnd() : ''
  const isAbout = /[:：]-?$/.test(first) && /\b(?:errors?|exception|this|following|message|trace|log)\b/i.test(first)
  return isAbout && announcing.test(first) ? message.slice(first.length).trimStart() : message
}

/** Words of a person, which no runtime prints. */
const announcing = /\b(?:I|we|my|got|getting|receive[ds]?|seeing|the following error|following message)\b/

/** Removes the marks that end a block of code, of which only the last ones were copied. */
function withoutMarks(message: string): string {
  const end = message.endsWith('`') ? message.search(/`{1,3}$/) : -1
  const isOpen = end > 0 && message.split('`').length % 2 === 0
  return isOpen || message.endsWith('```') ? message.slice(0, end).trimEnd() : message
}

/** Removes the head that zone.js and Blazor print a second time below the first. */
export function withoutRepeat(message: string, type: string | undefined): string {
  if (type === undefined || !message.includes('\n')) return message
  for (const start of [`\n${type}: `, '\nError: ']) {
    for (let end = message.indexOf(start); end > 0; end = message.indexOf(start, end + 1)) {
      const said = message.slice(0, end).trimEnd()
      if (said.length === message.length - end - start.length && message.endsWith(said)) return said
    }
  }
  return message
}

/** Cuts a message that was parsed elsewhere, as those of the common form are. */
export function bounded({ message, ...header }: Header): Header {
  return message === undefined ? header : withMessage(header, message)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10
}
