import { expect, it } from 'vitest'
import { fromView, type IssueSearch, toIssueSearch, toView } from './search.ts'

it.each<IssueSearch>([
  { since: '14d' },
  { query: 'boom', since: '24h', level: 'error' },
  { query: 'boom last-seen:>-3d' },
  { query: 'boom', from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', sort: 'users' },
  {},
])('a view of %j is opened as it was saved, and its time range still ends now', (search) => {
  expect(fromView(toView(search))).toEqual(toIssueSearch({ ...search }))
})
