import { isRecordOfLog } from './log-preamble.ts'

/**
 * Removes what test runners and frameworks print between a message and its calls: the source around the error, a
 * difference, the digest of a page.
 *
 * @example withoutTrailer("x is null\n> 12 |   x.id\n     |     ^") // 'x is null'
 */
export function withoutTrailer(message: string): string {
  // Firefox's console links to its manual, and repeats the location.
  const manual = message.indexOf('[Learn More]')
  if (manual > 0) return message.slice(0, manual).trimEnd()
  // Reports of .NET name the place of the throw in fields.
  const fields = message.includes('TargetAssembly: ')
    ? message.search(/(?:^|\n)Source: [^\n]{1,300}\nTargetAssembly: /)
    : -1
  if (fields >= 0) return message.slice(0, fields)
  return message.includes('\n') ? withoutAnnouncement(withoutAfterwords(message)) : message
}

/** Removes a last line that only announces the calls below it: `Stack:`, `Call stack:`, `Backtrace`. */
function withoutAnnouncement(message: string): string {
  const last = message.lastIndexOf('\n')
  if (last < 0 || message.length - last > 100) return message
  const line = message.slice(last + 1)
  const isNoPart =
    /^(?:Code: )?[\w./\\-]{1,80}\.[a-z]{1,5}(?::\d{1,7}){0,2}:?$/.test(line) ||
    /^[^\p{L}\p{N}\p{ASCII}]{1,3}$/u.test(line) ||
    /^[\w *=#'"’(),.-]{0,80}:$/.test(line) ||
    isAnnouncement(line)
  return isNoPart ? message.slice(0, last).trimEnd() : message
}

/** Whether a line only announces the calls below it: `Stack:`, `## Backtrace`. */
export function isAnnouncement(line: string): boolean {
  return /^\W{0,10}(?:stack ?trace|trace|traceback|backtrace|call stack|stack)\W{0,10}$/i.test(line)
}

function withoutAfterwords(message: string): string {
  let start = message.indexOf('\n')
  for (let count = 0; start >= 0 && count < maxLines; count++) {
    const end = message.indexOf('\n', start + 1)
    const line = message.slice(start + 1, Math.min(end < 0 ? message.length : end, start + maxLine))
    if (
      (isTrailer(line) && !closesText(message, start, line)) ||
      isRecordOfLog(line) ||
      (isNumberedSource(line) && isMarked(message, start))
    )
      return message.slice(0, start).trimEnd()
    // A line of source stands above the mark.
    if (isPointer(line)) {
      const above = message.lastIndexOf('\n', start - 1)
      // A message may itself mark a place in a text that it quotes.
      if (above > 0 && (line.trim().length > 1 || isCode(message.slice(above + 1, start))))
        return message.slice(0, above).trimEnd()
    }
    start = end
  }
  return message
}

/** Whether a line closes a bracket that the message opened, as the difference of two objects does. */
function closesText(message: string, end: number, line: string): boolean {
  const at = ')]}'.indexOf(line[0] ?? ' ')
  if (at < 0 || line.length > 2) return false
  const before = message.slice(0, end)
  return before.split('([{'[at]!).length > before.split(line[0]!).length
}

const maxLines = 60
const maxLine = 200

/** Whether a line is what a test runner, a framework or a runtime prints below a message. */
export function isTrailer(line: string): boolean {
  const first = line.charCodeAt(0)
  // Most messages that have several lines consist of words.
  if (first >= 97 && first <= 122) return lowerWords.some((word) => line.startsWith(word))
  return words.some((word) => line.startsWith(word)) || lines.test(line)
}

const words = [
  'This error is located at:',
  'The above error occurred in',
  'Call Stack:',
  'Stack:',
  '+ expected - actual',
  '+ Expected - Received',
  '❯ ',
  '--- End of managed ',
  'File name: ',
  'The following arguments were given to ',
  'Calls: ',
  'Execution halted',
  'Expected :',
  '<Click to see difference>',
  '[No stack trace available]',
]

/** Words of runtimes that begin with a small letter, unlike those of a message. */
const lowerWords = ['digest: "', 'stacktrace:', 'code: assert', 'coroutine 0:', 'exited with code ']

/** Quotation marks that end a log's text, Python's words alone, the place in a script of PowerShell, and Vite's plugin. */
const lines =
  /^(?:['"`\])}]{1,4}|#\d{1,3} .{1,190}|\W{0,3}Traceback.{0,80}|Exception trace:|[#=*_-]{5,200}(?: .{1,150} [#=*_-]{3,200})?|At .{1,180}:\d{1,9} char:\d{1,9}|Plugin: [\w:@./-]{2,80})$/

/** `12 | return x`, `> 12 |   x`, `12│ x`: a line of source with its number. */
function isNumberedSource(line: string): boolean {
  return /^(?:[>➜❱→] ?)?\d{1,7} ?[|│▕](?: |$)/.test(line)
}

/** `^^^^`, `~~~~`: marks the source above. */
function isPointer(line: string): boolean {
  return /^[ |│]{0,200}(?:\^|~~)[ ~^]{0,200}$/.test(line)
}

/** Whether a line is code rather than the words of a message. */
function isCode(line: string): boolean {
  // Postgres marks the place in the statement as part of its message.
  return /[;{}()=]|^\d{1,7} /.test(line) && !/^LINE \d{1,7}: /.test(line)
}

/** Whether the source after a position marks the line or the column of the error; a table does not. */
function isMarked(message: string, start: number): boolean {
  const rest = message.slice(start, start + 3000)
  return /\n(?:[>➜❱→] ?\d|[ |│▕]{0,40}\^)/.test(rest)
}
