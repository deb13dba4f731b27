/**
 * Removes what test runners and frameworks print between a message and its calls: the source around the error, a
 * difference, the digest of a page.
 *
 * @example withoutTrailer("x is null\n> 12 |   x.id\n     |     ^") // 'x is null'
 */
export function withoutTrailer(message: string): string {
  let start = message.indexOf('\n')
  for (let count = 0; start >= 0 && count < maxLines; count++) {
    const end = message.indexOf('\n', start + 1)
    const line = message.slice(start + 1, Math.min(end < 0 ? message.length : end, start + maxLine))
    if (isTrailer(line) || (isNumberedSource(line) && isMarked(message, start)))
      return message.slice(0, start).trimEnd()
    // The compiler of TypeScript marks the source above.
    if (/^~{1,200}$/.test(line)) {
      const above = message.lastIndexOf('\n', start - 1)
      if (above > 0 && /^\n\d{1,7} /.test(message.slice(above, above + 9))) return message.slice(0, above).trimEnd()
    }
    start = end
  }
  return message
}

const maxLines = 60
const maxLine = 200

function isTrailer(line: string): boolean {
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
]

/** Words of runtimes that begin with a small letter, unlike those of a message. */
const lowerWords = ['digest: "', 'stacktrace:', 'code: assert', 'coroutine 0:', 'exited with code ']

/** Quotation marks that end a log's text, Python's words alone, and the place in a script of PowerShell. */
const lines = /^(?:['"`\])}]{1,4}|Traceback|Exception trace:|At .{1,180}:\d{1,9} char:\d{1,9})$/

/** `12 | return x`, `> 12 |   x`, `12│ x`: a line of source with its number. */
function isNumberedSource(line: string): boolean {
  return /^(?:[>➜❱→] ?)?\d{1,7} ?[|│▕](?: |$)/.test(line)
}

/** Whether the source after a position marks the line or the column of the error; a table does not. */
function isMarked(message: string, start: number): boolean {
  const rest = message.slice(start, start + 3000)
  return /\n(?:[>➜❱→] ?\d|[ |│▕]{0,40}\^)/.test(rest)
}
