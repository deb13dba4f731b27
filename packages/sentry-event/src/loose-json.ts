import { parseBounded } from './bounded-json.ts'
import { endOfString } from './end-of-string.ts'

/**
 * Parses JSON; if that fails, once more with the bare `NaN` and `Infinity` that old Python SDKs write replaced by null.
 *
 * @throws SyntaxError
 */
export function parseLoose(sent: string | Buffer): unknown {
  try {
    return parseBounded(sent)
  } catch (error) {
    const repaired = withoutLiterals(sent.toString())
    if (repaired === undefined) throw error
    return parseBounded(repaired)
  }
}

const literals = /-?\b(?:NaN|Infinity)\b/g

/**
 * Replaces the literals outside of strings; undefined if there are none, or if a string never ends. A scanner, since an
 * expression that skips strings searches to the end of the text again from each quote of one that never ends.
 */
function withoutLiterals(text: string): string | undefined {
  if (!/NaN|Infinity/.test(text)) return undefined
  let repaired = ''
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : endOfString(text, quote) + 1
    if (end > text.length) return undefined
    repaired += text.slice(at, quote < 0 ? end : quote).replaceAll(literals, 'null')
    if (quote >= 0) repaired += text.slice(quote, end)
    at = end
  }
  return repaired
}
