/** Matches an escaped backslash, a pair of surrogates, or a lone one. */
const escapes = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g

/**
 * Replaces each lone surrogate in a JSON text by U+FFFD, because PostgreSQL cannot store it. UTF-8 cannot encode a lone
 * surrogate, so it is always an escape. Working on the text avoids recursion, which a deeply nested document could
 * exhaust.
 */
export function withoutLoneSurrogates(json: string): string {
  return json.replaceAll(escapes, (found) => (found.length === 6 ? '\\ufffd' : found))
}
