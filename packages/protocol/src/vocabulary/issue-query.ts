import { unitMs } from './durations.ts'
import { issueStatuses, issueSubstatuses, levels, platforms } from './enums.ts'
import { limits } from './limits.ts'

// The search language of issues: words and quoted phrases, `key:value`, and `!` before either for negation. Terms with
// the same key are alternatives (`level:fatal level:error`); all others must match. Browser and server parse queries with
// the same code. It does no I/O and never throws.

/** Values of `is:`. */
export const issueFacts = [...issueStatuses, 'assigned', 'unassigned', ...issueSubstatuses] as const
export type IssueFact = (typeof issueFacts)[number]

/** Values of `has:`, besides `tag.KEY`. */
export const issueParts = ['assignee', 'release', 'user'] as const
export type IssuePart = (typeof issueParts)[number]

/** Keys of the query language; `tag.KEY` accepts any KEY. */
export const queryKeys = [
  'assigned',
  'environment',
  'first-seen',
  'has',
  'is',
  'last-seen',
  'level',
  'platform',
  'release',
  'tag',
  'user',
] as const
export type QueryKey = (typeof queryKeys)[number]

export const timeOperators = ['>=', '<=', '>', '<'] as const
export type TimeOperator = (typeof timeOperators)[number]

/** A point in time: absolute, ISO 8601 in UTC, or this many milliseconds ago. */
export type QueryTime = { at: string } | { agoMs: number }

/** The content of a term, without its negation. */
export type QueryCondition =
  | { key: 'text'; value: string }
  | { key: 'is'; value: IssueFact }
  | { key: 'level'; value: (typeof levels)[number] }
  | { key: 'platform'; value: (typeof platforms)[number] }
  | { key: 'assigned' | 'environment' | 'release' | 'user'; value: string }
  | { key: 'tag'; name: string; value: string }
  | { key: 'has'; value: IssuePart }
  | { key: 'has'; value: 'tag'; name: string }
  | { key: 'first-seen' | 'last-seen'; operator: TimeOperator; time: QueryTime }

export type QueryTerm = QueryCondition & { not: boolean }

/** A problem with a query: a sentence, and the range of the text it is about, in UTF-16 unitMs from 0. */
export interface QueryError {
  from: number
  to: number
  message: string
}

export type ParsedQuery = { ok: true; terms: QueryTerm[] } | { ok: false; errors: QueryError[] }

/**
 * Parses a query. Reports every mistake, not only the first.
 *
 * @param text the query as typed
 * @returns the terms in their order, or the problems with their ranges; never throws
 * @example parseIssueQuery('"card declined" environment:production !level:info first-seen:>-7d')
 */
export function parseIssueQuery(text: string): ParsedQuery {
  const errors: QueryError[] = []
  const terms: QueryTerm[] = []
  if (text.length > limits.queryCharacters)
    return fail({
      from: limits.queryCharacters,
      to: text.length,
      message: `A query may have ${limits.queryCharacters} characters.`,
    })
  const nul = text.indexOf('\0')
  if (nul !== -1) return fail({ from: nul, to: nul + 1, message: 'A query cannot have the character U+0000.' })
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const read = readTerm(text, at)
    if ('message' in read) {
      errors.push(read)
      at = skipWord(text, Math.max(read.to, at + 1))
    } else {
      terms.push(read.term)
      if (terms.length > limits.queryTerms)
        return fail({ from: at, to: text.length, message: `A query may have ${limits.queryTerms} terms.` })
      at = read.end
    }
    at = skipSpace(text, at)
  }
  return errors.length === 0 ? { ok: true, terms } : { ok: false, errors }
}

/**
 * Formats terms as a query that parses to the same terms.
 *
 * @example formatIssueQuery([{ key: 'release', value: '1.0 (45)', not: true }]) // '!release:"1.0 (45)"'
 */
export function formatIssueQuery(terms: readonly QueryTerm[]): string {
  return terms.map((term) => `${term.not ? '!' : ''}${formatCondition(term)}`).join(' ')
}

/**
 * Formats one term: `release:"1.0 (45)"`. The value is quoted if necessary.
 *
 * @param key a key as typed before the colon; for tags see `tagKey`
 */
export function queryTerm(key: string, value: string): string {
  return `${key}:${bareOrQuoted(value)}`
}

/** Formats the key of a tag: `tag.plan`, `tag."my key"`. */
export function tagKey(name: string): string {
  return `tag.${bareOrQuoted(name)}`
}

