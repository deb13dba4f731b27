/**
 * Returns a name as one line: without white space around it, and with a blank in place of line feeds and tabs within. A release
 * read from a file usually ends with one, and would be another release than the one that its source maps have.
 *
 * @example oneLine('1.2.0\n') // '1.2.0'
 */
export function oneLine(text: string): string {
  const trimmed = text.trim()
  return /[\t-\r\u0085\u2028\u2029]/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed
}
