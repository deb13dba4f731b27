import type pg from 'pg'
import { transactionOn, withPatience } from '../../db/database.ts'
import { takeLock, underLock } from '../../db/locks.ts'
import { forgetOldAuditEntries } from '../accounts/index.ts'
import { makeEventPartitions, makeSegmentPartitions, TagMerger } from '../events/index.ts'
import { forgetOldErasures, forgetOldLists, forgetOldNews, forgetOldUndos, wakeOverslept } from '../issues/index.ts'
import { eraseDeletedProjects } from './erase.ts'
import { eraseDeletedGroups } from './erase-events.ts'
import { evictAged } from './evict.ts'
import { type DiskBudget, keepBudget } from './keep-budget.ts'
import { packSegments } from './pack-segments.ts'
import { dropEmptySegmentPartitions } from './pack-store.ts'
import { workOnPeople } from './people.ts'
import { forgetOldExports } from './people-store.ts'
import { countDeadSegmentRows, forgetOldGrants, forgetOldKeys, vacuumSegments } from './upkeep-store.ts'

export interface MaintenanceOptions {
  pool: pg.Pool
  packAfterMs: number
  retentionMs: number
  budget: DiskBudget
  onDone: (done: MaintenanceResult) => void
  onFailed: (error: unknown) => void
}

export interface MaintenanceResult {
  packedEvents: number
  evictedPacks: number
  erasedProjects: number
}

const intervalMs = 5000
/**
 * Of each round, for what deleted issues left behind, and as long for deleted projects; for exports and erasures of people.
 * Packing must not wait for long.
 */
const erasuresMs = 20_000
const peopleMs = 10_000
/** Between two rounds of packing, so that digest and the database come to breathe. */
const breathMs = 50
/** After a vacuum that had to leave something, the next waits so many times as long as it took. */
const vacuumRestFactor = 20
/** The same after the disk budget was looked at, which sums up all packs. */
const budgetRestFactor = 10

/** Packing, retention, budget and erasure, every few seconds, by one worker of all at a time. */
export class Maintenance {
  readonly #options: MaintenanceOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopping = false
  #isWoken = false
  #isVacuumOwed = false
  /** Of performance.now(). */
  #vacuumRestsUntil = 0
  /** Of performance.now(). */
  #budgetRestsUntil = 0

  constructor(options: MaintenanceOptions) {
    this.#options = options
  }

  start(): void {
    const wait = this.#isWoken ? 0 : intervalMs
    this.#isWoken = false
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#round().finally(() => this.#isStopping || this.start())
    }, wait)
  }

  /** There is something to do that somebody waits for. */
  wake(): void {
    this.#isWoken = true
    if (this.#timer === undefined || this.#isStopping) return
    clearTimeout(this.#timer)
    this.start()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Everything that is due, now. Returns undefined when another worker is at it. */
  async runOnce(): Promise<MaintenanceResult | undefined> {
    const client = await this.#options.pool.connect()
    let broken = false
    try {
      return await underLock(client, 'maintenance', () => withPatience(client, () => this.#doAll(client)))
    } catch (error) {
      broken = true
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #round(): Promise<void> {
    try {
      const done = await this.runOnce()
      if (done !== undefined) this.#options.onDone(done)
    } catch (error) {
      this.#options.onFailed(error)
    }
  }

  async #doAll(client: pg.PoolClient): Promise<MaintenanceResult> {
    const { packAfterMs, retentionMs } = this.#options
    await transactionOn(client, makeSegmentPartitions)
    await transactionOn(client, (tx) => makeEventPartitions(tx, Date.now()))
    const evictedPacks = await this.#keepBudget(client)
    const packedEvents = await this.#packAll(client, new Date(Date.now() - packAfterMs))
    const aged = await this.#evictAll(client, new Date(Date.now() - retentionMs))
    if (await eraseDeletedGroups(client, this.#isOverIn(erasuresMs))) this.#isWoken = true
    if (await this.#serve(client)) this.#isWoken = true
    const { erased: erasedProjects, isMore } = await eraseDeletedProjects(client, this.#isOverIn(erasuresMs))
    if (isMore) this.#isWoken = true
    while ((await wakeOverslept(this.#options.pool)).length === 100);
    await forgetOldKeys(client)
    await forgetOldAuditEntries(client)
    await forgetOldGrants(client)
    await forgetOldUndos(client)
    await forgetOldLists(client)
    await forgetOldNews(client)
    await forgetOldErasures(client)
    await forgetOldExports(client)
    return { packedEvents, evictedPacks: evictedPacks + aged, erasedProjects }
  }

  async #keepBudget(client: pg.PoolClient): Promise<number> {
    const began = performance.now()
    if (began < this.#budgetRestsUntil) return 0
    const packs = await keepBudget(client, this.#options.budget)
    const ended = performance.now()
    this.#budgetRestsUntil = ended + budgetRestFactor * (ended - began)
    return packs
  }

  /** Works on what is asked for of people. Returns whether there is more of it. */
  #serve(client: pg.PoolClient): Promise<boolean> {
    const merger = new TagMerger({ pool: this.#options.pool, onFailed: this.#options.onFailed })
    const mergeTags = async () => {
      while ((await merger.runOnce()) > 0);
      // Another merger that is at it ends first.
      await transactionOn(client, (tx) => takeLock(tx, 'tags'))
    }
    return workOnPeople(client, { isOver: this.#isOverIn(peopleMs), mergeTags })
  }

  #isOverIn(ms: number): () => boolean {
    const end = performance.now() + ms
    return () => this.#isStopping || performance.now() > end
  }

  async #packAll(client: pg.PoolClient, before: Date): Promise<number> {
    let events = 0
    while (!this.#isStopping) {
      const done = await packSegments(client, before)
      events += done.events
      if (done.segments === 0) break
      await new Promise((resolve) => setTimeout(resolve, breathMs))
    }
    if (events > 0) this.#isVacuumOwed = true
    if (this.#isVacuumOwed && performance.now() >= this.#vacuumRestsUntil) await this.#vacuum(client)
    return events
  }

  /** Owed until nothing is left: whoever reads meanwhile, a long ANALYZE too, keeps all rows alive that were there. */
  async #vacuum(client: pg.PoolClient): Promise<void> {
    const began = performance.now()
    await vacuumSegments(client)
    this.#isVacuumOwed = (await countDeadSegmentRows(client)) > 0
    const ended = performance.now()
    this.#vacuumRestsUntil = ended + vacuumRestFactor * (ended - began)
    await transactionOn(client, dropEmptySegmentPartitions)
  }

  async #evictAll(client: pg.PoolClient, before: Date): Promise<number> {
    let packs = 0
    while (!this.#isStopping) {
      const done = await evictAged(client, before)
      packs += done
      if (done === 0) break
    }
    return packs
  }
}
