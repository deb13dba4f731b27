import { forgetOldGrants } from '../adapters/rate-limiter-database.ts'
import { evictArtifacts, forgetOldUploads } from '../domains/artifacts/index.ts'
import { evictHealth, forgetOldSessions } from '../domains/health/index.ts'
import { forgetEndedSubscriptions } from '../domains/notifications/index.ts'
import { evictOutcomes } from '../domains/outcomes/index.ts'
import { createMaintenance, type Housekeeping, type Maintenance } from '../domains/retention/index.ts'
import { forgetOldBundles } from '../domains/sentry-api/index.ts'
import type { WorkerMetrics } from '../operator/metrics.ts'
import type { BucketBasis } from './wiring.ts'

/** Deletions of rows outside the domains of maintenance. */
const ofEvents: Housekeeping[] = [
  ['rate grants', forgetOldGrants],
  ['uploads', forgetOldUploads],
  ['bundles of Sentry’s tools', forgetOldBundles],
  ['sessions and check-ins', forgetOldSessions],
]
const ofAccounts: Housekeeping[] = [['push subscriptions', forgetEndedSubscriptions]]

/** Creates the maintenance of a bucket. */
export function createWorkerMaintenance(
  { config, db, bucket, keepsAccounts, objects, logger, failures, now }: BucketBasis,
  metrics: WorkerMetrics,
): Maintenance {
  const stepFailed = failures.reporter('a maintenance step failed; the other steps ran, and it will be retried')
  return createMaintenance({
    db,
    bucket,
    keepsAccounts,
    objects,
    now,
    packAfterMs: config.BUGLE_PACK_AFTER,
    retentionMs: config.BUGLE_RETENTION,
    housekeeping: keepsAccounts ? [...ofEvents, ...ofAccounts] : ofEvents,
    budget: {
      maxBytes: config.BUGLE_MAX_DISK,
      artifactBytes: config.artifactBytes,
      objectBytes: objects.hasStore ? config.BUGLE_MAX_OBJECTS : undefined,
      evict: { health: evictHealth, outcomes: evictOutcomes },
      evictArtifacts: (client) => evictArtifacts(client, { maxBytes: config.artifactBytes, keepsAccounts }),
      // Another bucket is on another server.
      directory: keepsAccounts && config.DATABASE_URL === undefined ? config.dataDirectory : undefined,
    },
    onDone: (done) => metrics.countMaintenance(done),
    onFailed: (error, step) => {
      metrics.countFailedRound('maintenance')
      stepFailed(error, { step })
    },
    onDamaged: (stored) =>
      logger.error(stored, 'stored bytes cannot be read: the disk is damaged; they were set aside'),
  })
}
