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
      redact: ['req.headers.authorization', 'req.headers["x-service-token"]', 'connection.password'],
    },
    destination,
  )
}