function formatCondition(term: QueryCondition): string {
  switch (term.key) {
    case 'text':
      return quote(term.value)
    case 'tag':
      return queryTerm(tagKey(term.name), term.value)
    case 'has':
      return term.value === 'tag' ? `has:${tagKey(term.name)}` : `has:${term.value}`
    case 'first-seen':
    case 'last-seen':
      return `${term.key}:${term.operator}${'at' in term.time ? term.time.at : formatAgo(term.time.agoMs)}`
    default:
      return queryTerm(term.key, term.value)
  }
}

const quote = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const bareOrQuoted = (value: string) => (/^[\w.@/+-]+$/.test(value) ? value : quote(value))

type Read = { term: QueryTerm; end: number } | QueryError
type Value = { value: string; from: number; end: number }

const fail = (error: QueryError): ParsedQuery => ({ ok: false, errors: [error] })
const isSpace = (text: string, at: number) => /\s/.test(text.charAt(at))

function skipSpace(text: string, at: number): number {
  while (at < text.length && isSpace(text, at)) at++
  return at
}

function skipWord(text: string, at: number): number {
  while (at < text.length && !isSpace(text, at)) at++
  return at
}

function readTerm(text: string, start: number): Read {
  const not = text[start] === '!' && skipWord(text, start) > start + 1
  const at = not ? start + 1 : start
  const negate = (read: { condition: QueryCondition; end: number } | QueryError): Read =>
    'message' in read ? read : { term: { ...read.condition, not }, end: read.end }
  if (text[at] === '"') return negate(readText(text, at))
  const key = findKey(text, at)
  if (key !== undefined) return negate(readCondition(text, at, key))
  const end = skipWord(text, at)
  const unknown = /^([a-z][a-z-]*):[^\s:/]/.exec(text.slice(at, end))
  if (unknown !== null)
    return {
      from: at,
      to: at + unknown[1]!.length,
      message: `“${unknown[1]}” is no key. Keys are ${queryKeys.map((name) => (name === 'tag' ? 'tag.KEY' : name)).join(', ')}; put the words in quotes to search for them.`,
    }
  return negate({ condition: { key: 'text', value: text.slice(at, end) }, end })
}

function readText(text: string, at: number): { condition: QueryCondition; end: number } | QueryError {
  const read = readQuoted(text, at)
  if ('message' in read) return read
  const trouble = checkEnd(text, read)
  return trouble ?? { condition: { key: 'text', value: read.value }, end: read.end }
}

/** Finds the key at this position with its colon, ignoring case. */
function findKey(text: string, at: number): { key: QueryKey; end: number } | undefined {
  for (const key of queryKeys) {
    const mark = key === 'tag' ? '.' : ':'
    if (text.slice(at, at + key.length + 1).toLowerCase() === `${key}${mark}`) return { key, end: at + key.length + 1 }
  }
  return undefined
}

function readCondition(
  text: string,
  start: number,
  { key, end: at }: { key: QueryKey; end: number },
): { condition: QueryCondition; end: number } | QueryError {
  if (key === 'tag') return readTag(text, start, at)
  if (key === 'has' && text.slice(at, at + 4).toLowerCase() === 'tag.') {
    const name = readValue(text, at + 4, 'Say which tag, such as has:tag.customer.')
    if ('message' in name) return name
    return tooLong(name, limits.tagKey) ?? { condition: { key, value: 'tag', name: name.value }, end: name.end }
  }
  const read = readValue(text, at, `Say which: ${key}: needs a value.`)
  if ('message' in read) return read
  const condition = conditionOf(key, read)
  return 'message' in condition ? condition : { condition, end: read.end }
}

function readTag(text: string, start: number, at: number): { condition: QueryCondition; end: number } | QueryError {
  let name: Value | QueryError
  if (text[at] === '"') name = readQuoted(text, at)
  else {
    let end = at
    while (end < text.length && !isSpace(text, end) && text[end] !== ':') end++
    name = { value: text.slice(at, end), from: at, end }
  }
  if ('message' in name) return name
  if (name.value === '' || text[name.end] !== ':')
    return { from: start, to: name.end, message: 'Write a tag as tag.KEY:value, or has:tag.KEY for any value.' }
  const read = readValue(text, name.end + 1, 'Say which value, or write has:tag.KEY for any.')
  if ('message' in read) return read
  return (
    tooLong(name, limits.tagKey) ??
    tooLong(read, limits.tagValue) ?? {
      condition: { key: 'tag', name: name.value, value: read.value },
      end: read.end,
    }
  )
}

