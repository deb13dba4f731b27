import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { CoordinatorAway } from '../db/distributed.ts'
import type { Log } from '../db/embedded/index.ts'
import { FailureLog } from '../lib/failure-log.ts'

/** Creates the log of failures of a process: while the database is away, all that needs it fails for one reason. */
export function createFailureLog(logger: Logger): FailureLog {
  const log = {
    info: (fields: object, text: string) => logger.info(fields, text),
    warn: (fields: object, text: string) => logger.warn(fields, text),
  }
  return new FailureLog({ log, stateOf: stateOfDatabase })
}

function stateOfDatabase(error: unknown): string | undefined {
  if (error instanceof CoordinatorAway) return 'the coordinator does not respond'
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === '53100') return 'the disk of the database is full'
  if (code === '53300') return 'the database has no connection left'
  return isDatabaseUnavailable(error) ? 'the database does not respond' : undefined
}

/** A log for the embedded database, which says the same for every statement that fails and every connection it refuses. */
export function logRepeatsOf(logger: Logger, failures: FailureLog): Log {
  return {
    info: (fields, text) => logger.info(fields, text),
    warn: (fields, text) => failures.note(text, fields, text),
  }
}
