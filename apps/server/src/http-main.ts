import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { createHttpHalf, type HttpHalf } from './http-half.ts'
import { makeLogger } from './logger.ts'
import type { ChildMessage, ChildOrder } from './messages.ts'
import { version } from './version.ts'

// An ingest process: told by its supervisor where the database is, then serves until told to drain. A supervisor
// that is gone means the same: what was accepted is written, then the process ends and frees the port.

/**
 * Connections that wait to be accepted, as far as the system allows (net.core.somaxconn). One that finds no room is tried
 * again by its client after 1, 3 and 7 seconds; Node's 511 are as many as come during one busy turn of the loop.
 */
const backlog = 4096

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
process.on('disconnect', () => void drain())
// Ctrl+C reaches the whole process group; the supervisor's order follows and means the same.
process.on('SIGINT', () => void drain())
process.on('SIGTERM', () => void drain())

async function start({ connection, lane, isAlone }: Extract<ChildOrder, { type: 'start' }>): Promise<void> {
  const database = openDatabase({
    connection,
    connections: config.BUGLE_DATABASE_CONNECTIONS,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  half = await createHttpHalf({ config, database, connection, logger, lane, isAlone, version })
  try {
    await half.app.listen({ port: config.PORT, host: config.HOST, backlog })
    tell({ type: 'listening' })
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    const reason = isTaken
      ? `Port ${config.PORT} of ${config.HOST} is in use. Set PORT to another, or end what uses it.`
      : `Cannot listen on ${config.HOST}:${config.PORT}: ${(error as Error).message}`
    tell({ type: 'refused', reason })
  }
}

function drain(): Promise<void> {
  draining ??= (async () => {
    await half?.close()
    process.exit(0)
  })()
  return draining
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
