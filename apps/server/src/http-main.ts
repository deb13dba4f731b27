import { url as inspectorUrl } from 'node:inspector'
import { readConfig } from './config.ts'
import { checkBucketSchema } from './db/check-bucket-schema.ts'
import { openDatabase } from './db/database.ts'
import { describeListenError } from './http/index.ts'
import { createHttpRole, type HttpRole } from './http-role.ts'
import { writeNotesTo } from './lib/request-note.ts'
import { makeLogger } from './logger.ts'
import type { Snapshot } from './operator/metrics.ts'
import { type ChildMessage, type ChildOrder, gatherTimeoutMs } from './processes/messages.ts'
import { PendingRequests } from './processes/pending-requests.ts'
import { limitRegExps } from './processes/regexp-limit.ts'
import { releaseMemoryAtRest } from './processes/release-memory.ts'
import { version } from './version.ts'
import { createFailureLog } from './wiring/failure-log.ts'
import { placesOf } from './wiring/from-config.ts'

// Entry point of an ingest process. The supervisor passes it the database connection; it serves until it is ordered to
// drain. If the supervisor disappears, it drains as well: it writes everything that was accepted, then exits and frees
// the port.

/**
 * Exits after this time: the database went with the supervisor, and nobody else would end a process that waits for it.
 */
const abandonedMs = 10_000

/** Connections that ingest has to itself: one for each segment that is written at a time. */
const ingestConnections = 2

process.title = 'bugle http'
limitRegExps()
releaseMemoryAtRest()
const config = readConfig(process.env)
const logger = makeLogger(config, 'http')
const failures = createFailureLog(logger)
let role: HttpRole | undefined
const requests = new PendingRequests<Snapshot[]>(gatherTimeoutMs)
let draining: Promise<void> | undefined

process.on('message', (order: ChildOrder) => {
  if (order.type === 'start') void start(order)
  if (order.type === 'measure') void measure(order.requestId)
  if (order.type === 'measured') requests.settle(order.requestId, order.snapshots)
  if (order.type === 'turn') send({ type: 'turned', isDebugged: inspectorUrl() !== undefined })
  if (order.type === 'drain') void drain()
})
send({ type: 'up' })
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), abandonedMs).unref()
  void drain({ isAbandoned: true })
})
// Ctrl+C and a closed terminal signal the whole process group; the supervisor's order follows and means the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => void drain())

async function start({
  connection,
  shard,
  isAlone,
  descriptors,
  noteDescriptor,
}: Extract<ChildOrder, { type: 'start' }>): Promise<void> {
  if (noteDescriptor !== undefined) writeNotesTo(noteDescriptor)
  const open = (connections: number) =>
    openDatabase({
      connection,
      connections,
      buckets: placesOf(config),
      checkBucket: checkBucketSchema,
      onLost: failures.reporter('a database connection was lost'),
    })
  const ingestDb = open(ingestConnections)
  const db = open(config.BUGLE_DATABASE_CONNECTIONS - ingestConnections)
  const own = { config, db, ingestDb, connection, logger, failures, shard, isAlone, version, gatherMetrics }
  role = await createHttpRole(own)
  try {
    await role.listen(descriptors)
    send({ type: 'listening' })
  } catch (error) {
    send({ type: 'refused', reason: describeListenError(error, config) })
  }
}

async function gatherMetrics(): Promise<Snapshot[]> {
  return (await requests.send((requestId) => send({ type: 'gather', requestId }))) ?? []
}

async function measure(requestId: number): Promise<void> {
  send({ type: 'snapshot', requestId, snapshot: await role?.measure() })
}

function drain({ isAbandoned = false } = {}): Promise<void> {
  draining ??= (async () => {
    await role?.close({ isAbandoned })
    process.exit(0)
  })()
  return draining
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
