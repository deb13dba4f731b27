interface Token {
  type: string
  tag: string
  attrSet(name: string, value: string): void
}

const roles: Record<string, string> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}

/**
 * Gives tables, their rows and cells the roles that they have anyway: browsers forget them where a style shows a table as blocks, as it does
 * on phones, and readers of the screen would no longer say which column a cell is of.
 *
 * @param state of markdown-it, with the tokens of a page, whose tags are final
 */
export function nameTableRoles({ tokens }: { tokens: Token[] }): void {
  for (const token of tokens) {
    const role = token.type.endsWith('_open') ? roles[token.tag] : undefined
    if (role !== undefined) token.attrSet('role', role)
  }
}
