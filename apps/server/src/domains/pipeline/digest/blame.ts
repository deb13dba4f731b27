import { type Queryable, RollbackFailed } from '../../../db/database.ts'
import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts'
import { isLockError } from '../../../db/error-class.ts'
import { giveAttemptsBack, type QueuedSegment } from '../../storage/index.ts'

/** Segments of one transaction. */
const maxSegments = 40

/** Decides which failures are the fault of the segments that were digested, so that only those cost them an attempt. */
export class Blame {
  /** Attempts that failed for no fault of their segments, by segment. */
  readonly #unblamed = new Map<number, number>()
  #max = maxSegments

  /** Segments of the next transaction: one, when it must be seen which of them ends the connection. */
  get max(): number {
    return this.#max
  }

  /** A full disk, a restart or a deadlock is not the fault of segments; a lost connection may be. */
  note(segments: readonly QueuedSegment[], thrown: unknown): void {
    const error = thrown instanceof RollbackFailed ? thrown.cause : thrown
    const isUnavailable = isDatabaseUnavailable(error)
    if (!isUnavailable && !isLockError(error)) return
    const hasCode = typeof (error as { code?: unknown }).code === 'string'
    if (isUnavailable && !hasCode) {
      this.#max = 1
      if (segments.length === 1) return
    }
    for (const { id } of segments) this.#unblamed.set(id, (this.#unblamed.get(id) ?? 0) + 1)
  }

  /** A batch was digested. */
  lift(): void {
    this.#max = maxSegments
  }

  async giveAttemptsBack(db: Queryable): Promise<void> {
    if (this.#unblamed.size === 0) return
    await giveAttemptsBack(db, this.#unblamed)
    this.#unblamed.clear()
  }
}
