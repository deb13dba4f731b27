import { expect, it } from 'vitest'
import { trialEnd } from './user.ts'

it('a trial ends 30 days after registration, to the millisecond', () => {
  expect(trialEnd(new Date('2026-02-01T10:00:00Z')).toISOString()).toBe('2026-03-03T10:00:00.000Z')
})
