interface Token {
  type: string
  tag: string
  content: string
}

/**
 * Makes ordinary cells of the headings of a table that have no text: a reader of the screen would announce them. Markdown has no table
 * without headings; where none has text, a style hides their row.
 *
 * @param state of markdown-it, with the tokens of a page
 */
export function unmarkEmptyHeadings({ tokens }: { tokens: Token[] }): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[index + 1]?.content.trim() !== '') continue
    const closing = tokens[index + 2]
    if (closing?.type !== 'th_close') continue
    token.tag = 'td'
    closing.tag = 'td'
  }
}
