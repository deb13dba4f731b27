import { toHexId } from '@bugle/protocol'
import type pg from 'pg'
import { transaction } from '../../db/database.ts'
import { isDataError } from '../../db/error-class.ts'
import { Loop } from '../../lib/loop.ts'
import { findEventByClientId } from '../storage/index.ts'
import { applyCheckIn, applyMissed, applyTimedOut, type MonitorEffects } from './apply-check-ins.ts'
import { applySessions } from './apply-sessions.ts'
import { findUnlinked, insertFeedback, linkFeedback } from './feedback-store.ts'
import type { CheckInItem, FeedbackItem, SessionItem, SessionSums } from './health-item.ts'
import { takeHealth } from './health-queue-store.ts'
import { findOverdue, findTimedOut } from './monitor-store.ts'

export interface HealthLoopOptions {
  pool: pg.Pool
  now: () => Date
  effects: MonitorEffects
  /** Called after events of monitors may have been appended. */
  onReported: () => void
  /** @see LoopOptions.delayMs */
  delayMs?: number
  onFailed: (error: unknown) => void
}

/** Batches of the queue applied in one transaction. */
const batches = 200
const atOnce = 100

/** Applies queued sessions, check-ins and feedback, and looks for check-ins that did not come. */
export class HealthLoop {
  readonly #options: HealthLoopOptions
  readonly #loop: Loop

  constructor(options: HealthLoopOptions) {
    this.#options = options
    const { delayMs, onFailed } = options
    this.#loop = new Loop({ run: () => this.#run(), delayMs, onFailed })
  }

  start(): void {
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #run(): Promise<undefined> {
    if (await this.#applyQueue()) this.#loop.wake()
    await this.#lookAtMonitors()
    await this.#linkFeedback()
    return undefined
  }

  /** @returns whether more may wait */
  async #applyQueue(): Promise<boolean> {
    try {
      return await this.#apply(batches)
    } catch (error) {
      if (!isDataError(error)) throw error
      // One by one, so that a batch that cannot be applied holds up no other.
      for (let left = batches; left > 0; left--) if (!(await this.#applyOne())) return false
      return true
    }
  }

  async #applyOne(): Promise<boolean> {
    try {
      return await this.#apply(1)
    } catch (error) {
      if (!isDataError(error)) throw error
      this.#options.onFailed(error)
      return (await transaction(this.#options.pool, (tx) => takeHealth(tx, 1))).length > 0
    }
  }

  async #apply(limit: number): Promise<boolean> {
    const { pool, effects, onReported } = this.#options
    const count = await transaction(pool, async (tx) => {
      const items = await takeHealth(tx, limit)
      await applySessions(
        tx,
        items.filter((item): item is SessionItem | SessionSums => item.kind === 'session' || item.kind === 'sessions'),
      )
      for (const item of items.filter((one): one is CheckInItem => one.kind === 'check_in'))
        await applyCheckIn(tx, item, effects)
      for (const item of items.filter((one): one is FeedbackItem => one.kind === 'feedback'))
        await insertFeedback(tx, item)
      return items.length
    })
    if (count > 0) onReported()
    return count > 0
  }

  async #lookAtMonitors(): Promise<void> {
    const { pool, effects, onReported } = this.#options
    const now = this.#options.now()
    const overdue = await findOverdue(pool, now, atOnce)
    for (const key of overdue) await transaction(pool, (tx) => applyMissed(tx, key, now, effects))
    const late = await findTimedOut(pool, now, atOnce)
    for (const key of late) await transaction(pool, (tx) => applyTimedOut(tx, key, now, effects))
    if (overdue.length + late.length > 0) onReported()
    if (overdue.length === atOnce || late.length === atOnce) this.#loop.wake()
  }

  /** Feedback may arrive before its event is digested. */
  async #linkFeedback(): Promise<void> {
    const { pool } = this.#options
    const now = this.#options.now().getTime()
    for (const { projectId, id, clientEventId, createdAt } of await findUnlinked(pool, atOnce)) {
      const clientId = toHexId(clientEventId)
      const found = await findEventByClientId(pool, { projectId, clientId, around: createdAt.getTime(), now })
      if (found !== undefined) await linkFeedback(pool, projectId, id, found.eventId)
    }
  }
}
