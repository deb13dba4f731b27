import { endOfString } from './end-of-string.ts'
import { mayHoldLongInteger, quoteLongIntegers } from './exact-integers.ts'

/** Levels of lists and objects that are read; no event has as many. */
const maxDepth = 1000
/** A shorter text cannot hold enough levels to matter. */
const shortLength = 64 * 1024

/**
 * Parses JSON of a sender, with or without a byte-order mark. Integers that a number would round become texts. Lists and objects
 * nested deeper than 1,000 levels become null: V8 takes a hundred times as long for a byte of them as for one of any other JSON,
 * and more for each byte the more there are.
 *
 * @throws SyntaxError
 * @example parseBounded('{"a":[1,261733281341374469]}') // { a: [1, '261733281341374469'] }
 */
export function parseBounded(sent: string | Buffer): unknown {
  const bytes = typeof sent === 'string' ? Buffer.from(sent) : sent
  const marked = bytes.toString('utf8')
  const text = marked.charCodeAt(0) === byteOrderMark ? marked.slice(1) : marked
  const bounded = text.length < shortLength ? text : withoutDepths(text)
  return JSON.parse(mayHoldLongInteger(bytes) ? quoteLongIntegers(bounded) : bounded)
}

const byteOrderMark = 0xfeff
const quotationMark = 34
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Replaces values that are nested too deeply. Those that no bracket closes are left out, so that parsing fails early. */
function withoutDepths(text: string): string {
  let kept = ''
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quotationMark) {
      at = endOfString(text, at)
    } else if (code === openBracket || code === openBrace) {
      depth++
      if (depth === maxDepth + 1) kept += `${text.slice(from, at)}null`
    } else if (code === closeBracket || code === closeBrace) {
      if (depth === maxDepth + 1) from = at + 1
      depth--
    }
  }
  if (depth > maxDepth) return kept
  return kept === '' ? text : kept + text.slice(from)
}
