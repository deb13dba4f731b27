import type pg from 'pg'
import { type Database, RollbackFailed, transactionOn, withTimeout } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { takeLock, withLock } from '../../db/locks.ts'
import { Loop } from '../../lib/loop.ts'
import { forgetOldAuditEntries, forgetUnconfirmed } from '../accounts/index.ts'
import {
  forgetOldDeletedGroups,
  forgetOldLists,
  forgetOldUndos,
  groupsAreDeleted,
  reopenExpiredSnoozes,
  snoozesHaveExpired,
} from '../issues/index.ts'
import { forgetOldLiveUpdates } from '../live-updates/index.ts'
import { forgetOldOrganizationAudits } from '../organizations/index.ts'
import { firstTurn, forgetOldExports, requestsAreDue, workOnPeople } from '../people/index.ts'
import { CountMerger } from '../pipeline/index.ts'
import { forgetOldLogins } from '../single-sign-on/index.ts'
import {
  closeLists,
  countDeadSegmentRows,
  dropEmptySegmentPartitions,
  evictAged,
  forgetOldKeys,
  makeEventPartitions,
  makeSegmentPartitions,
  packSegments,
  removeDamagedSegments,
  vacuumSegments,
} from '../storage/index.ts'
import { eraseDeletedProjects } from './erase.ts'
import { eraseEventsOfDeletedGroups } from './erase-events.ts'
import { projectsAreDeleted } from './erase-store.ts'
import { type DiskBudget, isDiskNearlyFull, keepBudget } from './keep-budget.ts'

/** Deletes obsolete rows. */
export type Housekeeping = [name: string, forget: (client: pg.PoolClient) => Promise<unknown>]

export interface MaintenanceOptions {
  db: Database
  now: () => Date
  packAfterMs: number
  retentionMs: number
  budget: DiskBudget
  /** Deletions of rows outside the domains. */
  housekeeping: Housekeeping[]
  onDone: (done: MaintenanceResult) => void
  /** Called with the error and name of each failed step; the other steps ran. */
  onFailed: (error: unknown, step?: string) => void
  /** Receives each segment or pack that cannot be read, once. */
  onDamaged: (what: { segmentId: number } | { packId: number }) => void
}

export interface MaintenanceResult {
  packedEvents: number
  evictedPacks: number
  erasedProjects: number
  failures: { step: string; error: unknown }[]
}

/** Work that does not wait for a round, which may be a minute away. */
export const choresWait = [groupsAreDeleted, snoozesHaveExpired, requestsAreDue, projectsAreDeleted].join(' or ')

/** Rounds are as frequent as packing needs them, within these bounds. */
const intervalMs = { least: 5000, longest: 60_000 }
/** A round follows sooner once this part of the disk budget was stored since the last one. */
const budgetPart = 0.001
/** Obsolete rows are kept for days. */
const housekeepingMs = 300_000
/**
 * Time per round for deleted issues, as long again for deleted projects, and for exports and erasures of people.
 * Packing must not wait long.
 */
const eraseMs = 20_000
const peopleMs = 10_000
/** Pause between two rounds of packing, so that digest and the database can work. */
const breathMs = 50
/** After a vacuum that left dead rows, the next one waits this many times its duration. */
const vacuumRestFactor = 20
/** The same for measuring the disk budget, which reads all packs. */
const budgetRestFactor = 10
const maxBudgetRestMs = 60_000
/** Time spent packing, over budget, before the next measurement. */
const pressureMs = 5000
/** Margin for a clock behind the database's. */
const clockSlackMs = 60_000

const housekeeping: Housekeeping[] = [
  ['event keys', forgetOldKeys],
  ['audit entries', forgetOldAuditEntries],
  ['audit entries of organizations', forgetOldOrganizationAudits],
  ['unconfirmed accounts', forgetUnconfirmed],
  ['logins by a provider', forgetOldLogins],
  ['undos', forgetOldUndos],
  ['issue lists', forgetOldLists],
  ['live updates', forgetOldLiveUpdates],
  ['deleted groups', forgetOldDeletedGroups],
  ['exports', forgetOldExports],
]

