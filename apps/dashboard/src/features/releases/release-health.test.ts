import { expect, it } from 'vitest'
import type { ReleaseHealth } from './queries.ts'
import { crashFreeChange, healthOf } from './release-health.ts'

const row = (release: string, environment: string, sessions: number, crash_free_sessions: number | null) =>
  ({ release, environment, sessions, crash_free_sessions }) as ReleaseHealth

const rows = [
  row('2.0', 'production', 900, 0.98),
  row('2.0', 'staging', 10, 0.5),
  row('1.9', 'staging', 10, 0.4),
  row('1.8', 'production', 700, 0.99),
]
const releases = ['2.0', '1.9', '1.8'].map((version) => ({ version }))

it('takes the environment with most sessions', () => {
  expect(healthOf(rows, '2.0')?.environment).toBe('production')
  expect(healthOf(rows, '3.0')).toBeUndefined()
})

it('compares with the release before that has sessions in the same environment', () => {
  expect(crashFreeChange(rows, releases, 0)).toBeCloseTo(-1)
  expect(crashFreeChange(rows, releases, 2)).toBeUndefined()
})
