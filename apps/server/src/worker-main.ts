import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { createWorkerHalf } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { makeLogger } from './logger.ts'
import type { WorkerMessage, WorkerOrder } from './messages.ts'

// The digest half, in a thread of the supervisor: takes segments from the queue until it is told to stop.

const { connection } = workerData as { connection: pg.PoolConfig }
const config = readConfig(process.env)
const logger = makeLogger(config, 'worker')
const database = openDatabase({
  connection,
  connections: 4,
  onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
})
const half = createWorkerHalf({ config, database, connection, logger })
const metrics = setInterval(() => void tellMetrics(), 2000)

parentPort?.on('message', (order: WorkerOrder) => {
  if (order.type === 'stop') void stop()
})
await half.start()

async function stop(): Promise<void> {
  clearInterval(metrics)
  await half.stop()
  await database.close()
  parentPort?.close()
}

async function tellMetrics(): Promise<void> {
  parentPort?.postMessage({ type: 'metrics', text: await half.metrics() } satisfies WorkerMessage)
}
