import { firstLine, nameEnd, splitLine, withoutWords } from './head-words.ts'
import { isRecordOfLog, preambleOf } from './log-preamble.ts'
import { isStrongType, isSureType } from './type-name.ts'

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
    if (found.rank < ranks.strong) return record.slice(found.start)
    head ??= record.slice(found.start)
  }
  return head ?? withoutPreamble(records.findLast((record) => record.trim() !== '') ?? '')
}

/** Removes lines of decoration above the text, and the name of a test: `##### CRASH #####`, `----`, `● cart › sums`. */
function withoutBanners(text: string): string {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && isBanner(text.slice(start, end)); end = text.indexOf('\n', start))
    start = end + 1
  return text.slice(start)
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

function findInLine(line: string, isLast: boolean, isFirst: boolean): Found | undefined {
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
  const rank = isSureType(type) ? ranks.head : isStrongType(type) ? ranks.strong : ranks.none
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
  let start = 0
  for (let blank = nextBlank(line, 0); blank >= 0; blank = nextBlank(line, start)) {
    if (line.charCodeAt(blank - 1) === 58) {
      const first = afterMark(line, start, blank)
      const type = line.slice(first, blank - 1)
      if (isSureType(type)) return { rank: ranks.word, start: first }
      if (isStrongType(type)) strong ??= { rank: ranks.strong + ranks.word, start: first }
    }
    start = blank + 1
  }
  const before = line.charCodeAt(start - 2)
  const last = start > 1 && (before === 93 || before === 58) ? line.slice(start) : ''
  if (isSureType(last)) return { rank: ranks.word, start }
  if (isOnly && isTypedByItself(line)) return { rank: ranks.word, start: 0 }
  return strong ?? (before === 93 && isStrongType(last) ? { rank: ranks.strong + ranks.word, start } : undefined)
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
