import { expect } from 'vitest'
import { hasDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { describeReport } from './print.ts'
import { type Kind, runFaults } from './run.ts'

export const long = process.env.BUGLE_LONG === '1'

/** Whether processes can be listed and killed here. */
export const isPossible = process.platform === 'linux'

/** Whether a second bucket can be on a PostgreSQL of its own here. */
export const canHaveBucket = isPossible && hasDebianPostgres

/** Reason for skipping a test of a second bucket. */
export const noBucket = 'Debian’s PostgreSQL is missing here, on which a second bucket would be'

/** Runs a scenario with 2 kills, one of them during a start, or 100 in the long run. A failure shows seed and table. */
export async function expectNoFault(kind: Kind, { hasBucket = false } = {}): Promise<void> {
  const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)
  const report = await runFaults({ kind, kills: long ? 100 : 2, seed, long, hasBucket })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.faults, describeReport(report)).toEqual([])
}

export const timeout = long ? 60 * 60_000 : 10 * 60_000
