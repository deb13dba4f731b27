import type pg from 'pg'
import { notify } from '../../db/listener.ts'

/** Says that segments were queued; the payload is empty, the queue is the truth. */
export const segmentChannel = 'bugle_segments'

/** A notifying commit holds a lock of the whole database, so news is told at most this often, apart from commits. */
const pauseMs = 25

/** Returns what tells the digest workers, wherever they run, that there is work: at once, then at intervals. */
export function notifyOfSegments(pool: pg.Pool): () => void {
  let isPausing = false
  let isDue = false
  const tell = () => {
    isDue = false
    isPausing = true
    // Lost news costs a quarter of a second: digest looks by itself, too.
    notify(pool, segmentChannel).catch(() => {})
    setTimeout(() => {
      isPausing = false
      if (isDue) tell()
    }, pauseMs)
  }
  return () => {
    isDue = true
    if (!isPausing) tell()
  }
}
