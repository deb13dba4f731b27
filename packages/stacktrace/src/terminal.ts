const ESCAPE = '\u001b'

/** Takes the colours out of a text that was meant for a terminal: ESC, `[`, numbers, `m`. */
export function withoutColours(text: string): string {
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
