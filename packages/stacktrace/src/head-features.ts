import type { Candidate } from './head-candidates.ts'
import { isTrailer } from './trailer.ts'

/** Facts about a head that all its candidates share. */
export interface HeadFacts {
  header: string
  /** `engine …, with a type`, and without. */
  typed: string
  untyped: string
  /** Positions of the names with the ending of a type. */
  strong: readonly number[]
  /** Type and span of the message that the rules found, if they were asked. */
  rules: Ruled | undefined
  /** Features that several candidates have in common: those of the text before a position, and of the text behind one. */
  before: Remembered<number>
  said: Remembered<number>
}

/** Features by position or text, each list computed once. */
export class Remembered<Key> {
  readonly #found = new Map<Key, string[]>()

  get(key: Key, compute: () => string[]): string[] {
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const found = compute()
    this.#found.set(key, found)
    return found
  }
}

/** The head as the rules read it; -1 as start or end if the message is not a part of the head. */
export interface Ruled {
  type: string | undefined
  start: number
  end: number
}

export const endings = /(?:Error|Exception|Failure|Interrupt|Fault|Warning|Rejection|Throwable|ExceptionGroup)$/
export const clock = /\d:\d\d(?::\d\d|\b)/
const located = /[\w)\]]\.\w{1,8}(?::\d|:in |\(\d|, line \d|" line \d| on line \d| line \d)/
const callStart = /^(?:at |in |from |#\d|\d{1,3}[:.] |File "|- |\* |▶|\.\.\. )/

/** Lists the features of a candidate, whose weights add up to its score. */
export function featuresOf(candidate: Candidate, facts: HeadFacts): string[] {
  const features: string[] = [candidate.form]
  addPlace(candidate, features)
  const said = lineAt(facts.header, candidate.start)
  const before = textBefore(candidate, facts.header)
  if (candidate.type === undefined) addUntyped(said, before, features)
  else addType(candidate, candidate.type, said, facts.header, features)
  for (const feature of facts.before.get(candidate.line.start + before.length, () => beforeOf(before)))
    features.push(feature)
  for (const feature of facts.said.get(candidate.start, () => saidOf(said))) features.push(feature)
  const { strong } = facts
  if (strong.length === 0) features.push(candidate.type === undefined ? 'head: no type' : 'head: no sure type')
  else {
    if (strong[0]! < candidate.typeStart) features.push('head: a type above')
    if (strong.at(-1)! >= candidate.start) features.push('head: a type below')
  }
  features.push(candidate.type === undefined ? facts.untyped : facts.typed)
  if (facts.rules !== undefined) addRules(candidate, facts.rules, facts.header, features)
  return features
}

function addPlace({ line: { number, below } }: Candidate, features: string[]): void {
  features.push(
    number === 0 ? 'line: first' : number === 1 ? 'line: second' : number < 4 ? 'line: early' : 'line: late',
  )
  features.push(
    below === 0
      ? 'below: none'
      : below === 1
        ? 'below: one'
        : below < 4
          ? 'below: few'
          : below < 10
            ? 'below: some'
            : 'below: many',
  )
  if (number === 0 && below === 0) features.push('line: only')
}

function addUntyped(said: string, before: string, features: string[]): void {
  features.push('type: none')
  if (/(?:^|[\s"'(|[*])[\w.$\\:]{0,100}\w(?:Error|Exception)\b(?: \[\w{1,60}\])?(?::|\)|\(| \(|$)/.test(said))
    features.push('type: none, but behind')
  if (/(?:Error|Exception)[:)\]]? ?$/.test(before)) features.push('type: none, but before')
}

const labels =
  /^(?:error|warning|info|debug|fatal|message|msg|reason|details|note|expected|actual|received|file|caused by|cause|panic|exception|failed|failure|status|code|stack|trace|at|in|line|type|name|http|https|step|test|input|output|url|response|request|logger|source|plugin|component|version)$/i

function addType(
  { form, start, typeStart }: Candidate,
  type: string,
  said: string,
  header: string,
  features: string[],
) {
  const open = type.indexOf('(')
  const isSure = endings.test(open < 0 ? type : type.slice(0, open))
  features.push(isSure ? 'type: ending' : 'type: no ending')
  if (/\w\.\w|\\|\w::\w/.test(type)) features.push('type: namespace')
  if (/^(?:[a-z][\w$]{0,60}[.\\]){1,12}[A-Z]\w/.test(type)) features.push('type: package')
  const first = type.charCodeAt(0)
  if (first < 65 || first > 90) features.push('type: small')
  else features.push(/^[A-Z]+$/.test(type) ? 'type: capitals' : 'type: capital')
  if (labels.test(type)) features.push('type: label')
  if (/^(?:Error|Exception|Warning|Failure)$/.test(type)) features.push('type: bare')
  if (/^[A-Z]+_[A-Z_]+$|^SIG[A-Z]+$|^E[A-Z]{3,}$/.test(type)) features.push('type: code')
  if (/\d/.test(type)) features.push('type: digit')
  if (/[a-z][A-Z]/.test(type)) features.push('type: two words')
  if (type.length < 4) features.push('type: short')
  if (isSure && form === 'form: type before colon') features.push('type: ending and colon')
  if (isSure && /^[\w.$\\]{0,150}(?:Error|Exception)(?:(?: \[\w{1,60}\])?: |$)/.test(said))
    features.push('type: of another')
  addGap(header.slice(typeStart + type.length, start), features)
}

/** Adds how type and message are separated. */
function addGap(gap: string, features: string[]): void {
  if (gap === '' || gap === ': ') return
  if (gap.includes('\n')) features.push(/thrown|raised|caught/.test(gap) ? 'gap: thrown' : 'gap: line')
  else features.push(gap.length > 3 ? 'gap: long' : 'gap: short')
}

/** Lists what stands before a candidate on its line. */
function beforeOf(text: string): string[] {
  const before = text.trim()
  if (before === '') return ['before: nothing']
  const features: string[] = []
  const last = before[before.length - 1]!
  if (last === ']' || last === '|') features.push('before: bracket')
  else if (last === ':') features.push('before: colon')
  else if ('"\'`'.includes(last)) features.push('before: quote')
  else if ('-–—>→»'.includes(last)) features.push('before: dash')
  if (clock.test(before)) features.push('before: time')
  if (/\b(?:ERROR|ERR|FATAL|WARN|WARNING|SEVERE|CRITICAL|error|fatal|panic|warn)\b/.test(before))
    features.push('before: level')
  if (/uncaught|unhandled|unexpected|thrown|threw|raised|caught|panick/i.test(before)) features.push('before: uncaught')
  if (/exception|error|fail|could not|cannot/i.test(before)) features.push('before: failure')
  if (/caused by|cause:|reason/i.test(before)) features.push('before: cause')
  const words = before.split(' ', 10).length
  features.push(
    words === 1
      ? 'before: a word'
      : words < 4
        ? 'before: few words'
        : words < 9
          ? 'before: words'
          : 'before: many words',
  )
  if (/[a-z]{2} [a-z]{2,} [a-z]{2}/.test(before)) features.push('before: prose')
  if (located.test(before)) features.push('before: file')
  if (/\w=\S/.test(before)) features.push('before: field')
  if (/(?:Error|Exception):? /.test(before)) features.push('before: type')
  if (countOf(before, '"') % 2 === 1 || countOf(before, '(') > countOf(before, ')')) features.push('before: open')
  return features
}

/** Lists what the first line of a message looks like. */
function saidOf(said: string): string[] {
  if (said === '') return ['said: nothing']
  const features: string[] = []
  const first = said.charCodeAt(0)
  features.push(
    first >= 65 && first <= 90
      ? 'said: capital'
      : first >= 97 && first <= 122
        ? 'said: small'
        : first >= 48 && first <= 57
          ? 'said: digit'
          : 'said: sign',
  )
  const words = said.split(' ', 12).length
  features.push(
    words === 1 ? 'said: a word' : words < 4 ? 'said: few words' : words < 12 ? 'said: words' : 'said: many words',
  )
  if (clock.test(said.slice(0, 40))) features.push('said: time')
  if (callStart.test(said)) features.push('said: call')
  if (located.test(said)) features.push('said: file')
  if (first === 91 || first === 124) features.push('said: bracket')
  if (/^(?:ERROR|ERR|FATAL|WARN|INFO|SEVERE|CRITICAL|error|fatal|warn)\b/.test(said)) features.push('said: level')
  if (said.endsWith(':')) features.push('said: colon')
  if (/^[\w.$\\]{1,150}: /.test(said)) features.push('said: word and colon')
  if (/^(?:uncaught|unhandled|exception|error)\b/i.test(said)) features.push('said: error')
  if (
    /error|fail|cannot|can't|not |invalid|unable|missing|undefined|null|unexpected|no |denied|refused|timeout|out of/i.test(
      said,
    )
  )
    features.push('said: failure')
  if (/\w=\S/.test(said)) features.push('said: field')
  if (/^[-=#*_~+]{3}/.test(said)) features.push('said: banner')
  return features
}

function addRules({ type, start, form }: Candidate, rules: Ruled, header: string, features: string[]): void {
  const isType = rules.type === type
  const isBoth = form === 'form: rules' || (isType && rules.start === start)
  if (isBoth) {
    features.push('rules: agree')
    if (type === undefined) features.push(start === 0 ? 'rules: untyped line' : 'rules: untyped')
    else features.push(endings.test(type) ? 'rules: sure type' : 'rules: unsure type')
    if (start <= 0 || header[start - 1] === '\n') features.push('rules: at a line')
  } else if (rules.start === start) features.push('rules: same message')
  else if (isType) features.push('rules: same type')
  if (type === undefined && rules.type !== undefined) features.push('rules: had a type')
}

/** Returns the text of the line before the candidate. */
function textBefore({ line, type, typeStart, start }: Candidate, header: string): string {
  const end = type === undefined ? Math.min(start, line.end) : typeStart
  return header.slice(line.start, Math.min(end, line.start + 400))
}

/** Returns what is left of the line at a position. */
export function lineAt(header: string, start: number): string {
  const end = header.indexOf('\n', start)
  return header.slice(start, Math.min(end < 0 ? header.length : end, start + 400)).trim()
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Lists what a line below the first one looks like, by itself. */
export function kindsOf(line: string): string[] {
  if (line.trim() === '') return ['blank']
  const kinds: string[] = []
  if (callStart.test(line)) kinds.push('call')
  if (isTrailer(line)) kinds.push('trailer')
  if (located.test(line) || /^[/\w.-]{1,200}\/[\w./-]{1,200}(?::\d{1,7})?$/.test(line)) kinds.push('file')
  if (clock.test(line.slice(0, 60))) kinds.push('time')
  if (/^\d{1,6} ?[|│]|^[>→❱] ?\d/.test(line)) kinds.push('numbered')
  if (/^[\s|│]{0,100}[\^~][\s^~]*$/.test(line)) kinds.push('pointer')
  if (/^[-=#*_~+]{3}/.test(line)) kinds.push('banner')
  if (/^\W{1,4}$/.test(line)) kinds.push('signs')
  if (/(?:stack ?trace|backtrace|traceback|call stack|stack)\W{0,10}$/i.test(line)) kinds.push('announcement')
  if (/^[A-Za-z ]{1,30}: ?\S/.test(line)) kinds.push('field')
  const first = line.charCodeAt(0)
  kinds.push(first >= 65 && first <= 90 ? 'capital' : first >= 97 && first <= 122 ? 'small' : 'sign')
  if (/^[\w.$\\]{0,150}(?:Error|Exception): /.test(line)) kinds.push('type')
  if (/^(?:INFO|DEBUG|WARN|ERROR|info|warn|error|fatal)\b/.test(line)) kinds.push('level')
  if (
    /^(?:Did you mean|Require (?:stack|chain)|Expected|Received|Actual|Hint|HINT|DETAIL|LINE \d|SQL|\[SQL|Parameters|- )/.test(
      line,
    )
  )
    kinds.push('more')
  if (/^[A-Z][^:]{0,400} [^:]{0,400}[.!?]$/.test(line)) kinds.push('sentence')
  if (/^See |https?:\/\//.test(line)) kinds.push('link')
  if (/^\w[\w.:]{0,150}\(.*\)$/.test(line)) kinds.push('function')
  if (/^[{}[\]()]+,?$/.test(line)) kinds.push('bracket')
  if (/[;{}]$/.test(line)) kinds.push('code')
  if (first === 34 || first === 39) kinds.push('quote')
  if (/\[\d|%\|/.test(line)) kinds.push('progress')
  const words = line.trim().split(' ', 6).length
  kinds.push(words === 1 ? 'a word' : words < 6 ? 'few words' : 'words')
  return kinds
}
