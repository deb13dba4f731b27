import { expect, it } from 'vitest'
import { labelCells } from './cell-labels.ts'

type Given = [type: string, content?: string]

function labelled(given: readonly Given[]): (string | undefined)[] {
  const tokens = given.map(([type, content = '']) => {
    const token = { type, content, label: undefined as string | undefined, attrSet }
    function attrSet(_name: string, value: string) {
      token.label = value
    }
    return token
  })
  labelCells({ tokens })
  return tokens.filter(({ type }) => type === 'td_open').map(({ label }) => label)
}

const row = (kind: 'th' | 'td', ...texts: string[]): Given[] => [
  ['tr_open'],
  ...texts.flatMap((text): Given[] => [[`${kind}_open`], ['inline', text], [`${kind}_close`]]),
]

it('labels each cell with the heading of its column, if that has a text', () => {
  const table = [['table_open'], ...row('th', '`setting`', '', 'why'), ...row('td', 'a', 'b', 'c')] satisfies Given[]
  expect(labelled(table)).toEqual(['setting', undefined, 'why'])
})

it('begins anew in each row and each table', () => {
  const one = [['table_open'], ...row('th', 'x', 'y'), ...row('td', '1', '2'), ...row('td', '3', '4')] satisfies Given[]
  const other = [['table_open'], ...row('th', 'z'), ...row('td', '5')] satisfies Given[]
  expect(labelled([...one, ...other])).toEqual(['x', 'y', 'x', 'y', 'z'])
})
