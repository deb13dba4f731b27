import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/**
 * Creates a logger of JSON lines on standard error. Nothing that may hold a secret is logged: requests appear with
 * their id and route.
 */
export function makeLogger({ BUGLE_LOG_LEVEL }: Pick<Config, 'BUGLE_LOG_LEVEL'>, name = 'supervisor'): Logger {
  const destination = pino.destination({ fd: 2, sync: false })
  // A closed terminal accepts no more lines; this must not end a process that is draining.
  destination.on('error', () => {})
  return pino(
    {
      level: BUGLE_LOG_LEVEL,
      base: { process: name },
      serializers: { err: loggedError },
      redact: ['req.headers.authorization', 'req.headers["x-service-token"]', 'connection.password'],
    },
    destination,
  )
}

/** Longest detail of an error that is logged. */
const maxDetail = 2000

/**
 * Returns what a log shows of an error: its kind, message and stack, those of its causes among them, and its plain details,
 * such as the code. Objects that it carries are left out: an error of a database client brings the whole connection, with the
 * key that cancels its statements.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const details = Object.entries(error).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, value.slice(0, maxDetail)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return { ...Object.fromEntries(details), type, message, stack }
}
