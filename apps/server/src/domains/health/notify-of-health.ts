import type { Database } from '../../db/database.ts'
import { notify } from '../../db/listener.ts'

/** Channel that announces queued sessions, check-ins and feedback, with an empty payload. */
export const healthChannel = 'bugle_health'

/** Counters may be a second late; a notifying commit holds a lock on the whole database. */
const pauseMs = 1000

/** Returns a function that wakes the worker: soon, then at most once a second. */
export function notifyOfHealth(db: Database): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      // A lost notification costs some seconds: the worker looks by itself as well.
      notify(db, healthChannel).catch(() => {})
    }, pauseMs)
    timer.unref()
  }
}