function readValue(text: string, at: number, missing: string): Value | QueryError {
  if (text[at] === '"') {
    const read = readQuoted(text, at)
    return 'message' in read ? read : (checkEnd(text, read) ?? read)
  }
  const end = skipWord(text, at)
  return end === at ? { from: at, to: at, message: missing } : { value: text.slice(at, end), from: at, end }
}

/** Decodes quoted text: `\"` is a quote and `\\` a backslash; any other backslash is literal. */
function readQuoted(text: string, start: number): Value | QueryError {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const unit = text[at]!
    if (unit === '"') {
      if (value === '') return { from: start, to: at + 1, message: 'There is nothing between these quotes.' }
      return { value, from: start, end: at + 1 }
    }
    const next = text[at + 1]
    if (unit === '\\' && (next === '"' || next === '\\')) {
      value += next
      at++
    } else value += unit
  }
  return { from: start, to: text.length, message: 'This quote is not closed.' }
}

function checkEnd(text: string, { end }: Value): QueryError | undefined {
  if (end === text.length || isSpace(text, end)) return undefined
  return { from: end, to: skipWord(text, end), message: 'A space belongs between a closing quote and what follows.' }
}

function tooLong({ value, from, end }: Value, max: number): QueryError | undefined {
  return value.length > max ? { from, to: end, message: `This may have ${max} characters.` } : undefined
}

function conditionOf(key: Exclude<QueryKey, 'tag'>, read: Value): QueryCondition | QueryError {
  const { value, from, end } = read
  switch (key) {
    case 'is':
      return oneOfThese(key, issueFacts, read)
    case 'level':
      return oneOfThese(key, levels, read)
    case 'platform':
      return oneOfThese(key, platforms, read)
    case 'has':
      return oneOfThese(key, issueParts, read, ', tag.KEY')
    case 'first-seen':
    case 'last-seen': {
      const operator = timeOperators.find((sign) => value.startsWith(sign))
      const time = operator === undefined ? undefined : parseTime(value.slice(operator.length))
      if (operator === undefined || time === undefined)
        return {
          from,
          to: end,
          message: `Write a time as ${key}:>-7d (since a week ago), ${key}:<2026-11-20 or ${key}:>=2026-11-20T09:30:00Z.`,
        }
      return { key, operator, time }
    }
    case 'assigned':
      if (!/^(me|none|(?:usr|tea)_[0-9a-f]{32}|#.+|[^@]+@[^@]+)$/.test(value))
        return {
          from,
          to: end,
          message: 'assigned: takes me, none, an e-mail address, the #name of a team, or an id (usr_…, tea_…).',
        }
      return tooLong(read, limits.shortText) ?? { key, value }
    default:
      return tooLong(read, limits.shortText) ?? { key, value }
  }
}

function oneOfThese<Key extends 'is' | 'level' | 'platform' | 'has', const Words extends readonly string[]>(
  key: Key,
  words: Words,
  { value, from, end }: Value,
  others = '',
): { key: Key; value: Words[number] } | QueryError {
  const word = words.find((one) => one === value.toLowerCase())
  if (word !== undefined) return { key, value: word }
  return { from, to: end, message: `${key}: takes ${words.join(', ')}${others}.` }
}

/** Ten years, as nothing older is stored. */
const maxAgoMs = 3650 * unitMs.d

function parseTime(text: string): QueryTime | undefined {
  const relative = /^-(\d{1,7})([mhdw])$/.exec(text)
  if (relative !== null) {
    const agoMs = Number(relative[1]) * unitMs[relative[2] as keyof typeof unitMs]
    return agoMs <= maxAgoMs ? { agoMs } : undefined
  }
  const parts = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text)
  if (parts === null) return undefined
  const day = Date.parse(`${parts[1]}T00:00:00Z`)
  // The 31st of a short month would become a day of the next.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(parts[1]!)) return undefined
  const time = parts[2] === undefined ? day : Date.parse(text)
  if (Number.isNaN(time) || time < 0 || time >= 253_402_300_800_000) return undefined
  return { at: new Date(time).toISOString() }
}

function formatAgo(agoMs: number): string {
  const unit = (['w', 'd', 'h', 'm'] as const).find((one) => agoMs % unitMs[one] === 0) ?? 'm'
  return `-${Math.floor(agoMs / unitMs[unit])}${unit}`
}
