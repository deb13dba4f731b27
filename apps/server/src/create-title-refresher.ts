import type pg from 'pg'
import type { Logger } from 'pino'
import { TitleRefresher } from './domains/events/index.ts'

/** Both roles refresh titles: the worker after digest, the HTTP role after people have regrouped issues. */
export function createTitleRefresher(pool: pg.Pool, logger: Logger): TitleRefresher {
  return new TitleRefresher({
    pool,
    onFailed: (error) => logger.warn({ err: error }, 'titles could not be refreshed; it will be tried again'),
    onUnreadable: ({ projectId, issueId }, error) =>
      logger.error(
        { err: error, project_id: projectId, issue_id: issueId },
        'a title was not refreshed: the body of its newest event cannot be read',
      ),
  })
}
