import type { IssueSearch } from '@bugle/client-state/search'
import { expect, it } from 'vitest'
import { partsOf } from './search-parts.ts'

it('splits a search into parts that can be removed separately', () => {
  const search: IssueSearch = { query: 'boom', environment: 'beta 2', assignee: 'me', since: '24h', status: 'resolved' }
  expect(partsOf(search)).toEqual([
    { name: 'environment:"beta 2"', rest: { ...search, environment: undefined } },
    { name: 'assigned:me', rest: { ...search, assignee: undefined } },
    { name: 'last-seen:>-24h', rest: { ...search, since: undefined } },
    { name: 'boom', rest: { ...search, query: undefined } },
  ])
  expect(partsOf({ status: 'resolved', sort: 'users' })).toEqual([])
})
