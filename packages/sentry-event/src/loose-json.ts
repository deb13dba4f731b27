/**
 * Parses JSON; if that fails, once more with the bare `NaN` and `Infinity` that old Python SDKs write replaced by null.
 *
 * @throws SyntaxError
 */
export function parseLoose(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(
      text.replaceAll(literals, (found, string: string | undefined) => (string === undefined ? 'null' : found)),
    )
  }
}

/** Strings are matched first, so that nothing inside them is replaced. */
const literals = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/gs
