import { parentPort } from 'node:worker_threads'
import type pg from 'pg'
import { readConfig } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { makeLogger } from './logger.ts'
import type { WorkerMessage, WorkerOrder } from './messages.ts'
import { limitRegExps } from './regexp-limit.ts'
import { createWorkerRole, type WorkerRole } from './worker-role.ts'

// The digest half, in a thread of the supervisor: told where the database is, then takes segments from the queue
// until it is told to stop.

limitRegExps()
const config = readConfig(process.env)
const logger = makeLogger(config, 'worker')
let started: Promise<void> | undefined
let running: { half: WorkerRole; database: Database } | undefined

parentPort?.on('message', (order: WorkerOrder) => {
  if (order.type === 'start') started = start(order.connection)
  if (order.type === 'measure') void report(order.inquiry)
  if (order.type === 'stop') void stop()
})

async function start(connection: pg.PoolConfig): Promise<void> {
  const database = openDatabase({
    connection,
    connections: 4,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const half = createWorkerRole({ config, database, connection, logger })
  running = { half, database }
  await half.start()
}

async function stop(): Promise<void> {
  // What is stopped while it starts would run on.
  await started
  await running?.half.stop()
  await running?.database.close()
  parentPort?.close()
}

async function report(inquiry: number): Promise<void> {
  parentPort?.postMessage({ type: 'snapshot', inquiry, report: await running?.half.report() } satisfies WorkerMessage)
}
