/** Rows as lines of equal columns. */
export function inColumns(rows: string[][]): string[] {
  const cells = rows.map((row) => row.map(oneLine))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** What people wrote must not steer a terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{C}/gu, '�')
}
