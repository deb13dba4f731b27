import { isRecordOfLog, preambleOf } from './log-preamble.ts'
import { isStrongType, isSureType } from './type-name.ts'

/** Type and message as the first line of an exception spells them. */
export interface HeadLine {
  type: string
  message: string
}

/**
 * Finds the head of an exception in the text above its calls: from its first line to the end of its record, without what a
 * log prints before it. Among the records of a log, the last one that names a type counts, otherwise the last one.
 *
 * @example headOf('10:11:12.1 INFO start\n10:11:13.2 ERROR [main] java.io.IOException: disk full') // 'java.io.IOException: disk full'
 */
export function headOf(text: string): string {
  const records = recordsOf(withoutBanners(text))
  for (const isType of [isSureType, isStrongType])
    for (const record of records.toReversed()) {
      const start = startIn(record, isType)
      if (start !== undefined) return record.slice(start)
    }
  const last = records.findLast((record) => record.trim() !== '') ?? ''
  return withoutPreamble(last)
}

/** Removes lines of decoration above the text, and the name of a test: `##### CRASH #####`, `----`, `● cart › sums`. */
function withoutBanners(text: string): string {
  return text.replace(/^(?:(?:[#=*~_-]{3,200}[^\n]{0,200}[#=*~_-]{3,200}|[●✕✖✗×❌•] [^\n]{0,300})\n){1,4}/, '')
}

/** Splits a text into the records of a log, of which only a last one without a time may be the whole text. */
function recordsOf(text: string): string[] {
  if (!text.includes('\n')) return [text]
  const records: string[] = []
  let record = ''
  for (const line of text.split('\n').slice(-maxLines)) {
    const isNew = isRecordOfLog(line)
    if (isNew && record !== '') {
      records.push(record)
      record = ''
    }
    record = record === '' ? line : `${record}\n${line}`
  }
  records.push(record)
  return records
}

const maxLines = 200
const maxLine = 400

/** Removes what a log prints before a message. */
export function withoutPreamble(text: string): string {
  const preamble = preambleOf(firstLine(text))
  return preamble === undefined ? text : text.slice(preamble.end)
}

/** Finds the first line that begins with a type, otherwise the first that has one behind other words. */
function startIn(text: string, isType: (type: string) => boolean): number | undefined {
  return (
    startOf(text, (line, isLast) => headStart(line, isLast, isType)) ??
    startOf(text, (line, isLast) => (isAlone(withoutWords(line.trimEnd()), isLast, isType) ? 0 : -1)) ??
    startOf(text, (line, isLast) => wordStart(line, isLast && !text.includes('\n'), isType))
  )
}

function startOf(text: string, find: (line: string, isLast: boolean) => number): number | undefined {
  let start = 0
  for (let lines = 0; lines < maxLines; lines++) {
    const end = text.indexOf('\n', start)
    const found = find(text.slice(start, Math.min(end < 0 ? text.length : end, start + maxLine)), end < 0)
    if (found >= 0) return start + found
    if (end < 0) return undefined
    start = end + 1
  }
  return undefined
}

function headStart(line: string, isLast: boolean, isType: (type: string) => boolean): number {
  if (isHead(line, isLast, isType)) return 0
  const preamble = preambleOf(line)
  return preamble !== undefined && isHead(line.slice(preamble.end), isLast, isType) ? preamble.end : -1
}

function isHead(line: string, isLast: boolean, isType: (type: string) => boolean): boolean {
  const text = withoutWords(line)
  const split = splitLine(text, isType)
  if (split === undefined) return false
  return split.message !== '' || isLast || (text.trimEnd().endsWith(':') && !isAnnouncement(text))
}

function isAlone(line: string, isLast: boolean, isType: (type: string) => boolean): boolean {
  return isType(line) && (isLast || !isAnnouncement(line))
}

/** `Error:`, `Exception`: a word that only announces the error in the next lines. */
function isAnnouncement(line: string): boolean {
  return /^(?:Error|Exception|Failure)s?:?\s{0,9}$/.test(line)
}

/** `[error] TypeError: x`, `could not load: java.io.IOException: x`: the type is one word of the line. */
function wordStart(line: string, isAlone: boolean, isType: (type: string) => boolean): number {
  if (isAlone && isTypedByItself(line)) return 0
  const unhandled = line.indexOf('Unhandled Exception: ')
  if (unhandled >= 0) return unhandled
  let start = 0
  for (let blank = nextBlank(line, 0); blank >= 0; blank = nextBlank(line, start)) {
    if (line.charCodeAt(blank - 1) === 58) {
      const first = afterMark(line, start, blank)
      if (isType(line.slice(first, blank - 1))) return first
    }
    start = blank + 1
  }
  const before = line.charCodeAt(start - 2)
  return start > 1 && (before === 93 || before === 58) && isType(line.slice(start)) ? start : -1
}

/** Finds the start of a name behind a quotation mark or a bar: `"trace": "java.io.IOException:`, `|no cart|Shop.NoCart:`. */
function afterMark(line: string, start: number, end: number): number {
  let first = end
  while (first > start && !'"\'`|'.includes(line[first - 1]!)) first--
  return first
}

function nextBlank(line: string, from: number): number {
  for (let at = from; at < line.length; at++) if (line[at] === ' ' || line[at] === '\t') return at
  return -1
}

/** `Missing: x` has a type, although its ending is not that of a type; `error: x` and `server: x` come from logs. */
function isTypedByItself(line: string): boolean {
  const colon = line.indexOf(': ')
  const type = line.slice(0, colon)
  return colon > 0 && /^[A-Z][\w.$\\]{0,100}$/.test(type) && type.toUpperCase() !== type
}

/**
 * Splits the first line of an exception: `Type: message`, and for names with the ending of a type `Type (message):`,
 * `Type[message]`, `Type - message` and `Type   message`.
 */
export function splitLine(line: string, isType: (type: string) => boolean = isSureType): HeadLine | undefined {
  if (line.startsWith(violation)) return { type: violation.slice(0, -2), message: line.slice(violation.length) }
  const end = nameEnd(line)
  const type = line.slice(0, end)
  if (!isType(type)) return undefined
  const rest = line.slice(end)
  const code = rest === '' ? null : /^(?: ?\[[\w-]{1,60}\]| \(0x[0-9A-Fa-f]{1,16}\))(?=:|$)/.exec(rest)
  const after = code === null ? rest : rest.slice(code[0].length)
  if (after === '') return { type, message: '' }
  if (after.charCodeAt(0) === 58)
    return after.length === 1 || isBlank(after, 1) ? { type, message: after.slice(1) } : undefined
  if (!isSureType(type)) return undefined
  const other =
    /^ \((.{1,900})\) ?:?$/.exec(after) ??
    /^ : (.{1,900})$/.exec(after) ??
    /^\[([^\n]{0,900}?)\](?:; nested: .{0,900}|;)?$/.exec(after) ??
    /^ [-–—] (.{1,900}?):?$/.exec(after) ??
    /^\((.{0,900})\)$/.exec(after) ??
    /^(?: {2,40}|\t)(\S.{0,900})$/.exec(after)
  return other === null ? undefined : { type, message: other[1]! }
}

/** React names its own errors with two words. */
const violation = 'Invariant Violation: '

/** Finds the end of the characters that a type consists of; a single colon ends it, two belong to it. */
function nameEnd(line: string): number {
  let end = 0
  while (end < line.length && end < maxName) {
    const code = line.charCodeAt(end)
    if (code === 58) {
      if (line.charCodeAt(end + 1) !== 58) break
      end++
    } else if (!isNameCharacter(code)) break
    end++
  }
  return end
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 64 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code > 127 ||
    code === 46 ||
    code === 95 ||
    code === 36 ||
    code === 92 ||
    code === 96 ||
    code === 43
  )
}

const maxName = 200

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9 || code === 10
}

export function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Words that programs print before the exception. */
const prefixes = [
  'Fatal Exception: ',
  'Non-fatal Exception: ',
  'The process was terminated due to an unhandled exception. ',
  'Exception Info: ',
  'Internal server error: ',
  '⨯ ',
  '[object] (',
  'panic: ',
  'PHP Fatal error:  Uncaught ',
  'Fatal error: Uncaught ',
  'ERROR: ',
  'ERROR ',
  'LoadError: ',
]

const prefixStarts = '[pPFEILNT⨯'

/** `Uncaught (in promise) TypeError: x`, `Unhandled exception in thread main: x`: an exception that nothing caught. */
const uncaught =
  /^(?:error: )?un(?:caught|handled) ?(?:(?:\([\w ]{1,30}\)|promise|rejection|exception|error|warning|in|at|thread|async|runtime|managed|native|js|kotlin|php|javascript|occurred|internal|application|server|main|worker) ?){0,6}(?:[:.](?: {1,2}|$)|(?<= )(?=[\w.$\\]{3,200}(?:: |$)))/i

/** `Exception: ValueError: x`: a word that announces the type behind it. */
const wrapper = /^(?:Exception|Warning|Failure|Cause|Reason|Result): {1,4}/

export function withoutWords(line: string): string {
  let text = line
  if (text.startsWith('Exception in thread "')) text = text.slice(text.indexOf('" ', 21) + 2)
  if (text.startsWith('(node:')) text = text.slice(text.indexOf(') ') + 2)
  // Each of them may precede another.
  for (let times = 0; times < 3; times++) {
    const before = text
    if (prefixStarts.includes(text[0] ?? ' '))
      for (const prefix of prefixes) if (text.startsWith(prefix)) text = text.slice(prefix.length)
    if (text.charCodeAt(1) === 110 || text.startsWith('error: ')) text = text.replace(uncaught, '')
    const wrapped = wrapper.exec(text)
    if (wrapped !== null && splitLine(firstLine(text.slice(wrapped[0].length))) !== undefined)
      text = text.slice(wrapped[0].length)
    // App store consoles: `Exception java.lang.RuntimeException: x`.
    if (text.startsWith('Exception ') && text.indexOf('.') > 0) text = text.slice(10)
    if (text === before) break
  }
  return text
}
