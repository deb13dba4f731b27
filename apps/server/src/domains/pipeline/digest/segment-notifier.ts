import type { Database } from '../../../db/database.ts'
import { notify } from '../../../db/listener.ts'
import { digestPaceMs } from './digest-pace.ts'

/** Channel that announces queued segments, with an empty payload. */
export const segmentChannel = 'bugle_segments'

/** A notification that is due waits this much longer for a segment to travel with, which saves a statement of its own. */
const graceMs = 50

/**
 * Wakes the digest workers, wherever they run: at once, then at most every 0.4 of their pace. A notifying commit holds a lock on
 * the whole database, so notifications are rare, and apart from other commits under load.
 */
export class SegmentNotifier {
  readonly #db: Database
  readonly #pauseMs: number
  /** On the clock of performance.now(). */
  #pausesUntil = Number.NEGATIVE_INFINITY
  /** Set while a notification is due. */
  #due: NodeJS.Timeout | undefined

  constructor(db: Database, paceMs = digestPaceMs) {
    this.#db = db
    this.#pauseMs = 0.4 * paceMs
  }

  /**
   * Returns the channel to notify with the statement that stores a segment, which saves one of its own; undefined if
   * another notification was sent a moment ago. Call `stored` after the commit all the same.
   */
  withSegment(): string | undefined {
    if (performance.now() < this.#pausesUntil) return undefined
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
    const leftMs = this.#pausesUntil - performance.now()
    if (leftMs <= 0) this.#send()
    else this.#due ??= setTimeout(() => this.#send(), leftMs + graceMs)
  }

  #send(): void {
    this.#pause()
    notify(this.#db, segmentChannel).catch(() => {
      // The sweep of the worker finds the segments seconds later.
    })
  }

  #pause(): void {
    clearTimeout(this.#due)
    this.#due = undefined
    this.#pausesUntil = performance.now() + this.#pauseMs
  }
}
