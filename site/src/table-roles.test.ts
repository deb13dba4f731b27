import { expect, it } from 'vitest'
import { nameTableRoles } from './table-roles.ts'

it('names the role of every part of a table, by its tag, and of nothing else', () => {
  const made: [tag: string, role: string][] = []
  const token = (type: string, tag: string) => ({
    type,
    tag,
    attrSet: (name: string, value: string) => made.push([tag, `${name}=${value}`]),
  })
  nameTableRoles({
    tokens: [
      token('paragraph_open', 'p'),
      token('table_open', 'table'),
      token('thead_open', 'thead'),
      token('tr_open', 'tr'),
      token('th_open', 'th'),
      token('th_close', 'th'),
      // A heading without text, which is an ordinary cell.
      token('th_open', 'td'),
      token('tbody_open', 'tbody'),
      token('td_open', 'td'),
      token('inline', ''),
    ],
  })
  expect(made).toEqual([
    ['table', 'role=table'],
    ['thead', 'role=rowgroup'],
    ['tr', 'role=row'],
    ['th', 'role=columnheader'],
    ['td', 'role=cell'],
    ['tbody', 'role=rowgroup'],
    ['td', 'role=cell'],
  ])
})
