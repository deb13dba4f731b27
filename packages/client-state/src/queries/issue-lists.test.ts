import { expect, it } from 'vitest'
import { type Pages, shareIssuesById } from './issue-lists.ts'

const issue = (id: number, count = 1) => ({ id: `iss_${id}`, count, snooze: { events: 1 } })
const pagesOf = (...pages: object[][]) =>
  ({
    pages: pages.map((issues) => ({ issues, status_counts: { unresolved: 3 }, next_cursor: null })),
    pageParams: [],
  }) as unknown as Pages
const copy = (pages: Pages) => structuredClone(pages)

it('keeps the identity of an unchanged list', () => {
  const known = pagesOf([issue(1), issue(2)], [issue(3)])
  expect(shareIssuesById(known, copy(known))).toBe(known)
  expect(shareIssuesById(undefined, known)).toBe(known)
})

it('keeps the identity of unchanged issues at any position', () => {
  const known = pagesOf([issue(1), issue(2)], [issue(3)])
  const next = shareIssuesById(known, copy(pagesOf([issue(2), issue(3)], [issue(1, 5)])))
  expect(next.pages[0]!.issues[0]).toBe(known.pages[0]!.issues[1])
  expect(next.pages[0]!.issues[1]).toBe(known.pages[1]!.issues[0])
  expect(next.pages[1]!.issues[0]).toEqual(issue(1, 5))
  expect(next.pages[0]!.status_counts).toBe(known.pages[0]!.status_counts)
})
