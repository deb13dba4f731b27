/** A way to read a head: the type it names, if any, and the start of its message. */
export interface Candidate {
  /** The form that suggests it: a feature by itself. */
  form: Form
  type: string | undefined
  typeStart: number
  start: number
  /** Number of characters that the form closes the message with, at the end of its line. */
  tail: number
  line: Line
}

export type Form =
  | 'form: line'
  | 'form: type before colon'
  | 'form: behind colon'
  | 'form: type above'
  | 'form: line below'
  | 'form: type alone'
  | 'form: type in marks'
  | 'form: type and parentheses'
  | 'form: type in parentheses behind'
  | 'form: elixir'
  | 'form: word and text'
  | 'form: word and line'
  | 'form: word and field'
  | 'form: word without message'
  | 'form: behind mark'
  | 'form: rules'

/** A line of a head, with its number and the number of lines below it. */
export interface Line {
  start: number
  end: number
  text: string
  number: number
  below: number
}

const maxLine = 400
const maxCandidates = 120

/** Splits a head into lines; of a long one, its first and its last lines. */
export function linesOf(header: string): Line[] {
  const texts = header.split('\n')
  const lines: Line[] = []
  let start = 0
  for (const [number, text] of texts.entries()) {
    const below = texts.length - 1 - number
    if (text !== '' && (number < 6 || below < 20))
      lines.push({ start, end: start + text.length, text: text.slice(0, maxLine), number, below })
    start += text.length + 1
  }
  return lines
}

/** Lists the ways to read a head, in the order of its lines. */
export function candidatesOf(header: string, lines: readonly Line[]): Candidate[] {
  const found: Candidate[] = []
  for (const line of lines) {
    const add: Add = (form, type, typeStart, start, tail = 0) => {
      if (found.length >= maxCandidates) return
      const from = afterBullet(header, Math.min(start, header.length))
      found.push({ form, type, typeStart: line.start + typeStart, start: from, tail, line })
    }
    add('form: line', undefined, 0, line.start)
    addColons(line, add)
    addForms(line, add)
    addWords(header, line, add)
    addMarks(line, add)
  }
  return found
}

/** Skips the mark that R and test runners print before a message: `! no cart`. */
function afterBullet(header: string, start: number): number {
  return '!✖×'.includes(header[start] ?? '-') && header[start + 1] === ' ' ? start + 2 : start
}

/** Adds a candidate; the position of the type counts from the start of the line, that of the message in the head. */
type Add = (form: Form, type: string | undefined, typeStart: number, start: number, tail?: number) => void

const maxColons = 10

/** `Type: message`, at any colon of a line, and the text behind it alone. */
function addColons({ start, end, text }: Line, add: Add): void {
  let count = 0
  for (let colon = text.indexOf(':'); colon >= 0 && count < maxColons; colon = text.indexOf(':', colon + 1)) {
    const next = text.charCodeAt(colon + 1)
    if (next === 58) {
      colon++
      continue
    }
    const isLast = colon + 1 >= text.length
    if (!isLast && next !== 32 && next !== 9) continue
    count++
    const before = text.slice(Math.max(0, colon - 200), colon)
    const code = before.endsWith(']') || before.endsWith(')') ? codes.exec(before) : null
    const typeEnd = code === null || isRemote(code[0]) ? colon : colon - code[0].length
    const typeStart = wordStart(text, code === null ? colon : colon - code[0].length)
    const type = text.slice(typeStart, typeEnd)
    const isType = names.test(type) && !word.test(type)
    if (isLast) {
      if (isType) add('form: type above', type, typeStart, end + 1)
      add('form: line below', undefined, 0, end + 1)
      continue
    }
    const message = start + afterBlanks(text, colon + 1)
    if (isType) add('form: type before colon', type, typeStart, message)
    add('form: behind colon', undefined, 0, message)
  }
}

/** `[ERR_X]`, `(0x8007054F)`, and the type of another process, which belongs to the name: `RemoteException(java.io.IOException)`. */
const codes = / ?\[[\w-]{1,60}\]$| \(0x[0-9A-Fa-f]{1,16}\)$|\([\w.$]{3,150}\)$/

function isRemote(code: string): boolean {
  return code.startsWith('(')
}