/** Runs packing, retention, the disk budget and erasure, in one worker at a time: on a schedule, and when there is work. */
export class Maintenance {
  readonly #options: MaintenanceOptions
  readonly #loop: Loop
  readonly #intervalMs: number
  #diskTimer: NodeJS.Timeout | undefined
  /** Since the last round began. */
  #storedBytes = 0
  readonly #turns = { people: firstTurn(), issues: { last: 0 }, projects: { last: 0 } }
  /** Whether the disk was nearly full when it was last measured. */
  #isTight = false
  #housekeptAt = Number.NEGATIVE_INFINITY
  #isVacuumOwed = false
  /** On the clock of performance.now(). */
  #vacuumRestsUntil = 0
  /** On the clock of performance.now(). */
  #budgetRestsUntil = 0

  constructor(options: MaintenanceOptions) {
    this.#options = options
    this.#intervalMs = Math.min(intervalMs.longest, Math.max(intervalMs.least, options.packAfterMs / 10))
    this.#loop = new Loop({ run: () => this.#round(), everyMs: this.#intervalMs, onFailed: options.onFailed })
  }

  start(): void {
    this.#loop.start(intervalMs.least)
    this.#diskTimer = setInterval(() => void this.#lookAtDisk(), intervalMs.least)
  }

  /** Notes bytes that were stored: the fuller the disk becomes, the sooner it is measured. */
  noteStored(bytes: number): void {
    this.#storedBytes += bytes
    if (this.#storedBytes > this.#options.budget.maxBytes * budgetPart) this.#loop.wake(intervalMs.least)
  }

  /** Starts a round at once. */
  wake(): void {
    this.#loop.wake()
  }

  stop(): Promise<void> {
    clearInterval(this.#diskTimer)
    return this.#loop.stop()
  }

  /** Runs everything that is due. Returns undefined if another worker is doing so. */
  async runOnce(): Promise<MaintenanceResult | undefined> {
    const client = await this.#options.db.connect()
    let broken = false
    try {
      return await withLock(client, 'maintenance', () => withTimeout(client, () => this.#doAll(client)))
    } catch (error) {
      broken = true
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #round(): Promise<undefined> {
    this.#storedBytes = 0
    let isSound = false
    try {
      const done = await this.runOnce()
      isSound = done === undefined || done.failures.length === 0
      if (done === undefined) return
      this.#options.onDone(done)
      for (const { step, error } of done.failures) this.#options.onFailed(error, step)
    } finally {
      if (this.#isTight || !isSound) this.#loop.wake(intervalMs.least)
    }
  }

  /** Runs every step, even if earlier ones failed: the data of one project must not block the work of others. */
  async #doAll(client: pg.PoolClient): Promise<MaintenanceResult> {
    const { packAfterMs, retentionMs } = this.#options
    const now = this.#options.now().getTime()
    const result: MaintenanceResult = { packedEvents: 0, evictedPacks: 0, erasedProjects: 0, failures: [] }
    const oldest = new Date(now - retentionMs)
    const steps: [name: string, step: () => Promise<unknown>][] = [
      ['partitions of segments', () => transactionOn(client, makeSegmentPartitions)],
      ['partitions of events', () => transactionOn(client, (tx) => makeEventPartitions(tx, new Date(now)))],
      ['disk budget', () => this.#keepBudget(client, result)],
      ['packing', () => this.#packAll(client, new Date(now - packAfterMs), result)],
      ['retention', () => this.#evictAll(client, oldest, result)],
      ['damaged segments', () => transactionOn(client, (tx) => removeDamagedSegments(tx, oldest))],
      [
        'deleted issues',
        async () =>
          this.#continueIf(
            await eraseEventsOfDeletedGroups(client, { turn: this.#turns.issues, isOver: this.#isOverIn(eraseMs) }),
          ),
      ],
      ['people', async () => this.#continueIf(await this.#serve(client))],
      ['deleted projects', () => this.#eraseProjects(client, result)],
      ['snoozed issues', () => this.#reopenExpiredSnoozes()],
      ...this.#dueHousekeeping().map(([name, forget]): [string, () => Promise<unknown>] => [
        name,
        () => forget(client),
      ]),
    ]
    for (const [name, step] of steps) {
      try {
        await step()
      } catch (error) {
        if (error instanceof RollbackFailed || isDatabaseUnavailable(error)) throw error
        result.failures.push({ step: name, error })
        await closeLists(client)
      }
    }
    return result
  }

  /** Others may fill the disk, too. */
  async #lookAtDisk(): Promise<void> {
    if (await isDiskNearlyFull(this.#options.budget.directory).catch(() => true)) this.#loop.wake()
  }

  #dueHousekeeping(): Housekeeping[] {
    const now = performance.now()
    if (now - this.#housekeptAt < housekeepingMs) return []
    this.#housekeptAt = now
    return [...housekeeping, ...this.#options.housekeeping]
  }

  #continueIf(isMore: boolean): void {
    if (isMore) this.#loop.wake()
  }

  async #eraseProjects(client: pg.PoolClient, result: MaintenanceResult): Promise<void> {
    const work = { turn: this.#turns.projects, isOver: this.#isOverIn(eraseMs) }
    const { erased, isMore } = await eraseDeletedProjects(client, work)
    result.erasedProjects += erased
    this.#continueIf(isMore)
  }

  async #reopenExpiredSnoozes(): Promise<void> {
    const { db, now } = this.#options
    while ((await reopenExpiredSnoozes(db, now())).length === 100);
  }

  /** While there is too much, segments are packed however young: only packs can be evicted. */
  async #keepBudget(client: pg.PoolClient, result: MaintenanceResult): Promise<void> {
    const { budget, now, onDamaged } = this.#options
    const began = performance.now()
    if (began < this.#budgetRestsUntil) return
    for (;;) {
      const { evicted, isOver, isTight } = await keepBudget(client, budget, (packId) => onDamaged({ packId }))
      this.#isTight = isTight
      result.evictedPacks += evicted
      if (!isOver || this.#loop.isStopping) break
      const packed = await this.#packFor(client, new Date(now().getTime() + clockSlackMs), pressureMs)
      result.packedEvents += packed
      if (packed + evicted === 0) break
    }
    const ended = performance.now()
    this.#budgetRestsUntil = ended + Math.min(maxBudgetRestMs, budgetRestFactor * (ended - began))
  }

  /** Works on requested exports and erasures. @returns whether there is more to do */
  #serve(client: pg.PoolClient): Promise<boolean> {
    const merger = new CountMerger({ db: this.#options.db, onFailed: this.#options.onFailed })
    const mergeTags = async () => {
      while ((await merger.runOnce()) > 0);
      // Waits for another merger to finish.
      await transactionOn(client, (tx) => takeLock(tx, 'tags'))
    }
    return workOnPeople(client, { turn: this.#turns.people, isOver: this.#isOverIn(peopleMs), mergeTags })
  }

  #isOverIn(ms: number): () => boolean {
    const end = performance.now() + ms
    return () => this.#loop.isStopping || performance.now() > end
  }

  async #packAll(client: pg.PoolClient, before: Date, result: MaintenanceResult): Promise<void> {
    result.packedEvents += await this.#packFor(client, before, Number.POSITIVE_INFINITY)
    if (this.#isVacuumOwed && performance.now() >= this.#vacuumRestsUntil) await this.#vacuum(client)
  }

  /** @returns events that were packed */
  async #packFor(client: pg.PoolClient, before: Date, ms: number): Promise<number> {
    const isOver = this.#isOverIn(ms)
    let events = 0
    while (!isOver()) {
      const done = await packSegments(client, before)
      for (const segmentId of done.damaged) this.#options.onDamaged({ segmentId })
      events += done.events
      if (done.segments === 0) break
      await new Promise((resolve) => setTimeout(resolve, breathMs))
    }
    if (events > 0) this.#isVacuumOwed = true
    return events
  }

  /**
   * Owed until no dead rows are left: a concurrent reader, such as a long ANALYZE, keeps all rows alive that it could
   * see.
   */
  async #vacuum(client: pg.PoolClient): Promise<void> {
    const began = performance.now()
    await vacuumSegments(client)
    this.#isVacuumOwed = (await countDeadSegmentRows(client)) > 0
    const ended = performance.now()
    this.#vacuumRestsUntil = ended + vacuumRestFactor * (ended - began)
    await transactionOn(client, dropEmptySegmentPartitions)
  }

  async #evictAll(client: pg.PoolClient, before: Date, result: MaintenanceResult): Promise<void> {
    while (!this.#loop.isStopping) {
      const done = await evictAged(client, before, (packId) => this.#options.onDamaged({ packId }))
      result.evictedPacks += done
      if (done === 0) break
    }
  }
}
