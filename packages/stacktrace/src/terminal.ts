import { pythonConsoleToText } from './python-consoles.ts'
import { parseV8 } from './v8.ts'

const ESCAPE = '\u001b'

/** Restores the text that the runtime printed: without colours and HTML markup, with line breaks. */
export function plainText(text: string): string {
  let plain = withoutColours(text)
  if (
    plain.includes('&') &&
    (plain.includes('&lt;') || plain.includes('&gt;') || plain.includes('&quot;') || plain.includes('&#'))
  )
    plain = withoutEntities(plain)
  // JSON on a single line.
  if (plain.includes('\\') && !plain.includes('\n') && plain.includes('\\n'))
    plain = plain.replaceAll('\\r\\n', '\n').replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"')
  if (!plain.includes('\n')) {
    if (plain.includes(' at ')) plain = v8OnLines(plain)
    else if (plain.includes(' File "')) plain = pythonOnLines(plain)
  }
  if (plain.includes(':line ')) plain = plain.replaceAll(/(:line \d{1,9}) {1,4}at (?=[A-Za-z_<])/g, '$1\n   at ')
  // Markdown drops the blank between two pairs of marks.
  if (plain.includes(':in`')) plain = plain.replaceAll(':in`', ':in `')
  if (plain.includes('<') && plain.includes('</a>')) plain = plain.replaceAll(/<a\s[^<>\n]*>|<\/a>|<\/?pre>/g, '')
  if (plain.includes('*') && plain.includes('**') && (plain.includes('**at ') || plain.includes('at **')))
    plain = plain.replaceAll('**', '')
  // Erlang wraps long terms.
  if (plain.includes('{') && plain.includes('[{file,"'))
    plain = plain
      .replaceAll(/,\n[ \t]+(?=\[\{file,|\{line,)/g, ',')
      // A call with its arguments, which stand for the number of them.
      .replaceAll(/(\{[a-z]\w{0,60},'?\w{1,60}'?,)\n[ \t]{1,60}(?=\[)/g, '$1')
  if (plain.includes('"') && plain.includes('",\n'))
    plain = plain
      // Consoles wrap long lines, also within a path.
      .replaceAll(/(File "[^"\n]{1,300})\n[ \t]{1,60}(?=[^"\n]{1,300}", line \d)/g, '$1')
      .replaceAll(/",\n[ \t]{1,60}line (?=\d)/g, '", line ')
  if (plain.includes('Stack: ')) plain = plain.replaceAll(/^(\s{0,40}Stack:) {1,9}(?=File "|at )/gm, '$1\n    ')
  plain = pythonConsoleToText(plain) ?? plain
  return plain.includes('@') && plain.includes('hermes, stack: ') ? hermesOnLines(plain) : plain
}

/** Restores the lines of a trace shown on an HTML page of PHP. */
export function withoutPage(text: string): string {
  const plain = text.includes('<') && text.includes('<br />') ? text.replaceAll(/<\/?(?:b|br|pre)(?: \/)?>/g, '') : text
  if (plain.includes('#') && plain.includes(' Stack trace: #0 ')) return onLines(plain)
  // A list of lines in a JSON log.
  if (plain.includes('"') && plain.includes('","    at ')) return plain.replaceAll(/",\s?"|\["|"\]/g, '\n')
  return /\) {1,4}at /.test(plain) ? dotnetOnLines(plain) : plain
}

/** Separates .NET calls that a page or an event log joined: `at A.B(Int32) at A.C()`, or `at` at line ends. */
function dotnetOnLines(text: string): string {
  return text.replaceAll(/ at[ \n]{1,3}(?=[A-Za-z_<][^\s(]{0,300}\()/g, '\nat ').replaceAll(' Exception Info: ', '\n')
}

/** Separates calls of V8 that a log joined: `Error: x at pay (https://x.io/a.js:1:2) at https://x.io/a.js:3:4`. */
function v8OnLines(text: string): string {
  const [head = '', ...calls] = text.split(' at ')
  const first = calls.findIndex((call) => parseV8(call)?.column !== undefined)
  if (first < 0) return text
  const before = [head, ...calls.slice(0, first)].join(' at ')
  return [before, ...calls.slice(first)].join('\n    at ')
}

/** Separates the lines of a traceback that a log joined. Names have no blanks; the source follows them. */
function pythonOnLines(text: string): string {
  const head = text.lastIndexOf('Error: ')
  const start = head < 0 ? -1 : text.lastIndexOf(' ', head)
  const calls = (start < 0 ? text : text.slice(0, start))
    .replaceAll(' File "', '\n  File "')
    .replaceAll(/(", line \d{1,9}, in \S{1,200}) /g, '$1\n    ')
  return start < 0 ? calls : `${calls}\n${text.slice(start + 1)}`
}

/** Separates Hermes calls that crash services joined: `js engine: hermes, stack: pay@1:2 anonymous@1:3`. */
function hermesOnLines(text: string): string {
  const mark = text.indexOf('hermes, stack: ') + 14
  return text.slice(0, mark) + text.slice(mark).replaceAll(/ (?=[^\s@]+@\d+:\d+)/g, '\n')
}

/** Separates the lines of a trace that PHP's page joined. */
function onLines(text: string): string {
  const mark = text.indexOf(' Stack trace: #0 ')
  const trace = text.slice(mark + 1).replaceAll(/ (?=#\d+ |thrown in )/g, '\n')
  return `${text.slice(0, mark)}\n${trace}`
}

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp|nbsp|#39|#x27|#34);/g, (mark) => entities[mark] ?? mark)
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
}

/** Removes terminal colours: ESC, `[`, numbers, `m`. */
function withoutColours(text: string): string {
  let at = text.indexOf(ESCAPE)
  if (at < 0) return text
  let out = ''
  let from = 0
  while (at >= 0) {
    const end = endOfSequence(text, at + 1)
    out += text.slice(from, at)
    from = end
    at = text.indexOf(ESCAPE, end)
  }
  return out + text.slice(from)
}

function endOfSequence(text: string, start: number): number {
  if (text[start] !== '[') return start
  let end = start + 1
  while (end < text.length && end < start + 20 && isParameter(text.charCodeAt(end))) end++
  return text[end] === 'm' || text[end] === 'K' ? end + 1 : start
}

function isParameter(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 59
}
