import { expect, it } from 'vitest'
import { mayAnywhere, mayIn } from './permissions.ts'

const memberships = [
  { id: 'org_1', role: 'viewer' },
  { id: 'org_2', role: 'member' },
] as const

it.each([
  ['org_1', false],
  ['org_2', true],
  // Not known yet.
  ['org_3', true],
  [undefined, true],
])('offers changes of issues in %s: %s', (id, expected) => {
  expect(mayIn(memberships, id)('issue:write')).toBe(expected)
  expect(mayIn(undefined, id)('issue:write')).toBe(true)
})

it('offers for all organizations what is allowed in one of them', () => {
  expect(mayAnywhere(memberships)('issue:write')).toBe(true)
  expect(mayAnywhere(memberships)('project:write')).toBe(false)
  expect(mayAnywhere([])('project:write')).toBe(true)
  expect(mayAnywhere(undefined)('project:write')).toBe(true)
})
