import { toHexId } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../db/database.ts'
import { isDataError } from '../../db/error-class.ts'
import { tryLock } from '../../db/locks.ts'
import { nextTurn } from '../../db/turns.ts'
import { groupBy } from '../../lib/group-by.ts'
import { Loop } from '../../lib/loop.ts'
import { startOfHour } from '../../lib/time.ts'
import { addOutcomes } from '../outcomes/index.ts'
import { findEventByClientId } from '../storage/index.ts'
import { applyCheckIns, applyMissed, applyTimedOut, type MonitorEffects } from './apply-check-ins.ts'
import { applySessions } from './apply-sessions.ts'
import { deleteSurplusFeedback, findUnlinked, insertFeedback, linkFeedback } from './feedback-store.ts'
import type {
  CheckInItem,
  ClientReportItem,
  FeedbackItem,
  HealthItem,
  SessionItem,
  SessionSums,
} from './health-item.ts'
import { claimItems } from './health-key-store.ts'
import { type Taken, takeHealth } from './health-queue-store.ts'
import { deleteSurplusCheckIns, findOverdue, findTimedOut } from './monitor-store.ts'

export interface HealthLoopOptions {
  db: Database
  now: () => Date
  effects: MonitorEffects
  /** Learns of feedback, within the transaction. */
  noteFeedback: (tx: Tx, feedback: readonly { projectId: number; id: string }[]) => Promise<void>
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
export function createHealthLoop(options: HealthLoopOptions): Pick<Loop, 'start' | 'wake' | 'stop'> {
  const surplus = createSurplusLoop(options)
  const woken = [createQueueLoop(options, surplus.note), createMonitorLoop(options), createLinkLoop(options)]
  const loops = [...woken, surplus.loop]
  return {
    start: () => {
      for (const loop of loops) loop.start()
    },
    wake: () => {
      for (const loop of woken) loop.wake()
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Applies the queue, a turn of projects in each round. */
function createQueueLoop(options: HealthLoopOptions, noteGrown: (items: readonly HealthItem[]) => void): Loop {
  const { delayMs, onFailed } = options
  let weight = weights.first
  /** The project after which the next turn begins. */
  let after = 0
  const loop = new Loop({
    run: async () => {
      const began = performance.now()
      const taken = await applyTurn(options, after, weight)
      if (taken === undefined) return undefined
      const tookMs = performance.now() - began
      if (tookMs > aimMs.most) weight = Math.max(weights.least, weight / 2)
      else if (tookMs < aimMs.least) weight = Math.min(weights.most, weight * 1.5)
      const isEnd = taken.items.length === 0 && after === 0
      after = taken.turn
      noteGrown(taken.items)
      if (!isEnd) loop.wake()
      return undefined
    },
    delayMs,
    onFailed,
  })
  return loop
}

/** @returns undefined if another worker is applying the queue */
async function applyTurn(options: HealthLoopOptions, after: number, weight: number): Promise<Taken | undefined> {
  try {
    return await apply(options, after, weight)
  } catch (error) {
    if (!isDataError(error)) throw error
    return applyLeast(options, after)
  }
}

/** Applies as little as can be taken, so that items that cannot be applied hold up no other; they are left out. */
async function applyLeast(options: HealthLoopOptions, after: number): Promise<Taken | undefined> {
  try {
    return await apply(options, after, 1)
  } catch (error) {
    if (!isDataError(error)) throw error
    options.onFailed(error)
    return transaction(options.db, async (tx) =>
      (await tryLock(tx, 'health')) ? takeHealth(tx, { after, weight: 1 }) : undefined,
    )
  }
}

async function apply(
  { db, effects, noteFeedback, onReported }: HealthLoopOptions,
  after: number,
  weight: number,
): Promise<Taken | undefined> {
  const taken = await transaction(db, async (tx) => {
    // One worker at a time: reports of a session or a job are applied in the order in which they came.
    if (!(await tryLock(tx, 'health'))) return undefined
    const found = await takeHealth(tx, { after, weight })
    const items = await claimItems(tx, found.items)
    await applySessions(tx, items.filter(isSession))
    await applyCheckIns(tx, items.filter(isCheckIn), effects)
    await noteFeedback(tx, await insertFeedback(tx, items.filter(isFeedback)))
    await countReports(tx, items.filter(isReport))
    return found
  })
  if (taken?.items.some(isCheckIn)) onReported()
  return taken
}

/** Adds what SDKs have dropped to the outcomes of the hours in which they reported it. */
async function countReports(tx: Tx, reports: readonly ClientReportItem[]): Promise<void> {
  const counts = reports.flatMap(({ projectId, at, counts }) =>
    counts.map(({ reason, count }) => ({ projectId, hour: startOfHour(at), reason, count })),
  )
  const sums = groupBy(counts, ({ projectId, hour, reason }) => `${projectId} ${hour} ${reason}`)
  await addOutcomes(
    tx,
    [...sums.values()].map((same) => ({
      ...same[0]!,
      source: 'client' as const,
      count: same.reduce((sum, { count }) => sum + count, 0),
      latestDetail: undefined,
    })),
  )
}

/** Deletes the check-ins and feedback that are beyond the limits once a round, not after each row. */
function createSurplusLoop({ db, onFailed }: HealthLoopOptions): {
  loop: Loop
  note: (items: readonly HealthItem[]) => void
} {
  /** Monitors and projects that may have more than are kept. */
  const monitors = new Map<string, { projectId: number; slug: string }>()
  const feedback = new Set<number>()
  const loop = new Loop({
    run: async () => {
      const grown = { monitors: [...monitors.values()], projects: [...feedback] }
      monitors.clear()
      feedback.clear()
      for (const monitor of grown.monitors) {
        if (loop.isStopping) break
        while ((await deleteSurplusCheckIns(db, monitor, surplusAtOnce)) === surplusAtOnce);
      }
      for (const projectId of grown.projects)
        while ((await deleteSurplusFeedback(db, projectId, surplusAtOnce)) === surplusAtOnce);
      return restMs
    },
    onFailed,
  })
  const note = (items: readonly HealthItem[]) => {
    for (const item of items) {
      if (isCheckIn(item)) monitors.set(`${item.projectId} ${item.slug}`, item)
      else if (isFeedback(item)) feedback.add(item.projectId)
    }
    if (monitors.size + feedback.size > 0) loop.wake()
  }
  return { loop, note }
}

/** Looks for check-ins that did not come, or did not end. */
function createMonitorLoop({ db, now: clock, effects, onReported, delayMs, onFailed }: HealthLoopOptions): Loop {
  /** The projects after which the next turns begin. */
  const turns = { overdue: 0, late: 0 }
  const loop = new Loop({
    run: async () => {
      const now = clock()
      const { limit } = monitorsAtOnce
      const overdue = await findOverdue(db, now, { ...monitorsAtOnce, after: turns.overdue })
      const late = await findTimedOut(db, now, { ...monitorsAtOnce, after: turns.late })
      const isMore = overdue.length + late.length > 0 || turns.overdue + turns.late > 0
      turns.overdue = nextTurn(overdue, limit)
      turns.late = nextTurn(late, limit)
      if (overdue.length > 0) await transaction(db, (tx) => applyMissed(tx, overdue, now, effects))
      if (late.length > 0) await transaction(db, (tx) => applyTimedOut(tx, late, now, effects))
      if (overdue.length + late.length > 0) onReported()
      if (isMore) loop.wake()
      return restMs
    },
    delayMs,
    onFailed,
  })
  return loop
}

/** Links feedback with its event, which may be digested later. */
function createLinkLoop({ db, now: clock, delayMs, onFailed }: HealthLoopOptions): Loop {
  /** The project after which the next turn begins. */
  let after = 0
  const loop = new Loop({
    run: async () => {
      const now = clock().getTime()
      const unlinked = await findUnlinked(db, { ...feedbackAtOnce, after })
      after = nextTurn(unlinked, feedbackAtOnce.limit)
      if (after > 0) loop.wake()
      for (const { projectId, id, clientEventId, createdAt } of unlinked) {
        const clientId = toHexId(clientEventId)
        const found = await findEventByClientId(db, { projectId, clientId, around: createdAt.getTime(), now })
        if (found !== undefined) await linkFeedback(db, projectId, id, found.eventId)
      }
      return restMs
    },
    delayMs,
    onFailed,
  })
  return loop
}

function isSession(item: HealthItem): item is SessionItem | SessionSums {
  return item.kind === 'session' || item.kind === 'sessions'
}

function isCheckIn(item: HealthItem): item is CheckInItem {
  return item.kind === 'check_in'
}

function isReport(item: HealthItem): item is ClientReportItem {
  return item.kind === 'client_report'
}

function isFeedback(item: HealthItem): item is FeedbackItem {
  return item.kind === 'feedback'
}
