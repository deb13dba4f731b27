import { toHexId } from '@bugle/protocol'
import { type Database, transaction } from '../../db/database.ts'
import { isDataError } from '../../db/error-class.ts'
import { tryLock } from '../../db/locks.ts'
import { nextTurn } from '../../db/turns.ts'
import { Loop } from '../../lib/loop.ts'
import { findEventByClientId } from '../storage/index.ts'
import { applyCheckIns, applyMissed, applyTimedOut, type MonitorEffects } from './apply-check-ins.ts'
import { applySessions } from './apply-sessions.ts'
import { deleteSurplusFeedback, findUnlinked, insertFeedback, linkFeedback } from './feedback-store.ts'
import type { CheckInItem, FeedbackItem, HealthItem, SessionItem, SessionSums } from './health-item.ts'
import { type Taken, takeHealth } from './health-queue-store.ts'
import { deleteSurplusCheckIns, findOverdue, findTimedOut } from './monitor-store.ts'

export interface HealthLoopOptions {
  db: Database
  now: () => Date
  effects: MonitorEffects
  /** Called after events of monitors may have been appended. */
  onReported: () => void
  /** @see LoopOptions.delayMs */
  delayMs?: number
  onFailed: (error: unknown) => void
}

/** Rows written in one transaction: as many as take about the time that is aimed at. */
const weights = { least: 100, first: 1000, most: 4000 }
const aimMs = { least: 150, most: 500 }
/** Monitors, and feedback without an event, that are looked at together; fewer of one project, which takes turns. */
const monitorsAtOnce = { limit: 100, perProject: 10 }
const feedbackAtOnce = { limit: 200, perProject: 50 }
/** Rest between two looks, and surplus rows of one statement. */
const restMs = 1000
const surplusAtOnce = 5000

/**
 * Applies queued sessions, check-ins and feedback, and looks for check-ins that did not come. Projects take turns in
 * everything, and transactions are small: what one project has queued holds up no other.
 */
export class HealthLoop {
  readonly #options: HealthLoopOptions
  readonly #queue: Loop
  readonly #monitors: Loop
  readonly #links: Loop
  readonly #surplus: Loop
  #weight = weights.first
  /** The projects after which the next turns begin. */
  readonly #turns = { queue: 0, overdue: 0, late: 0, links: 0 }
  /** Monitors and projects that may have more check-ins and feedback than are kept. */
  readonly #grown = { monitors: new Map<string, { projectId: number; slug: string }>(), feedback: new Set<number>() }

  constructor(options: HealthLoopOptions) {
    const { delayMs, onFailed } = options
    this.#options = options
    this.#queue = new Loop({ run: () => this.#applyQueue(), delayMs, onFailed })
    this.#monitors = new Loop({ run: () => this.#lookAtMonitors(), delayMs, onFailed })
    this.#links = new Loop({ run: () => this.#linkFeedback(), delayMs, onFailed })
    this.#surplus = new Loop({ run: () => this.#deleteSurplus(), onFailed })
  }

