/** Whatever may hold a semicolon that ends nothing, or such a semicolon: comments, texts, names, and texts between dollar signs. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/**
 * Splits the text of a migration into its statements. They are sent one by one: several in one message cannot be prepared, which
 * a distributed engine does with each. Comments may not be nested, nor texts have escapes, which a test holds migrations to.
 */
export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(token)].flatMap((match) => (match[0] === ';' ? [match.index] : []))
  const starts = [0, ...ends.map((end) => end + 1)]
  return starts.map((start, index) => text.slice(start, ends[index]).trim()).filter((statement) => !isBlank(statement))
}

/** Whether a text has comments alone. */
function isBlank(text: string): boolean {
  return text.replaceAll(token, (match) => (/^(--|\/\*)/.test(match) ? '' : match)).trim() === ''
}
