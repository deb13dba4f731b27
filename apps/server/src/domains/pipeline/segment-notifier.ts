import type pg from 'pg'
import { notify } from '../../db/listener.ts'

/** Channel that announces queued segments, with an empty payload. */
export const segmentChannel = 'bugle_segments'

/** A notifying commit holds a lock on the whole database, so notifications are rare, and apart from other commits under load. */
const pauseMs = 25

/** Wakes the digest workers, wherever they run: at once, then at most at intervals. */
export class SegmentNotifier {
  readonly #pool: pg.Pool
  #isPausing = false
  #isDue = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Returns the channel to notify with the statement that stores a segment, which saves one of its own; undefined if
   * another notification was sent a moment ago. Call `stored` after the commit all the same.
   */
  withSegment(): string | undefined {
    if (this.#isPausing) return undefined
    this.#pause()
    return segmentChannel
  }

  /**
   * Announces stored segments.
   *
   * @param isAnnounced whether their statement did
   */
  stored(isAnnounced: boolean): void {
    if (isAnnounced) return
    this.#isDue = true
    if (!this.#isPausing) this.#send()
  }

  #send(): void {
    this.#isDue = false
    this.#pause()
    notify(this.#pool, segmentChannel).catch(() => {
      // The sweep of the worker finds the segments, too, seconds later.
      this.#isDue = true
    })
  }

  #pause(): void {
    this.#isPausing = true
    setTimeout(() => {
      this.#isPausing = false
      if (this.#isDue) this.#send()
    }, pauseMs)
  }
}
