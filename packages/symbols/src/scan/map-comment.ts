/** The comment must be a line of its own: within code it could be part of a string. */
const beforeReference = /^[ \t]*\/\/[#@][ \t]*sourceMappingURL=$/
const mark = 'sourceMappingURL='
const maxIndent = 200

const idComment = /^[ \t]*\/\/#[ \t]*debugId=([0-9a-fA-F-]{32,36})[ \t]*$/
/** The id is in the last five lines, by the proposal for debug ids. */
const idLines = 5
const tailBytes = 2_000

/**
 * Finds the reference of a generated file to its map: that of the last comment. Undefined when there is none.
 *
 * @example findMapReference(Buffer.from('run()\n//# sourceMappingURL=app.js.map\n')) // 'app.js.map'
 */
export function findMapReference(code: Uint8Array): string | undefined {
  const bytes = Buffer.from(code.buffer, code.byteOffset, code.byteLength)
  for (let start = lastMark(bytes, bytes.length); start >= 0; start = lastMark(bytes, start)) {
    const reference = referenceAt(bytes, start)
    if (reference !== undefined) return reference
  }
  return undefined
}

function lastMark(bytes: Buffer, before: number): number {
  return before === 0 ? -1 : bytes.lastIndexOf(mark, before - 1)
}

/** The reference of a mark, if its line holds nothing else. An inline map may have 100 MB: no pattern looks at it. */
function referenceAt(bytes: Buffer, start: number): string | undefined {
  const lineStart = bytes.lastIndexOf(0x0a, start) + 1
  const valueStart = start + mark.length
  if (start - lineStart > maxIndent) return undefined
  if (!beforeReference.test(bytes.toString('latin1', lineStart, valueStart))) return undefined
  const lineEnd = bytes.indexOf(0x0a, valueStart)
  const reference = bytes.toString('latin1', valueStart, lineEnd < 0 ? bytes.length : lineEnd).trim()
  return reference === '' || /\s/.test(reference) ? undefined : reference
}

/**
 * Finds the debug id of a generated file.
 *
 * @example findDebugId(Buffer.from('run()\n//# debugId=85314830-023f-4cf1-a267-535f4e37bb17\n')) // '85314830-023f-4cf1-a267-535f4e37bb17'
 */
export function findDebugId(code: Uint8Array): string | undefined {
  const tail = Buffer.from(code.subarray(-tailBytes)).toString('latin1').trimEnd()
  const lines = tail.split(/\r?\n/).slice(-idLines)
  return lines.map((line) => idComment.exec(line)?.[1]).findLast((id) => id !== undefined)
}
