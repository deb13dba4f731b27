/** Writes a line of CSV (RFC 4180). */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

/** Quotes a value. A spreadsheet must not run what somebody wrote as a formula. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Lines of CSV with a head, page by page: however long a list is, no more than a page of it is in memory. */
export async function* csvPages<Row>(
  head: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  valuesOf: (row: Row) => (string | number | null)[],
): AsyncGenerator<string> {
  yield csvLine(head)
  for await (const rows of pages) if (rows.length > 0) yield rows.map((row) => csvLine(valuesOf(row))).join('')
}