  start(): void {
    for (const loop of [this.#queue, this.#monitors, this.#links, this.#surplus]) loop.start()
  }

  wake(): void {
    for (const loop of [this.#queue, this.#monitors, this.#links]) loop.wake()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#queue, this.#monitors, this.#links, this.#surplus].map((loop) => loop.stop()))
  }

  /** Applies the next turn of the queue. */
  async #applyQueue(): Promise<undefined> {
    const began = performance.now()
    const taken = await this.#applyTurn()
    if (taken === undefined) return
    const tookMs = performance.now() - began
    if (tookMs > aimMs.most) this.#weight = Math.max(weights.least, this.#weight / 2)
    else if (tookMs < aimMs.least) this.#weight = Math.min(weights.most, this.#weight * 1.5)
    const isEnd = taken.items.length === 0 && this.#turns.queue === 0
    this.#turns.queue = taken.turn
    this.#noteGrown(taken.items)
    if (!isEnd) this.#queue.wake()
  }

  /** @returns undefined if another worker is applying the queue */
  async #applyTurn(): Promise<Taken | undefined> {
    try {
      return await this.#apply(this.#weight)
    } catch (error) {
      if (!isDataError(error)) throw error
      return this.#applyLeast()
    }
  }

  /** Applies as little as can be taken, so that items that cannot be applied hold up no other; they are left out. */
  async #applyLeast(): Promise<Taken | undefined> {
    try {
      return await this.#apply(1)
    } catch (error) {
      if (!isDataError(error)) throw error
      this.#options.onFailed(error)
      return transaction(this.#options.db, async (tx) =>
        (await tryLock(tx, 'health')) ? takeHealth(tx, { after: this.#turns.queue, weight: 1 }) : undefined,
      )
    }
  }

  async #apply(weight: number): Promise<Taken | undefined> {
    const { db, effects, onReported } = this.#options
    const taken = await transaction(db, async (tx) => {
      // One worker at a time: reports of a session or a job are applied in the order in which they came.
      if (!(await tryLock(tx, 'health'))) return undefined
      const found = await takeHealth(tx, { after: this.#turns.queue, weight })
      await applySessions(tx, found.items.filter(isSession))
      await applyCheckIns(tx, found.items.filter(isCheckIn), effects)
      await insertFeedback(tx, found.items.filter(isFeedback))
      return found
    })
    if (taken?.items.some(isCheckIn)) onReported()
    return taken
  }

  #noteGrown(items: readonly HealthItem[]): void {
    const { monitors, feedback } = this.#grown
    for (const item of items) {
      if (isCheckIn(item)) monitors.set(`${item.projectId} ${item.slug}`, item)
      else if (isFeedback(item)) feedback.add(item.projectId)
    }
    if (monitors.size + feedback.size > 0) this.#surplus.wake()
  }

  /** Deletes what is beyond the limits once a round, not after each row. */
  async #deleteSurplus(): Promise<number> {
    const { db } = this.#options
    const monitors = [...this.#grown.monitors.values()]
    const projects = [...this.#grown.feedback]
    this.#grown.monitors.clear()
    this.#grown.feedback.clear()
    for (const monitor of monitors) {
      if (this.#surplus.isStopping) break
      while ((await deleteSurplusCheckIns(db, monitor, surplusAtOnce)) === surplusAtOnce);
    }
    for (const projectId of projects)
      while ((await deleteSurplusFeedback(db, projectId, surplusAtOnce)) === surplusAtOnce);
    return restMs
  }

  async #lookAtMonitors(): Promise<number> {
    const { db, effects, onReported } = this.#options
    const now = this.#options.now()
    const { limit } = monitorsAtOnce
    const overdue = await findOverdue(db, now, { ...monitorsAtOnce, after: this.#turns.overdue })
    const late = await findTimedOut(db, now, { ...monitorsAtOnce, after: this.#turns.late })
    const isMore = overdue.length + late.length > 0 || this.#turns.overdue + this.#turns.late > 0
    this.#turns.overdue = nextTurn(overdue, limit)
    this.#turns.late = nextTurn(late, limit)
    if (overdue.length > 0) await transaction(db, (tx) => applyMissed(tx, overdue, now, effects))
    if (late.length > 0) await transaction(db, (tx) => applyTimedOut(tx, late, now, effects))
    if (overdue.length + late.length > 0) onReported()
    if (isMore) this.#monitors.wake()
    return restMs
  }

  /** Feedback may arrive before its event is digested. */
  async #linkFeedback(): Promise<number> {
    const { db } = this.#options
    const now = this.#options.now().getTime()
    const unlinked = await findUnlinked(db, { ...feedbackAtOnce, after: this.#turns.links })
    this.#turns.links = nextTurn(unlinked, feedbackAtOnce.limit)
    if (this.#turns.links > 0) this.#links.wake()
    for (const { projectId, id, clientEventId, createdAt } of unlinked) {
      const clientId = toHexId(clientEventId)
      const found = await findEventByClientId(db, { projectId, clientId, around: createdAt.getTime(), now })
      if (found !== undefined) await linkFeedback(db, projectId, id, found.eventId)
    }
    return restMs
  }
}

function isSession(item: HealthItem): item is SessionItem | SessionSums {
  return item.kind === 'session' || item.kind === 'sessions'
}

function isCheckIn(item: HealthItem): item is CheckInItem {
  return item.kind === 'check_in'
}

function isFeedback(item: HealthItem): item is FeedbackItem {
  return item.kind === 'feedback'
}
