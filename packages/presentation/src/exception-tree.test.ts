import { describe, expect, it } from 'vitest'
import { type ExceptionChain, exceptionLines, exceptionTree, relationText } from './exception-tree.ts'
import type { EventView } from './types.ts'

type Exception = EventView['exceptions'][number]

const one = (exception_type: string, position: Partial<Exception> = {}): Exception => ({
  exception_type,
  message: '',
  frames: [],
  stack: null,
  ...position,
})
const member = (parent: number, mechanism?: Exception['mechanism']): Partial<Exception> => ({
  parent,
  relation: 'member',
  ...(mechanism && { mechanism }),
})
const shown = (tree: ExceptionChain) =>
  exceptionLines(tree).map(
    (link) => `${'  '.repeat(link.level)}${relationText(link) ?? 'Thrown'} ${link.exception.exception_type}`,
  )

describe('the exceptions of an event', () => {
  it('may be none', () => {
    expect(exceptionTree([])).toEqual({ links: [], branches: [] })
  })

  it('are a chain without branches where each caused the one before', () => {
    const tree = exceptionTree([
      one('A'),
      one('B', { parent: 0, relation: 'cause' }),
      one('C', { parent: 1, relation: 'cause' }),
    ])
    expect([shown(tree), tree.branches]).toEqual([['Thrown A', 'Caused by B', 'Caused by C'], []])
    // An older server says no more than the order.
    expect(shown(exceptionTree([one('A'), one('B')]))).toEqual(['Thrown A', 'Caused by B'])
  })

  it('are a tree where one contains others; the cause of a member stands below it', () => {
    const tree = exceptionTree([
      one('Group'),
      one('First', member(0)),
      one('Inner', member(0)),
      one('Only', member(2)),
      one('Why', { parent: 3, relation: 'cause' }),
    ])
    expect(shown(tree)).toEqual([
      'Thrown Group',
      '  Member 1 First',
      '  Member 2 Inner',
      '    Member 1 Only',
      '    Caused by Why',
    ])
  })

  it('are in the order of their ids, wherever their list has them', () => {
    const tree = exceptionTree([
      one('Group', { mechanism: { exception_id: 0 } }),
      one('Third', member(0, { exception_id: 9 })),
      one('Why', { parent: 3, relation: 'cause', mechanism: { exception_id: 2 } }),
      one('First', member(0, { exception_id: 1 })),
    ])
    expect(shown(tree)).toEqual(['Thrown Group', '  Member 1 First', '  Caused by Why', '  Member 2 Third'])
  })

  it('are counted among all members, where the list lacks some', () => {
    const source = (index: number) => ({ exception_id: index, source: `exceptions[${index}]` })
    const tree = exceptionTree([
      one('Group', { members: 27 }),
      one('Third', member(0, source(2))),
      one('Fifth', member(0, source(4))),
      one('Why', { parent: 2, relation: 'cause' }),
    ])
    expect(shown(tree)).toEqual(['Thrown Group', '  Member 3 of 27 Third', '  Member 5 of 27 Fifth', '  Caused by Why'])
  })

  it('branch where one has a cause and something else', () => {
    const tree = exceptionTree([
      one('Main'),
      one('Closing', { parent: 0, relation: 'suppressed' }),
      one('Why', { parent: 0, relation: 'cause' }),
      one('Elsewhere', { parent: 0, relation: 'thread' }),
    ])
    expect(shown(tree)).toEqual(['Thrown Main', '  Suppressed Closing', '  Caused by Why', '  Other thread Elsewhere'])
  })
})
