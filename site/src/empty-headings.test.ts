import { expect, it } from 'vitest'
import { unmarkEmptyHeadings } from './empty-headings.ts'

const cell = (content: string) => [
  { type: 'th_open', tag: 'th', content: '' },
  { type: 'inline', tag: '', content },
  { type: 'th_close', tag: 'th', content: '' },
]

it('makes ordinary cells of headings without text, and of no others', () => {
  const tokens = [...cell(''), ...cell('measured'), ...cell(' ')]
  unmarkEmptyHeadings({ tokens })
  expect(tokens.map(({ tag }) => tag)).toEqual(['td', '', 'td', 'th', '', 'th', 'td', '', 'td'])
})
