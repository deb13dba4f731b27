import type { Candidate } from './head-candidates.ts'
import { countOf, kindsOf, type Remembered, type Ruled } from './head-features.ts'

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

/** What the ends of one message share. */
export interface EndFacts {
  header: string
  start: number
  engine: string
  rules: Ruled | undefined
  /** Kinds of the lines, which several ends have in common. */
  texts: Remembered
}

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
    const below = found < 0 ? undefined : lineBelow(header, found + 1)
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

function lineBelow(header: string, start: number): string {
  const end = header.indexOf('\n', start)
  return header.slice(start, Math.min(end < 0 ? header.length : end, start + maxLine))
}

/** Lists the features of an end. */
export function endFeaturesOf(end: End, { header, start, engine, rules, texts }: EndFacts): string[] {
  const features = [end.form, end.number === 0 ? `${engine} 0` : end.below === undefined ? `${engine} end` : engine]
  features.push(end.number === 0 ? 'end: line 1' : end.number < 3 ? 'end: line 2' : 'end: line 4')
  if (end.below === undefined) features.push('end: whole')
  else addBelow(end.below, features, texts)
  const text = header.slice(start, end.end)
  if (end.number > 0) addInner(text, features, texts)
  const last = text[text.length - 1] ?? ''
  if (last === ':') features.push('last: colon')
  else if ('.!?'.includes(last)) features.push('last: stop')
  else if (',;({['.includes(last)) features.push('last: open')
  else if (last === '"' || last === "'") features.push('last: quote')
  addBalance(text.slice(0, 1000), features)
  if (rules !== undefined && rules.end >= 0) {
    features.push(end.end === rules.end ? 'rules: end' : end.end < rules.end ? 'rules: longer' : 'rules: shorter')
    if (end.end === rules.end && start === rules.start) features.push('rules: all')
  }
  return features
}

function addBelow(below: string, features: string[], texts: Remembered): void {
  for (const kind of texts.get(below, () => kindsOf(below))) features.push(`below: ${kind}`)
  if (below.endsWith(':')) features.push('below: colon')
  else if (/[.,;]$/.test(below)) features.push('below: stop')
}

/** The lines that the message would have below its first one. */
function addInner(text: string, features: string[], texts: Remembered): void {
  const seen = new Set<string>()
  for (const line of text.split('\n', maxLines).slice(1)) {
    const start = line.slice(0, maxLine)
    for (const kind of texts.get(start, () => kindsOf(start))) seen.add(kind)
  }
  for (const kind of seen) features.push(`inner: ${kind}`)
}

function addBalance(text: string, features: string[]): void {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if ('([{'.includes(character)) open++
    else if (')]}'.includes(character)) open--
  }
  if (open !== 0) features.push(open > 0 ? 'text: open' : 'text: closed too often')
  if (countOf(text, '"') % 2 === 1) features.push('text: one quote')
}
