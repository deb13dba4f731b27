import { expect, it } from 'vitest'
import { fromView, type IssueSearch, partsOf, toIssueSearch, toView } from './search.ts'

it.each<IssueSearch>([
  { since: '14d' },
  { query: 'boom', since: '24h', level: 'error' },
  { query: 'boom last-seen:>-3d' },
  { query: 'boom', from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', sort: 'users' },
  {},
])('a view of %j is opened as it was saved, and its time range still ends now', (search) => {
  expect(fromView(toView(search))).toEqual(toIssueSearch({ ...search }))
})

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
