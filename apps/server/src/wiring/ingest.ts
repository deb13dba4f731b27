import { DatabaseRateLimiter } from '../adapters/rate-limiter-database.ts'
import { MemoryRateLimiter } from '../adapters/rate-limiter-memory.ts'
import { bucketDatabase, mainBucket } from '../db/buckets.ts'
import { Ingest } from '../domains/ingest/index.ts'
import { SegmentNotifier } from '../domains/pipeline/index.ts'
import { findIngestTokens } from '../domains/projects/index.ts'
import { createFreeSpace } from './free-space.ts'
import { personKeyOf } from './from-config.ts'
import type { Basis } from './wiring.ts'

/** Creates the ways in, with their limits. */
export function createIngest(
  { config, ingestDb: db, logger, failures, shard, isAlone, now, digestPaceMs, draining }: Basis,
  onResponse: (status: number, milliseconds: number) => void,
): Ingest {
  const window = { limit: config.BUGLE_INGEST_RATE, windowMs: 60_000 }
  return new Ingest({
    db,
    findTokens: (hashes) => findIngestTokens(db, hashes, config.BILLING),
    limiter: isAlone
      ? new MemoryRateLimiter(window)
      : new DatabaseRateLimiter({
          ...window,
          db: bucketDatabase(db, mainBucket),
          onFailed: failures.reporter('the database granted no rate-limit permits'),
        }),
    requestLimiter: new MemoryRateLimiter({ ...window, limit: 10 * window.limit }),
    healthLimiters: {
      session: new MemoryRateLimiter({ ...window, limit: 10 * window.limit }),
      check_in: new MemoryRateLimiter(window),
      feedback: new MemoryRateLimiter({ ...window, limit: Math.ceil(window.limit / 10) }),
      client_report: new MemoryRateLimiter(window),
    },
    personKey: personKeyOf(config),
    sentryHints: config.BUGLE_SENTRY_HINTS,
    maxBytesInFlight: config.BUGLE_INGEST_BYTES_IN_FLIGHT,
    shard,
    now,
    newSpace: createFreeSpace,
    isDraining: () => draining.isOn,
    newNotifier: (db) => new SegmentNotifier(db, digestPaceMs),
    onResponse,
    onBug: (error, requestId) => logger.error({ err: error, request_id: requestId }, 'bug'),
    onFailed: failures.reporter('accepted events or outcome counts could not be written; they will be retried'),
  })
}
