import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { whyNoPort } from './http/index.ts'
import { createHttpRole, type HttpRole } from './http-role.ts'
import { Inquiries } from './inquiries.ts'
import { makeLogger } from './logger.ts'
import type { ChildMessage, ChildOrder } from './messages.ts'
import type { Snapshot } from './metrics.ts'
import { limitRegExps } from './regexp-limit.ts'
import { version } from './version.ts'

// An ingest process: told by its supervisor where the database is, then serves until told to drain. A supervisor
// that is gone means the same: what was accepted is written, then the process ends and frees the port.

/** Nobody would end a process that waits for a database which went with its supervisor. */
const abandonedMs = 10_000

process.title = 'bugle http'
limitRegExps()
const config = readConfig(process.env)
const logger = makeLogger(config, 'http')
let half: HttpRole | undefined
const inquiries = new Inquiries<Snapshot[]>()
let draining: Promise<void> | undefined

process.on('message', (order: ChildOrder) => {
  if (order.type === 'start') void start(order)
  if (order.type === 'measure') void measure(order.inquiry)
  if (order.type === 'measured') inquiries.settle(order.inquiry, order.snapshots)
  if (order.type === 'drain') void drain()
})
tell({ type: 'up' })
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), abandonedMs).unref()
  void drain({ isAbandoned: true })
})
// Ctrl+C and the end of a terminal reach the whole process group; the supervisor's order follows and means the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => void drain())

async function start({
  connection,
  shard,
  isAlone,
  descriptors,
}: Extract<ChildOrder, { type: 'start' }>): Promise<void> {
  const database = openDatabase({
    connection,
    connections: config.BUGLE_DATABASE_CONNECTIONS,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  half = await createHttpRole({ config, database, connection, logger, shard, isAlone, version, gatherMetrics })
  try {
    await half.listen(descriptors)
    tell({ type: 'listening' })
  } catch (error) {
    tell({ type: 'refused', reason: whyNoPort(error, config) })
  }
}

async function gatherMetrics(): Promise<Snapshot[]> {
  return (await inquiries.ask((inquiry) => tell({ type: 'gather', inquiry }))) ?? []
}

async function measure(inquiry: number): Promise<void> {
  tell({ type: 'snapshot', inquiry, snapshot: await half?.measure() })
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
