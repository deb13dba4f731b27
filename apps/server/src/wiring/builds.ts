import { limits } from '@bugle/protocol'
import { forBuckets, mainBucket } from '../db/buckets.ts'
import { ArtifactSpace, measureArtifacts, mountArtifacts, type TakesSpace } from '../domains/artifacts/index.ts'
import { mountSentryApi } from '../domains/sentry-api/index.ts'
import type { App, BodyLimits } from '../http/index.ts'
import { ByteBudget } from '../lib/byte-budget.ts'
import { FairTurns } from '../lib/fair-turns.ts'
import { Refusal } from '../refusal.ts'
import { perMinute } from './per-minute.ts'
import type { Wiring } from './wiring.ts'

/** Mounts the uploads of builds, by our own tools and by Sentry's. */
export function mountBuilds(app: App, { config, db, objects }: Wiring): void {
  const spaces = forBuckets(
    db,
    (bucket, name) =>
      new ArtifactSpace({
        maxBytes: config.artifactBytes,
        measure: () => measureArtifacts(bucket, { keepsAccounts: name === mainBucket }),
      }),
  )
  const space: TakesSpace = { take: (...upload) => spaces.here().take(...upload) }
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
