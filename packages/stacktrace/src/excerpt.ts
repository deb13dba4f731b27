import { isDigit, isPathOrUrl, readLocation } from './location.ts'

/** Removes the source excerpt that Node prints before the head: location, line, `^`. */
export function withoutExcerpt(text: string): string {
  const first = text.indexOf('\n')
  if (first > 0 && /(?:^|\s)\d{1,7} \| /.test(text.slice(0, Math.min(first, 300)))) return afterPointer(text)
  if (first < 0 || !isDigit(text.charCodeAt(first - 1)) || !isLocation(text.slice(0, first))) return text
  let start = first + 1
  for (let lines = 0; lines < 6 && start > 0; lines++) {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? text.slice(start) : text.slice(start, end)
    if (isPointer(line)) return end < 0 ? '' : text.slice(end + 1).trimStart()
    start = end + 1
  }
  return text
}

/** Removes the numbered source that Bun prints before the head, up to the line with `^`. */
function afterPointer(text: string): string {
  let start = 0
  for (let lines = 0; lines < 20; lines++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return text
    if (isPointer(text.slice(start, end))) return text.slice(end + 1).trimStart()
    start = end + 1
  }
  return text
}

/** Whether a text is a location and nothing else: `/srv/app/a.js:3`, `node:internal/errors:490`, `events.js:174`. */
export function isLocation(text: string): boolean {
  const location = readLocation(text)
  return (
    location !== undefined &&
    !location.file.includes(' ') &&
    (isPathOrUrl(text) || location.file.endsWith('js') || location.file.startsWith('node:'))
  )
}

function isPointer(line: string): boolean {
  let isMarked = false
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === 94) isMarked = true
    else if (code !== 32 && code !== 126 && code !== 9) return false
  }
  return isMarked
}
