import { type Database, transaction } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { findListening, LiveUpdateSum, publishLiveUpdate } from '../live-updates/index.ts'
import type { DigestResult } from '../pipeline/index.ts'

export interface LiveUpdateWriterOptions {
  db: Database
  onFailed: (error: unknown) => void
}

/** Minimum time between two writes. */
const pauseMs = 250
const retryMs = 1000

/**
 * Gathers the changes of digest and publishes them on its own connection, after digest's transactions and only while
 * somebody listens. When listening starts, and after each failure, it publishes that updates may be missing.
 */
export class LiveUpdateWriter {
  readonly #options: LiveUpdateWriterOptions
  #listenedUntil = Number.NEGATIVE_INFINITY
  #sum = new LiveUpdateSum()
  #hasGap = false
  readonly #loop: Loop

  constructor(options: LiveUpdateWriterOptions) {
    this.#options = options
    this.#loop = new Loop({ run: () => this.#writeSum(), onFailed: options.onFailed })
    this.#loop.start()
  }

  /** Adds the changes of a committed digest. */
  write({ newIssues, counted, reopened }: Pick<DigestResult, 'newIssues' | 'counted' | 'reopened'>): void {
    if (!this.#isListenedTo) return
    for (const { projectId, groupId } of newIssues) this.#sum.add('created', { projectId, issueId: groupId })
    for (const issue of reopened) this.#sum.add(issue.why === 'regressed' ? 'regressed' : 'updated', issue)
    for (const issue of counted) this.#sum.addReceived(issue, issue.count, issue.lastSeenAt)
    this.#loop.wake()
  }

  /** Records that digest may have committed changes it did not report. */
  missed(): void {
    if (!this.#isListenedTo) return
    this.#hasGap = true
    this.#loop.wake()
  }

  /** Checks whether somebody listens. */
  async checkListening(): Promise<void> {
    try {
      const wasListenedTo = this.#isListenedTo
      this.#listenedUntil = performance.now() + (await findListening(this.#options.db))
      // Changes digested before the first listener was noticed were not published.
      if (!wasListenedTo) this.missed()
    } catch (error) {
      this.#options.onFailed(error)
      if (!this.#loop.isStopping) setTimeout(() => void this.checkListening(), retryMs).unref()
    }
  }

  /** Publishes the remaining changes and stops. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#writeSum()
  }

  get #isListenedTo(): boolean {
    return performance.now() < this.#listenedUntil
  }

  /** Publishes the first change after a quiet time at once; later ones are gathered until the next write. */
  async #writeSum(): Promise<number> {
    const [sum, hasGap] = [this.#sum, this.#hasGap]
    if (sum.isEmpty && !hasGap) return 0
    this.#sum = new LiveUpdateSum()
    this.#hasGap = false
    try {
      await transaction(this.#options.db, (tx) => publishLiveUpdate(tx, hasGap ? null : sum.toUpdate()))
      return pauseMs
    } catch (error) {
      this.#options.onFailed(error)
      this.#hasGap = true
      this.#loop.wake()
      return retryMs
    }
  }
}
