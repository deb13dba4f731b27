import { bucketDatabase, bucketNames, bucketPlaces, hasBuckets, mainBucket } from './db/buckets.ts'
import { type Database, transactionOn } from './db/database.ts'
import { MapIndexer } from './domains/artifacts/index.ts'
import { digestPaceMs } from './domains/pipeline/index.ts'
import { makeEventPartitions, makeSegmentPartitions } from './domains/storage/index.ts'
import { readInstallationState } from './operator/installation-state.ts'
import { createWorkerMetrics, installationSnapshot } from './operator/metrics.ts'
import type { WorkerReport } from './operator/status-server.ts'
import { startThread } from './start-thread.ts'
import { type BucketWorker, createBucketWorker } from './wiring/bucket-worker.ts'
import { createFailureLog } from './wiring/failure-log.ts'
import { objectPayloadsOf } from './wiring/from-config.ts'
import { createInstallationWorker } from './wiring/installation-worker.ts'
import type { BucketBasis, WorkerBasis, WorkerDeps } from './wiring/wiring.ts'

/** The worker role: everything that happens to an event after its 202. */
export interface WorkerRole {
  start(): Promise<void>
  stop(): Promise<void>
  report(): Promise<WorkerReport>
}

/** Wires the parts of each bucket, those of the installation, and what they wake of each other. */
export function createWorkerRole(given: WorkerDeps): WorkerRole {
  const deps = {
    now: () => new Date(),
    digestPaceMs,
    failures: createFailureLog(given.logger),
    objects: objectPayloadsOf(given.config),
    ...given,
  }
  const { config, db, objects } = deps
  const metrics = createWorkerMetrics()
  const indexer = new MapIndexer({ startThread: () => startThread('build-index-main', 512) })
  const buckets: BucketWorker[] = []
  const installation = createInstallationWorker(deps, metrics, buckets)
  for (const basis of bucketNames(db).map((name) => bucketBasisOf(deps, name)))
    buckets.push(createBucketWorker(basis, metrics, { indexer, installation, installationDb: db }))
  return {
    start: async () => {
      installation.start()
      await Promise.all(buckets.map((bucket) => startBucket(bucket, deps.now())))
    },
    stop: async () => {
      await Promise.all([...buckets, installation].map((one) => one.stop()))
      indexer.close()
    },
    report: async () => {
      const state = await readInstallationState(db, config, objects).catch(() => undefined)
      return {
        snapshot: await metrics.snapshot(),
        installation: await installationSnapshot(state),
        digest: state?.digest,
        objects: state?.objects,
      }
    },
  }
}

/** Returns what the parts of a bucket work with. With several buckets, the log names theirs. */
function bucketBasisOf(deps: WorkerBasis, bucket: string): BucketBasis {
  // The main bucket, which is beside the accounts, is the first.
  const keepsAccounts = bucket === bucketNames(deps.db)[0]
  if (!hasBuckets(deps.db)) return { ...deps, bucket, keepsAccounts }
  const logger = deps.logger.child({ bucket })
  return {
    ...deps,
    bucket,
    keepsAccounts,
    db: bucketDatabase(deps.db, bucket),
    connection: bucket === mainBucket ? deps.connection : bucketPlaces(deps.db)[bucket]!,
    logger,
    failures: createFailureLog(logger),
  }
}

/** Starts the parts of a bucket. A server that is away keeps nobody waiting: maintenance makes the partitions when it is back. */
async function startBucket(bucket: BucketWorker, now: Date): Promise<void> {
  await makePartitions(bucket.db, now).catch(bucket.onNotPrepared)
  await bucket.start()
}

/** Creates the partitions that the next hours need. */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const client = await db.connect()
  try {
    await transactionOn(client, (tx) => makeSegmentPartitions(tx))
    await transactionOn(client, (tx) => makeEventPartitions(tx, now))
  } finally {
    client.release()
  }
}
