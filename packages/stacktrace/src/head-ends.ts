import type { Candidate } from './head-candidates.ts'
import { kindsOf, Remembered, type Ruled } from './head-features.ts'

/** A position at which a message may end. */
export interface End {
  end: number
  form: string
  /** Start of the line it is in, and that line's number within the message. */
  lineStart: number
  number: number
  /** The line below; absent at the end of the head. */
  below: string | undefined
}

/** Facts that the ends of one message share. The ends are looked at in their order, so each line and sign counts once. */
export class EndFacts {
  readonly header: string
  readonly start: number
  readonly engine: string
  readonly rules: Ruled | undefined
  /** Kinds of the lines, by their text. */
  readonly kinds = new Remembered<string>()
  /** Features of the lines below the first one, as far as the last end looked at. */
  readonly #inner: string[] = []
  #lines = 0
  #at: number
  #open = 0
  #quotes = 0

  constructor(header: string, start: number, engine: string, rules: Ruled | undefined) {
    this.header = header
    this.start = start
    this.engine = engine
    this.rules = rules
    this.#at = start
  }

  /** Lists the kinds of the lines below the first one, up to the line of an end. */
  innerOf({ number, lineStart }: End): readonly string[] {
    if (number <= this.#lines) return this.#inner
    this.#lines = number
    const line = lineFrom(this.header, lineStart)
    for (const kind of this.kinds.get(line, () => kindsOf(line))) {
      const feature = `inner: ${kind}`
      if (!this.#inner.includes(feature)) this.#inner.push(feature)
    }
    return this.#inner
  }

  /** Adds what brackets and quotation marks the text before a position leaves open. */
  addBalance(position: number, features: string[]): void {
    const end = Math.min(position, this.start + maxBalanced)
    if (end < this.#at) {
      this.#at = this.start
      this.#open = 0
      this.#quotes = 0
    }
    for (; this.#at < end; this.#at++) this.#count(this.header.charCodeAt(this.#at))
    if (this.#open !== 0) features.push(this.#open > 0 ? 'text: open' : 'text: closed too often')
    if (this.#quotes % 2 === 1) features.push('text: one quote')
  }

  #count(code: number): void {
    if (code === 40 || code === 91 || code === 123) this.#open++
    else if (code === 41 || code === 93 || code === 125) this.#open--
    else if (code === 34) this.#quotes++
  }
}

const maxBalanced = 1000
const maxLines = 40
const maxLine = 200

/** Lists the positions at which a message may end: at each line, and in its first line before what a log adds to it. */
export function endsOf(
  header: string,
  { start, tail }: Pick<Candidate, 'start' | 'tail'>,
  rules: Ruled | undefined,
): End[] {
  const ends: End[] = []
  let lineStart = start
  for (let number = 0; number < maxLines && lineStart <= header.length; number++) {
    const found = header.indexOf('\n', lineStart)
    const end = found < 0 ? header.length : found
    const below = found < 0 ? undefined : lineFrom(header, found + 1)
    const cut = number === 0 ? tail : 0
    const line = { lineStart, number, below }
    ends.push({ end: end - cut, form: cut > 0 ? 'end: before the form' : 'end: of the line', ...line })
    if (number === 0) addMarks(header.slice(start, end), header[start - 1], cut, line, ends)
    if (rules !== undefined && rules.end > start && rules.end > lineStart && rules.end < end)
      ends.push({ end: rules.end, form: 'end: of the rules', ...line })
    lineStart = end + 1
  }
  return ends
}

const tails: [string, RegExp][] = [
  ['end: while', /"? while /],
  ['end: at', / {2,9}at [\w.<]/],
  ['end: engine', /, js engine: /],
  ['end: on line', / in \/[^ ]{1,300} on line \d/],
  ['end: fields', /[ \t]\{"/],
  ['end: referer', /, referer: /],
  ['end: at line', / at \S{1,300} line \d/],
  ['end: quote and comma', /", /],
  ['end: quote and file', /', [^ ']{1,200}:\d/],
  ['end: link', /\[Learn More\]/],
  ['end: recovered', / \[recovered\]/],
]

type LineOfEnd = Pick<End, 'lineStart' | 'number' | 'below'>

function addMarks(text: string, before: string | undefined, cut: number, line: LineOfEnd, ends: End[]): void {
  const closing = cut > 0 ? null : /[\])}'"`.]{1,3}$/.exec(text)
  if (closing !== null && closing[0] !== '.')
    ends.push({
      end: line.lineStart + closing.index,
      form: before === closing[0][0] || before === '(' || before === '[' ? 'end: closed' : 'end: closing',
      ...line,
    })
  for (const [form, pattern] of tails) {
    const found = pattern.exec(text.slice(0, 1000))
    if (found !== null && found.index > 2) ends.push({ end: line.lineStart + found.index, form, ...line })
  }
}

function lineFrom(header: string, start: number): string {
  const end = header.indexOf('\n', start)
  return header.slice(start, Math.min(end < 0 ? header.length : end, start + maxLine))
}

/** Lists the features of an end. */
export function endFeaturesOf(end: End, facts: EndFacts): string[] {
  const { header, start, engine, rules } = facts
  const place = end.number === 0 ? '0' : end.below === undefined ? 'end' : 'inner'
  const features = [end.form, `any ${place}`, `${engine} ${place}`]
  features.push(end.number === 0 ? 'end: line 1' : end.number < 3 ? 'end: line 2' : 'end: line 4')
  if (end.below === undefined) features.push('end: whole')
  else addBelow(end.below, features, facts)
  for (const feature of end.number > 0 ? facts.innerOf(end) : []) features.push(feature)
  const last = end.end > start ? header[end.end - 1]! : ''
  if (last === ':') features.push('last: colon')
  else if ('.!?'.includes(last)) features.push('last: stop')
  else if (',;({['.includes(last)) features.push('last: open')
  else if (last === '"' || last === "'") features.push('last: quote')
  facts.addBalance(end.end, features)
  if (rules !== undefined && rules.end >= 0) {
    features.push(end.end === rules.end ? 'rules: end' : end.end < rules.end ? 'rules: longer' : 'rules: shorter')
    if (end.end === rules.end && start === rules.start) features.push('rules: all')
  }
  return features
}

function addBelow(below: string, features: string[], { kinds }: EndFacts): void {
  for (const kind of kinds.get(below, () => kindsOf(below))) features.push(`below: ${kind}`)
  if (below.endsWith(':')) features.push('below: colon')
  else if (/[.,;]$/.test(below)) features.push('below: stop')
}
