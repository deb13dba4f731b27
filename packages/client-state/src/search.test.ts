import { expect, it } from 'vitest'
import { fromView, type IssueSearch, toIssueSearch, toView, unreadOf } from './search.ts'

it.each<IssueSearch>([
  { since: '14d' },
  { query: 'boom', since: '24h', level: 'error' },
  { query: 'boom last-seen:>-3d' },
  { query: 'boom', from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', sort: 'users' },
  {},
])('a view of %j is opened as it was saved, and its time range still ends now', (search) => {
  expect(fromView(toView(search))).toEqual(toIssueSearch({ ...search }))
})

it.each<[Record<string, unknown>, string[]]>([
  [{ status: 'all' }, ['status: all']],
  [{ status: 'unresolved', sort: 'last_seen', query: 'boom last-seen:>-3d' }, []],
  [{ level: 'error', from: '2026-11-01T01:00:00+01:00', assignee: null }, []],
  [{ sort: 'count', level: 'loud', 'tag.colour': 'red' }, ['sort: count', 'level: loud', 'tag.colour: red']],
])('names what is left out of a view of %j', (filter, left) => {
  expect(unreadOf(filter)).toEqual(left)
})
