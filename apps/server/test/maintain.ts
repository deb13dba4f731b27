import type pg from 'pg'
import { bucketNames } from '../src/db/buckets.ts'
import { evictHealth } from '../src/domains/health/index.ts'
import { inRows, type ObjectPayloads } from '../src/domains/objects/index.ts'
import { evictOutcomes } from '../src/domains/outcomes/index.ts'
import { createMaintenance, type Maintenance, type MaintenanceResult } from '../src/domains/retention/index.ts'
import { until } from './reporter.ts'

interface Ages {
  packAfterMs?: number
  retentionMs?: number
  maxBytes?: number
  /** Budget of the object store. */
  objectBytes?: number
  objects?: ObjectPayloads
  bucket?: string
  /** Whether the accounts are on the same server; by default in the first bucket. */
  keepsAccounts?: boolean
  onDamaged?: (stored: { segmentId: number } | { packId: number }) => void
}

const years = 1e12
const gigabyte = 1024 ** 3

/** Creates maintenance that packs, evicts and prunes only as a test requests. */
export const newMaintenance = (
  pool: pg.Pool,
  {
    packAfterMs = years,
    retentionMs = years,
    maxBytes = gigabyte,
    objectBytes,
    objects = inRows,
    bucket = bucketNames(pool)[0]!,
    keepsAccounts = bucket === bucketNames(pool)[0],
    onDamaged = () => {},
  }: Ages = {},
): Maintenance =>
  createMaintenance({
    db: pool,
    bucket,
    keepsAccounts,
    now: () => new Date(),
    packAfterMs,
    retentionMs,
    objects,
    housekeeping: [],
    budget: {
      maxBytes,
      artifactBytes: maxBytes / 4,
      objectBytes,
      evict: { health: evictHealth, outcomes: evictOutcomes },
      evictArtifacts: async () => {},
      directory: undefined,
    },
    onDone: () => {},
    onFailed: () => {},
    onDamaged,
  })

/** Runs a whole round, after a concurrent one of the server's own maintenance has ended. */
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
