import type pg from 'pg'
import { Maintenance, type MaintenanceResult } from '../src/domains/retention/index.ts'
import { until } from './reporter.ts'

interface Ages {
  packAfterMs?: number
  retentionMs?: number
  maxBytes?: number
  onDamaged?: (what: { segmentId: number } | { packId: number }) => void
}

const years = 1e12
const gigabyte = 1024 ** 3

/** Maintenance that packs, evicts and thins nothing but what a test says. */
export const newMaintenance = (
  pool: pg.Pool,
  { packAfterMs = years, retentionMs = years, maxBytes = gigabyte, onDamaged = () => {} }: Ages = {},
): Maintenance =>
  new Maintenance({
    pool,
    packAfterMs,
    retentionMs,
    housekeeping: [],
    budget: { maxBytes, directory: undefined },
    onDone: () => {},
    onFailed: () => {},
    onDamaged,
  })

/** A whole round: the server's own maintenance may be at it, and ends first. */
export async function maintain(
  pool: pg.Pool,
  ages: Ages = {},
  maintenance = newMaintenance(pool, ages),
): Promise<MaintenanceResult> {
  const done = (await until(
    () => maintenance.runOnce(),
    (one) => one !== undefined,
  ))!
  const errors = done.failures.map(({ error }) => error)
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, errors.join('; '))
  return done
}
