/** Formats rows as lines of aligned columns. */
export function formatColumns(rows: string[][]): string[] {
  const cells = rows.map((row) => row.map(oneLine))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Replaces control characters: text of users and of other servers must not control the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{C}/gu, '�')
}
