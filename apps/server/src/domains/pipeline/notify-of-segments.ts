import type pg from 'pg'
import { notify } from '../../db/listener.ts'

/** Channel that announces queued segments, with an empty payload. */
export const segmentChannel = 'bugle_segments'

/** A notifying commit holds a lock on the whole database, so notifications are rare and apart from other commits. */
const pauseMs = 25

/** Returns a function that wakes the digest workers, wherever they run: at once, then at most at intervals. */
export function notifyOfSegments(pool: pg.Pool): () => void {
  let isPausing = false
  let isDue = false
  const send = () => {
    isDue = false
    isPausing = true
    notify(pool, segmentChannel).catch(() => {
      // The sweep of the worker finds the segments, too, seconds later.
      isDue = true
    })
    setTimeout(() => {
      isPausing = false
      if (isDue) send()
    }, pauseMs)
  }
  return () => {
    isDue = true
    if (!isPausing) send()
  }
}
