import type pg from 'pg'
import { isAnythingQueued } from './segment-store.ts'

const patienceMs = 2000
const pauseMs = 25

/**
 * Repeats a look-up for up to two seconds while acknowledged events wait for digest, so that what was acknowledged
 * can be read at once.
 */
export async function awaitDigest<T>(pool: pg.Pool, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = performance.now() + patienceMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (!(await isAnythingQueued(pool)) || performance.now() > until) return find()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
