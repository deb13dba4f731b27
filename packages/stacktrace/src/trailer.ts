/**
 * Removes what test runners and frameworks print between a message and its calls: the source around the error, a
 * difference, the digest of a page.
 *
 * @example withoutTrailer("x is null\n> 12 |   x.id\n     |     ^") // 'x is null'
 */
export function withoutTrailer(message: string): string {
  let start = message.indexOf('\n')
  for (let lines = 0; start >= 0 && lines < maxLines; lines++) {
    const end = message.indexOf('\n', start + 1)
    const line = message.slice(start + 1, Math.min(end < 0 ? message.length : end, start + maxLine))
    if (isTrailer(line) || (isNumberedSource(line) && isMarked(message, start)))
      return message.slice(0, start).trimEnd()
    start = end
  }
  return message
}

const maxLines = 60
const maxLine = 200

function isTrailer(line: string): boolean {
  const first = line.charCodeAt(0)
  // Most messages that have several lines consist of words.
  if (first >= 97 && first <= 122) return line.startsWith('digest: "')
  return words.some((word) => line.startsWith(word)) || /^(?:['"`\])}]{1,4}|Traceback)$/.test(line)
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
]

/** `12 | return x`, `> 12 |   x`, `12│ x`: a line of source with its number. */
function isNumberedSource(line: string): boolean {
  return /^(?:[>➜❱] ?)?\d{1,7} ?[|│▕](?: |$)/.test(line)
}

/** Whether the source after a position marks the line or the column of the error; a table does not. */
function isMarked(message: string, start: number): boolean {
  const rest = message.slice(start, start + 3000)
  return /\n(?:[>➜❱] ?\d|[ |│▕]{0,40}\^)/.test(rest)
}
