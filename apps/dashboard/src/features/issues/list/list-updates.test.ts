import { expect, it } from 'vitest'
import type { Issue } from '../queries.ts'
import { nextUnseen } from './list-updates.ts'

const row = (id: string, substatus: Issue['substatus'], first_seen: string, last_seen = first_seen) =>
  ({ id, substatus, first_seen, last_seen }) as Issue

const rows = [
  row('old', 'ongoing', '2026-11-01', '2026-11-20'),
  row('back', 'regressed', '2026-11-02', '2026-11-20'),
  row('long back', 'regressed', '2026-11-02', '2026-11-03'),
  row('young', 'new', '2026-11-15'),
  row('came', 'new', '2026-11-20'),
]

it.each<[at: number, seenAt: string | null | undefined, next: string | undefined]>([
  [-1, '2026-11-19', 'back'],
  [1, '2026-11-19', 'came'],
  [4, '2026-11-19', 'back'],
  [1, '2026-11-14', 'young'],
  [0, '2026-11-21', undefined],
  [1, null, 'long back'],
  [2, undefined, 'young'],
])('after index %i, with the last visit at %s, the next unseen issue is %s', (at, seenAt, next) => {
  expect(nextUnseen(rows, at, seenAt)?.id).toBe(next)
})
