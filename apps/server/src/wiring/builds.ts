import { limits } from '@bugle/protocol'
import { bucketNames, forEachBucket } from '../db/buckets.ts'
import { ArtifactSpace, measureArtifacts, mountArtifacts } from '../domains/artifacts/index.ts'
import { mountSentryApi } from '../domains/sentry-api/index.ts'
import type { App, BodyLimits } from '../http/index.ts'
import { ByteBudget } from '../lib/byte-budget.ts'
import { FairTurns } from '../lib/fair-turns.ts'
import { Refusal } from '../refusal.ts'
import { perMinute } from './per-minute.ts'
import type { Wiring } from './wiring.ts'

/** Mounts the uploads of builds, by our own tools and by Sentry's. */
export function mountBuilds(app: App, { config, db, objects }: Wiring): void {
  const space = new ArtifactSpace({
    maxBytes: config.artifactBytes * bucketNames(db).length,
    measure: async () => (await forEachBucket(db, measureArtifacts)).results.flat(),
  })
  const bodies = createBodyLimits()
  mountSentryApi(app, { db, space, bodies })
  mountArtifacts(app, { db, objects, space, bodies, limiter: perMinute(limits.uploadRequestsPerMinute) })
}

/** Bounds the memory of uploads: each is held as a whole while it arrives and while it is processed. */
function createBodyLimits(): BodyLimits {
  return {
    budget: new ByteBudget(3 * limits.uploadBytes, limits.uploadBytes),
    turns: new FairTurns({
      atOnce: 3,
      waitMs: 30_000,
      waitingEach: 16,
      perMinute: Number.POSITIVE_INFINITY,
      refusal: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
    }),
  }
}
