import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { whyNoPort } from './http/index.ts'
import { createHttpHalf, type HttpHalf } from './http-half.ts'
import { makeLogger } from './logger.ts'
import type { ChildMessage, ChildOrder } from './messages.ts'
import { version } from './version.ts'

// An ingest process: told by its supervisor where the database is, then serves until told to drain. A supervisor
// that is gone means the same: what was accepted is written, then the process ends and frees the port.

/** Nobody would end a process that waits for a database which went with its supervisor. */
const abandonedMs = 10_000

process.title = 'bugle http'
const config = readConfig(process.env)
const logger = makeLogger(config, 'http')
let half: HttpHalf | undefined
let draining: Promise<void> | undefined

process.on('message', (order: ChildOrder) => {
  if (order.type === 'start') void start(order)
  if (order.type === 'metrics') half?.setWorkerMetrics(order.text)
  if (order.type === 'drain') void drain()
})
tell({ type: 'up' })
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), abandonedMs).unref()
  void drain({ isAbandoned: true })
})
// Ctrl+C reaches the whole process group; the supervisor's order follows and means the same.
process.on('SIGINT', () => void drain())
process.on('SIGTERM', () => void drain())

async function start({
  connection,
  lane,
  isAlone,
  descriptors,
}: Extract<ChildOrder, { type: 'start' }>): Promise<void> {
  const database = openDatabase({
    connection,
    connections: config.BUGLE_DATABASE_CONNECTIONS,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  half = await createHttpHalf({ config, database, connection, logger, lane, isAlone, version })
  try {
    await half.listen(descriptors)
    tell({ type: 'listening' })
  } catch (error) {
    tell({ type: 'refused', reason: whyNoPort(error, config) })
  }
}

function drain({ isAbandoned = false } = {}): Promise<void> {
  draining ??= (async () => {
    await half?.close({ isAbandoned })
    process.exit(0)
  })()
  return draining
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
