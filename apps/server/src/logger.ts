import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on standard error. What could hold a secret never reaches a line: requests are logged by id and route. */
export function makeLogger({ BUGLE_LOG_LEVEL }: Pick<Config, 'BUGLE_LOG_LEVEL'>, name = 'supervisor'): Logger {
  const destination = pino.destination({ fd: 2, sync: false })
  // A terminal that was closed takes no more lines; that must not end who is draining.
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
