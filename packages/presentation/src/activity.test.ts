import { expect, it } from 'vitest'
import { sentenceOf } from './activity.ts'
import { cameBackText } from './changes-text.ts'
import { resolvedLabel } from './status-text.ts'
import type { ActivityEntry } from './types.ts'

const said = (kind: ActivityEntry['kind'], details: ActivityEntry['details']) =>
  sentenceOf({ kind, details } as ActivityEntry)

it('names whom, which release and after which release', () => {
  expect(said('assigned', { to: 'Max\u202E' })).toBe('assigned it to Max⟨U+202E⟩')
  expect(said('assigned', { to: null })).toBe('unassigned it')
  expect(said('regressed', { release: 'shop@1.2.0' })).toBe('detected a regression in shop@1.2.0')
  expect(said('regressed', { release: null })).toBe('detected a regression')
  expect(said('notified', { channel: '#ops', rule: 'Fatal' })).toBe('notified #ops by the rule Fatal')
  expect(said('notified', { channel: '#ops', rule: null })).toBe('notified #ops')
  expect(said('resolved', { mode: 'next_release', release: 'shop@1.1.0' })).toBe(
    'resolved it in the next release after shop@1.1.0',
  )
  expect(resolvedLabel({ mode: 'next_release', release: 'shop@1.1.0' })).toBe(
    'Resolved in the release after shop@1.1.0',
  )
})

it('names the release in which an issue came back', () => {
  const regressed_at = '2026-11-20T00:00:00.000Z'
  const quiet_from = '2026-11-01T00:00:00.000Z'
  expect(cameBackText({ regressed_at, quiet_from, regressed_release: '1.2.0' })).toBe('Back in 1.2.0 after 19 d')
  expect(cameBackText({ regressed_at, quiet_from, regressed_release: null })).toBe('Back after 19 d')
  expect(cameBackText({ regressed_at: null, quiet_from: null, regressed_release: null })).toBeUndefined()
})
