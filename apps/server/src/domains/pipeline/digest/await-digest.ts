import type { Database } from '../../../db/database.ts'
import { findNewestQueued, isQueuedUpTo } from '../../storage/index.ts'

const timeoutMs = 2000
const pauseMs = 25

/**
 * Repeats a lookup for up to two seconds while events acknowledged by now wait for digest, so that an acknowledged
 * event can be read at once. Events that arrive meanwhile are not waited for: under load the queue is never empty.
 */
export async function awaitDigest<T>(db: Database, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = performance.now() + timeoutMs
  let newest: number | undefined
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    newest ??= await findNewestQueued(db)
    if (newest === undefined || performance.now() > until || !(await isQueuedUpTo(db, newest))) return find()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
