/** A backslash that stands for itself, a pair of surrogates, or one alone. */
const escapes = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g

/**
 * The text of a JSON document with U+FFFD for each half of a character, which no database keeps. Bytes cannot hold such
 * a half, so it always stands there as an escape. It is done in the text: no document is nested too deeply for that.
 */
export function withoutLoneSurrogates(json: string): string {
  return json.replaceAll(escapes, (found) => (found.length === 6 ? '\\ufffd' : found))
}
