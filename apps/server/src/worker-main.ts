import { parentPort } from 'node:worker_threads'
import type pg from 'pg'
import { readConfig } from './config.ts'
import { checkBucketSchema } from './db/check-bucket-schema.ts'
import { type Database, openDatabase } from './db/database.ts'
import { makeLogger } from './logger.ts'
import type { WorkerMessage, WorkerOrder } from './processes/messages.ts'
import { limitRegExps } from './processes/regexp-limit.ts'
import { releaseMemoryAtRest } from './processes/release-memory.ts'
import { createFailureLog } from './wiring/failure-log.ts'
import { placesOf } from './wiring/from-config.ts'
import { createWorkerRole, type WorkerRole } from './worker-role.ts'

// Entry point of the digest worker, a thread of the supervisor. It receives the database connection, then takes
// segments from the queue until it is ordered to stop.

limitRegExps()
releaseMemoryAtRest()
const config = readConfig(process.env)
const logger = makeLogger(config, 'worker')
const failures = createFailureLog(logger)
let started: Promise<void> | undefined
let running: { role: WorkerRole; db: Database } | undefined

parentPort?.on('message', (order: WorkerOrder) => {
  if (order.type === 'start') started = start(order.connection)
  if (order.type === 'measure') void report(order.requestId)
  if (order.type === 'stop') void stop()
})

async function start(connection: pg.PoolConfig): Promise<void> {
  const db = openDatabase({
    connection,
    connections: 4,
    buckets: placesOf(config),
    checkBucket: checkBucketSchema,
    onLost: failures.reporter('a database connection was lost'),
  })
  const role = createWorkerRole({ config, db, connection, logger, failures })
  running = { role, db }
  await role.start()
}

async function stop(): Promise<void> {
  // Stopping a role that is still starting would leave it running.
  await started
  await running?.role.stop()
  await running?.db.end()
  parentPort?.close()
}

async function report(requestId: number): Promise<void> {
  parentPort?.postMessage({ type: 'snapshot', requestId, report: await running?.role.report() } satisfies WorkerMessage)
}
