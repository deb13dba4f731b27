import { firstLine, nameEnd, splitLine, withoutWords } from './head-words.ts'
import { isRecordOfLog, preambleOf } from './log-preamble.ts'
import { isPackaged, isStrongType, isSureType } from './type-name.ts'

/**
 * Finds the head of an exception in the text above its calls: from its first line to the end of its record, without what a
 * log prints before it. Among the records of a log, the last one that names a type counts, otherwise the last one.
 *
 * @example headOf('10:11:12.1 INFO start\n10:11:13.2 ERROR [main] java.io.IOException: disk full') // 'java.io.IOException: disk full'
 */
export function headOf(text: string): string {
  const records = recordsOf(withoutBanners(text))
  let head: string | undefined
  for (const record of records.toReversed()) {
    const found = findIn(record)
    if (found === undefined) continue
    const text = withoutClosingQuote(record, found.start)
    if (found.rank < ranks.strong) return text
    head ??= text
  }
  return head ?? withoutPreamble(records.findLast((record) => record.trim() !== '') ?? '')
}

/** Returns the text from a position on; if a quotation mark stands before it, without the one that ends it. */
function withoutClosingQuote(record: string, start: number): string {
  const text = record.slice(start)
  const quote = record[start - 1] ?? ''
  if (quote !== '"' && quote !== "'") return text
  const end = text.lastIndexOf(quote)
  return end > 0 && /^[.,;)\]]{0,3}$/.test(text.slice(end + 1)) ? text.slice(0, end) : text
}

/** Removes lines of decoration above the text, and the name of a test: `##### CRASH #####`, `----`, `● cart › sums`. */
function withoutBanners(text: string): string {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && isBanner(text.slice(start, end)); end = text.indexOf('\n', start))
    start = end + 1
  const test = text.includes(' › ') ? /(?:^|\n)(?:<\w{1,9}>)?\s{0,20}● .{1,300} › .{1,300}\n/.exec(text) : null
  return text.slice(test === null ? start : test.index + test[0].length)
}

function isBanner(line: string): boolean {
  return /^(?:[●✕✖✗×❌•]|\d{1,4}\)) /.test(line) || (/^[#=*~_-]{3}/.test(line) && /[#=*~_-]{3}$/.test(line.trimEnd()))
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

/** A line that names a type; the lower its rank, the surer. */
interface Found {
  rank: number
  start: number
}

/**
 * A line that begins with a type and says something, a type alone, and a type behind other words. A name without the ending of
 * a type ranks behind all that have one.
 */
const ranks = { head: 0, alone: 1, word: 2, strong: 3, none: 6 }

function findIn(record: string): Found | undefined {
  let best: Found = { rank: ranks.none, start: 0 }
  let start = 0
  for (let lines = 0; lines < maxLines && best.rank > ranks.head; lines++) {
    const end = record.indexOf('\n', start)
    const line = record.slice(start, Math.min(end < 0 ? record.length : end, start + maxLine))
    const found = findInLine(line, end < 0, start === 0)
    if (found !== undefined && found.rank < best.rank) best = { rank: found.rank, start: start + found.start }
    if (end < 0) break
    start = end + 1
  }
  return best.rank === ranks.none ? undefined : best
}

/** The endings of types, and the capital letter of a class behind its package. */
const types = /Error|Exception|Failure|Interrupt|Fault|Warning|Rejection|Throwable|[.:][A-Z]/

function findInLine(line: string, isLast: boolean, isFirst: boolean): Found | undefined {
  if (!types.test(line)) return isFirst && isLast && isTypedByItself(line) ? { rank: ranks.word, start: 0 } : undefined
  const rank = rankOf(line, isLast)
  if (rank < ranks.none) return { rank, start: 0 }
  const end = preambleOf(line)?.end ?? 0
  const behind = end === 0 ? ranks.none : rankOf(line.slice(end), isLast)
  return behind < ranks.none ? { rank: behind, start: end } : findWord(line, isFirst && isLast)
}

/** Returns the rank of a line that begins with a type. */
function rankOf(line: string, isLast: boolean): number {
  const text = withoutWords(line)
  const type = text.slice(0, nameEnd(text))
  const rank = isSureType(type) ? ranks.head : isPackaged(type) ? ranks.strong : ranks.none
  const split = rank === ranks.none ? undefined : splitLine(text, isStrongType)
  if (split === undefined) return ranks.none
  if (split.message !== '' || isLast) return rank
  // `Error:` and `Exception` only announce the error in the next lines.
  if (/^(?:Error|Exception|Failure)s?:?\s{0,9}$/.test(text)) return ranks.none
  return text.trimEnd().endsWith(':') ? rank : rank + ranks.alone
}

/** `[error] TypeError: x`, `could not load: java.io.IOException: x`: the type is one word of the line. */
function findWord(line: string, isOnly: boolean): Found | undefined {
  const unhandled = line.indexOf('Unhandled Exception: ')
  if (unhandled >= 0) return { rank: ranks.word, start: unhandled }
  let strong: Found | undefined
  for (let colon = line.indexOf(':'); colon >= 0; colon = line.indexOf(':', colon + 1)) {
    const next = line.charCodeAt(colon + 1)
    if (next !== 32 && next !== 9) continue
    const first = afterMark(line, wordStart(line, colon), colon)
    const type = line.slice(first, colon)
    if (isSureType(type)) return { rank: ranks.word, start: first }
    if (isPackaged(type)) strong ??= { rank: ranks.strong + ranks.word, start: first }
  }
  const start = wordStart(line, line.length)
  const before = line.charCodeAt(start - 2)
  const last = start > 1 && (before === 93 || before === 58) ? line.slice(start) : ''
  if (isSureType(last)) return { rank: ranks.word, start }
  if (isOnly && isTypedByItself(line)) return { rank: ranks.word, start: 0 }
  return strong ?? (before === 93 && isStrongType(last) ? { rank: ranks.strong + ranks.word, start } : undefined)
}

/** Finds the start of a name behind a quotation mark or a bar: `"trace": "java.io.IOException:`, `|no cart|Shop.NoCart:`. */
function afterMark(line: string, start: number, end: number): number {
  let first = end
  while (first > start && !isMark(line.charCodeAt(first - 1))) first--
  return first
}

/** A quotation mark of either kind, a backtick, or a bar. */
function isMark(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 124
}

/** Finds the start of the word before a position. */
function wordStart(line: string, end: number): number {
  let start = end
  while (start > 0 && line.charCodeAt(start - 1) !== 32 && line.charCodeAt(start - 1) !== 9) start--
  return start
}

/** `Missing: x` has a type, although its ending is not that of a type; `error: x` and `server: x` come from logs. */
function isTypedByItself(line: string): boolean {
  const colon = line.indexOf(': ')
  const type = line.slice(0, colon)
  return colon > 0 && /^[A-Z][\w.$\\]{0,100}$/.test(type) && type.toUpperCase() !== type
}
