import { withoutArguments } from './beam.ts'
import {
  atSignOnLines,
  consoleOnLines,
  dotnetOnLines,
  drupalOnLines,
  hermesOnLines,
  phpOnLines,
  pythonOnLines,
  unityOnLines,
  v8OnLines,
  winstonOnLines,
} from './joined-lines.ts'
import { pythonConsoleToText } from './python-consoles.ts'

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
  if (plain.includes('\\') && !plain.includes('\n') && plain.includes('\\n') && isEscaped(plain))
    plain = plain
      .replaceAll('\\r\\n', '\n')
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t')
      .replaceAll('\\"', '"')
      .replaceAll('\\\\', '\\')
  // A console shows the field of an object as JSON.
  if (plain.includes('\\n    at ') && plain.includes('\n'))
    plain = plain.replaceAll(/^(.{0,3000}?)\\n {4}at .{1,9000}$/gm, (line) => line.replaceAll('\\n', '\n'))
  plain = withReasonFirst(withoutLogcat(plain.startsWith('`') ? plain.replace(/^`{1,3}/, '') : plain))
  if (plain.startsWith('<pre>') || plain.endsWith('</pre>')) plain = plain.replaceAll(/<\/?pre>/g, '')
  // Most texts have neither sign.
  const hasQuote = plain.includes('"')
  const hasNumber = plain.includes('#')
  if (hasNumber && plain.includes('#0 /') && !plain.includes('tack trace:')) plain = drupalOnLines(plain)
  if (hasQuote && plain.includes(' File "')) plain = pythonOnLines(plain)
  if (plain.includes('Uncaught ')) plain = consoleOnLines(plain)
  // rsyslog escapes tabs.
  if (hasNumber && plain.includes('#011')) plain = plain.replaceAll('#011', '\t')
  if (hasQuote && plain.includes('[{file,"') && plain.includes(',\n')) plain = withoutArguments(plain)
  if (isJoined(plain, '@http')) plain = atSignOnLines(plain)
  if (!plain.includes('\n')) {
    if (plain.includes('stack=[')) plain = winstonOnLines(plain)
    if (plain.includes(' (at ')) plain = unityOnLines(plain)
    else if (plain.includes(' at ')) plain = v8OnLines(plain)
  }
  if (plain.includes(':line ')) plain = plain.replaceAll(/(:line \d{1,9}) {1,4}at (?=[A-Za-z_<])/g, '$1\n   at ')
  // Markdown drops the blank between two pairs of marks.
  if (plain.includes(':in`')) plain = plain.replaceAll(':in`', ':in `')
  if (plain.includes('<') && plain.includes('</a>')) plain = plain.replaceAll(/<a\s[^<>\n]*>|<\/a>|<\/?pre>/g, '')
  if (plain.includes('*') && plain.includes('**')) {
    if (plain.includes('**at ') || plain.includes('at **')) plain = plain.replaceAll('**', '')
    if (plain.includes(':in **')) plain = plain.replaceAll(/:in \*\*(.{1,900})\*\*$/gm, ':in $1')
  }
  // Erlang wraps long terms.
  if (hasQuote && plain.includes('[{file,"'))
    plain = plain
      .replaceAll(/,\n[ \t]+(?=\[\{file,|\{line,)/g, ',')
      // A call with its arguments, which stand for the number of them.
      .replaceAll(/(\{[a-z]\w{0,60},'?\w{1,60}'?,)\n[ \t]{1,60}(?=\[)/g, '$1')
  if (hasQuote && plain.includes('",\n'))
    plain = plain
      // Consoles wrap long lines, also within a path.
      .replaceAll(/(File "[^"\n]{1,300})\n[ \t]{1,60}(?=[^"\n]{1,300}", line \d)/g, '$1')
      .replaceAll(/",\n[ \t]{1,60}line (?=\d)/g, '", line ')
  // JSON whose texts have real line breaks.
  if (hasQuote && plain.startsWith('{') && plain.includes('"stacktrace": "'))
    plain = plain.replaceAll(/"stacktrace": "(?=\S)/g, '"stacktrace":\n').replaceAll(/(\.go:\d{1,9})"$/gm, '$1')
  if (plain.includes('Stack: ')) plain = plain.replaceAll(/^(\s{0,40}Stack:) {1,9}(?=File "|at )/gm, '$1\n    ')
  plain = pythonConsoleToText(plain) ?? withoutBorder(plain)
  return plain.includes('@') && plain.includes('hermes, stack: ') ? hermesOnLines(plain) : plain
}

/** Whether the first line with a mark has it twice. */
function isJoined(text: string, mark: string): boolean {
  const first = text.indexOf(mark)
  const second = first < 0 ? -1 : text.indexOf(mark, first + mark.length)
  return second > 0 && !text.slice(first, second).includes('\n')
}

/** Whether the line breaks of a text are escaped: `C:\\shop\\node_modules` has none. */
function isEscaped(text: string): boolean {
  return !/(?<![A-Za-z])[A-Za-z]:\\[^\\]/.test(text) || /\\n(?:\s|\\[trn]|at |#\d|from |File "|Caused|---|$)/.test(text)
}

/** Restores the lines of a trace shown on an HTML page of PHP. */
export function withoutPage(text: string): string {
  const plain = text.includes('<') && text.includes('<br />') ? text.replaceAll(/<\/?(?:b|br|pre)(?: \/)?>/g, '') : text
  if (plain.includes('#') && plain.includes(' Stack trace: #0 ')) return phpOnLines(plain)
  // A list of lines in a JSON log.
  if (plain.includes('"') && plain.includes('","    at ')) return plain.replaceAll(/",\s?"|\["|"\]/g, '\n')
  return /\) {1,4}at /.test(plain) ? dotnetOnLines(plain) : plain
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

/** Moves the reason, which App Center's issues have below the calls, above them. */
function withReasonFirst(text: string): string {
  const mark = text.indexOf('\n### Reason ###')
  if (mark < 0) return text
  const [reason = ''] = text
    .slice(mark + 15)
    .trimStart()
    .split(/\n\s{0,9}### /, 1)
  const stack = text.indexOf('### Stacktrace ###')
  return `${reason.trim()}\n${text.slice(stack < 0 || stack > mark ? 0 : stack + 18, mark)}`
}

/** Removes what logcat prints before each line: `I/flutter ( 9744): `. */
function withoutLogcat(text: string): string {
  return logcat.test(text) ? text.replaceAll(/^[VDIWEF]\/[\w.]{1,40} ?\( ?\d{1,6}\): ?/gm, '') : text
}

const logcat = /^[VDIWEF]\/[\w.]{1,40} ?\( ?\d{1,6}\): /

/** Removes the right border of a box that a terminal draws around its lines. */
function withoutBorder(text: string): string {
  if (!text.startsWith('│')) return text
  return text
    .split('\n')
    .map((line) => (line.endsWith('│') ? line.slice(0, -1).trimEnd() : line))
    .join('\n')
}
