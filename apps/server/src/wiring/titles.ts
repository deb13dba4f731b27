import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { SymbolReader } from '../domains/artifacts/index.ts'
import { createTitleRefresher, type TitleRefresher } from '../domains/events/index.ts'
import type { ObjectPayloads } from '../domains/objects/index.ts'
import { originalTextOf } from '../domains/pipeline/index.ts'
import type { FailureLog } from '../lib/failure-log.ts'

/**
 * Creates the refresher of issue titles, for both roles: the worker uses it after digest, the HTTP role after members
 * regroup issues.
 */
export function createTitles({
  db,
  objects,
  logger,
  failures,
  symbols,
  paceMs = 5000,
  delayMs,
}: {
  db: Database
  objects: ObjectPayloads
  logger: Logger
  failures: FailureLog
  symbols: Pick<SymbolReader, 'restore'>
  /** Time from one round to the next. */
  paceMs?: number
  delayMs: number
}): TitleRefresher {
  return createTitleRefresher({
    db,
    objects,
    paceMs,
    delayMs,
    originalOf: (projectId, event) => originalTextOf(symbols, projectId, event),
    onFailed: failures.reporter('titles could not be refreshed; they will be retried'),
    onUnreadable: ({ projectId, issueId }, error) =>
      logger.error(
        { err: error, project_id: projectId, issue_id: issueId },
        'a title was not refreshed: the body of its newest event cannot be read',
      ),
  })
}
