interface Token {
  type: string
  content: string
  attrSet(name: string, value: string): void
}

/**
 * Gives each cell of a table the heading of its column. Where a screen is too narrow for the columns, a style puts the cells of a row below one
 * another, each with its label.
 *
 * @param state of markdown-it, with the tokens of a page
 */
export function labelCells({ tokens }: { tokens: Token[] }): void {
  let headings: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') headings = []
    else if (token.type === 'tr_open') column = 0
    else if (token.type === 'th_open') headings.push(textOf(tokens[index + 1]))
    else if (token.type === 'td_open') {
      const label = headings[column++] ?? ''
      if (label !== '') token.attrSet('data-label', label)
    }
  }
}

/** Returns the text of a heading without the marks of code. */
function textOf(token: Token | undefined): string {
  return token?.content.replaceAll('`', '').trim() ?? ''
}