const names = /^[\p{L}_@$][\p{L}\p{N}_.$\\:`+@]{0,199}(?:\([\w.$]{3,150}\))?$/u

/** A word of a sentence, `Error fetching job: …`; no language of those that print a colon begins types with a small letter. */
const word = /^[a-z]+$/

/** The whole line is a type, or type and message stand in brackets, parentheses or asterisks. */
function addForms({ start, end, text }: Line, add: Add): void {
  const alone = /^(\[|\*\*)?([\p{L}_][\p{L}\p{N}_.$\\:]{2,199}?)(?: ?\[[\w-]{1,60}\])?(?:\]|\*\*)?\s?$/u.exec(text)
  if (alone !== null)
    add(alone[1] === undefined ? 'form: type alone' : 'form: type in marks', alone[2]!, alone[1]?.length ?? 0, end + 1)
  if (!text.includes('(') && !text.includes('[') && !text.includes('**')) return
  const call = /(?:^|[\s:"'])([A-Z_][\w.]{2,100})\(.{0,300}\)$/.exec(text)
  if (call !== null) {
    const open = text.indexOf('(', call.index)
    add('form: type and parentheses', call[1]!, open - call[1]!.length, start + open + 1, 1)
  }
  const rails = /(?:^|\s)([A-Z]\w{0,100}(?:::\w{1,100}){0,10}) \(.{1,300}(\) ?:?)$/.exec(text)
  if (rails !== null) {
    const open = text.indexOf(' (', rails.index + 1)
    add('form: type and parentheses', rails[1]!, open - rails[1]!.length, start + open + 2, rails[2]!.length)
  }
  const square = /\[([\w.\\]{3,100})(?: \[[\w-]{1,60}\])?: .{1,300}\]$/.exec(text)
  if (square !== null)
    add('form: type in marks', square[1]!, square.index + 1, start + text.indexOf(': ', square.index) + 2, 1)
  const elixir = /\*\* \(([\w.]{2,100})\) /.exec(text)
  if (elixir !== null) add('form: elixir', elixir[1]!, elixir.index + 4, start + elixir.index + elixir[0].length)
  const ruby = / \(([A-Z]\w{0,100}(?:::\w{1,100}){0,10})\)$/.exec(text)
  if (ruby !== null && ruby.index > 0) {
    const colon = text.lastIndexOf(': ', ruby.index)
    add('form: type in parentheses behind', ruby[1]!, ruby.index + 2, start, ruby[0].length)
    if (colon > 0) add('form: type in parentheses behind', ruby[1]!, ruby.index + 2, start + colon + 2, ruby[0].length)
  }
  const issue = /^\*\*([\w.$:\\]{3,200})\*\* in /.exec(text)
  if (issue !== null) add('form: type in marks', issue[1]!, 2, end + 1)
}

/** Names with the ending of a type, wherever they stand. */
const words =
  /(?<![\w.$\\:])(?:[A-Za-z_][\w$]{0,60}(?:\.|\\|::)){0,12}[A-Z_][\w$]{0,60}(?:Error|Exception|Failure|Fault|Interrupt|Warning)(?![\w.\\$]|:: )/g

/** Separators of a type and its message: ` - `, ` with message '`, `(code: 0): `. */
const betweens =
  /^(?:['"`*)\]]{0,3} ?(?:[-–—:(]|with message|code: \S{1,20}\):|\(code: \S{1,20}\):|\([^()]{1,40}\):)) ?['"`]{0,2} ?/

const fields = /^[^\n]{0,30}?[:=] ?['"`]{0,2} ?/

const maxWords = 3

/** A type named within a line: the message follows it, fills the next line, or a field of it, or is elsewhere. */
function addWords(header: string, { start, end, text }: Line, add: Add): void {
  if (!/Error|Exception|Failure|Fault|Interrupt|Warning/.test(text)) return
  let count = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    if (++count > maxWords) return
    const after = text.slice(index + word.length)
    const hasNext = end < header.length
    if (hasNext) add('form: word and line', word, index, end + 1)
    const between = betweens.exec(after)
    if (between !== null && after.length > between[0].length) {
      const isOpen = between[0].endsWith('(') && after.endsWith(')')
      const isQuoted = /['"`]$/.test(between[0].trim()) && /['"`]$/.test(text)
      add(
        'form: word and text',
        word,
        index,
        start + index + word.length + between[0].length,
        isOpen || isQuoted ? 1 : 0,
      )
    }
    add('form: word without message', word, index, header.length)
    if (text[index - 1] === '(' && after.startsWith(')')) {
      const colon = text.lastIndexOf(': ', index)
      add('form: type in parentheses behind', word, index, start + (colon < 0 ? 0 : colon + 2), text.length - index + 2)
    }
    const field = hasNext ? fields.exec(header.slice(end + 1, end + 100)) : null
    if (field !== null)
      add('form: word and field', word, index, end + 1 + field[0].length, /['"`]\s?$/.test(field[0]) ? 2 : 0)
  }
}

const marks = [
  /\] /g,
  / \| /g,
  / - /g,
  /\t/g,
  /\b(?:error|err|msg|message|exception)="?/gi,
  /" ?: ?"/g,
  /panicked at '|^[!✖×] /g,
]
const maxMarks = 4

/** A message without a type, behind a bracket, a bar, a dash, a tab, or the name of a field. */
function addMarks({ start, text }: Line, add: Add): void {
  for (const mark of marks) {
    let count = 0
    for (const { 0: found, index } of text.matchAll(mark)) {
      if (++count > maxMarks) break
      add('form: behind mark', undefined, 0, start + index + found.length)
    }
  }
}

/** Finds the start of the word that ends at a position. */
function wordStart(text: string, end: number): number {
  let start = end
  while (start > 0 && !'\t "\'|([{>*»,;='.includes(text[start - 1]!)) start--
  return start
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  return at
}
