import type pg from 'pg'
import { RollbackFailed, transactionOn } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { isDataError, isLockError } from '../../db/error-class.ts'
import { Loop } from '../../loop.ts'
import type { PlacedEvent } from '../storage/index.ts'
import {
  claimSegments,
  ensurePartitions,
  giveAttemptsBack,
  type QueuedSegment,
  releaseOrphanClaims,
} from '../storage/index.ts'
import { Dictionary } from './dictionary.ts'
import { type DigestDeps, type DigestResult, digest, digestWithCare } from './digest.ts'
import { ErasureCache } from './erasure-cache.ts'
import { ExactGroups, type ExactGroupsOptions, noExactGroups } from './exact-groups.ts'
import { NewGroupLimit } from './new-group-limit.ts'

export interface DigestLoopOptions {
  pool: pg.Pool
  now: () => Date
  /** Groups that a project may begin per hour; unlimited if undefined. */
  maxNewGroups?: number
  /** Without them, events are counted in the groups of their stacks as they were sent. */
  exactGroups?: ExactGroupsOptions
  /** Called with the changed issues, within the transaction that changes them. */
  onIssues?: DigestDeps['onIssues']
  onDigested: (result: DigestResult, milliseconds: number) => void
  onFailed: (error: unknown) => void
  onPoison: (event: PlacedEvent, error: unknown) => void
  /** Called when an unreadable segment was set aside. */
  onDamaged: (segmentId: number) => void
}

/** Segments of one transaction. */
const maxSegments = 40
/**
 * Batches begin at most this often, so that under load each is worth its statements: the more events one had, the longer
 * the next gathers. At 2,000 a second that is some 70 ms, at 4,000 the longest.
 */
const paceMs = { least: 40, ofEvent: 0.2, longest: 200 }
/** Interval of polling an idle queue: a notification may be lost, a segment must not be. */
const idleMs = 250
/** Interval at which orphaned claims are freed and the queue is read from its start. */
const sweepMs = 1000

/** Takes segments from the queue and digests them until stopped. A failure delays digest and never ends it. */
export class DigestLoop {
  readonly #options: DigestLoopOptions
  readonly #names = new Dictionary()
  readonly #saturated = new Set<string>()
  readonly #knownReleases = new Set<string>()
  readonly #erasures = new ErasureCache()
  readonly #newGroups: NewGroupLimit
  readonly #exactGroups: ExactGroups | undefined
  /** Attempts that failed for no fault of their segments, by segment. */
  readonly #unblamed = new Map<number, number>()
  /** Segments of the next transaction: one, when it must be seen which of them ends the connection. */
  #max = maxSegments
  #after = 0
  /** Number of events in the last batch. */
  #events = 0
  #sweptAt = -Infinity
  #failures = 0
  readonly #loop: Loop

  constructor(options: DigestLoopOptions) {
    this.#options = options
    const { maxNewGroups = Number.POSITIVE_INFINITY } = options
    this.#newGroups = new NewGroupLimit(maxNewGroups)
    this.#exactGroups = options.exactGroups && new ExactGroups(options.exactGroups, maxNewGroups)
    this.#loop = new Loop({ run: () => this.#round(), everyMs: idleMs, onFailed: options.onFailed })
  }

  start(): void {
    this.#loop.start()
  }

  /** Announces segments in the queue. A loaded loop keeps its pace; an idle one starts at once. */
  wake(): void {
    this.#loop.wake()
  }

  /** Stops after the batch in progress. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** @returns how long to rest: batches keep their pace, failures back off */
  async #round(): Promise<number> {
    const started = performance.now()
    try {
      const segments = await this.runOnce()
      this.#failures = 0
      if (segments === 0) return 0
      this.#loop.wake()
      const pace = Math.min(paceMs.longest, paceMs.least + paceMs.ofEvent * this.#events)
      return pace - (performance.now() - started)
    } catch (error) {
      this.#options.onFailed(error)
      this.#forgetUncommitted()
      this.#loop.wake()
      return Math.min(2000, 50 * 2 ** this.#failures++)
    }
  }

  /** Digests one batch and returns its number of segments. */
  async runOnce(): Promise<number> {
    const client = await this.#options.pool.connect()
    let broken = false
    try {
      await this.#sweep(client)
      await this.#giveAttemptsBack(client)
      return await this.#digestBatch(client)
    } catch (error) {
      broken = true
      throw error
    } finally {
      // The claim lives as long as its connection: after a failure both go.
      client.release(broken)
    }
  }

  async #digestBatch(client: pg.PoolClient): Promise<number> {
    const started = performance.now()
    const { segments, damaged, missing } = await transactionOn(client, (tx) =>
      claimSegments(tx, { max: this.#max, after: this.#after }),
    )
    for (const id of [...damaged, ...missing]) this.#options.onDamaged(id)
    if (segments.length === 0) return damaged.length + missing.length
    const result = await this.#apply(client, segments).catch((error: unknown) => {
      this.#blame(segments, error)
      throw error
    })
    this.#max = maxSegments
    this.#names.commit()
    this.#exactGroups?.digested()
    this.#newGroups.note(result.newIssues)
    if (this.#knownReleases.size > 50_000) this.#knownReleases.clear()
    this.#after = segments[0]!.id
    this.#events = result.events
    this.#options.onDigested(result, performance.now() - started)
    return segments.length
  }

  async #apply(client: pg.PoolClient, segments: QueuedSegment[]): Promise<DigestResult> {
    const deps = {
      now: this.#options.now,
      names: this.#names,
      saturated: this.#saturated,
      knownReleases: this.#knownReleases,
      erasures: this.#erasures,
      newGroups: this.#newGroups,
      exactGroups: this.#exactGroups ?? noExactGroups,
      onPoison: this.#options.onPoison,
      onIssues: this.#options.onIssues,
    }
    await ensurePartitions(client, segments, this.#options.now())
    await this.#openExactGroups(client, segments)
    if (segments.every((segment) => segment.attempts <= 2)) {
      try {
        return await transactionOn(client, (tx) => digest(tx, segments, deps))
      } catch (error) {
        if (!isDataError(error)) throw error
        this.#forgetUncommitted()
      }
    }
    return transactionOn(client, (tx) => digestWithCare(tx, segments, deps))
  }

  /** An event whose groups cannot be opened is counted in the group of its stack as it was sent. */
  async #openExactGroups(client: pg.PoolClient, segments: readonly QueuedSegment[]): Promise<void> {
    const events = segments.flatMap((segment) => segment.events)
    await this.#exactGroups?.open(client, events, this.#newGroups).catch((error: unknown) => {
      if (!isDataError(error)) throw error
      this.#options.onFailed(error)
    })
  }

  /**
   * Decides whether segments caused a failure: a full disk, a restart or a deadlock is not their fault; a lost
   * connection may be.
   */
  #blame(segments: readonly QueuedSegment[], thrown: unknown): void {
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

  async #giveAttemptsBack(client: pg.PoolClient): Promise<void> {
    if (this.#unblamed.size === 0) return
    await giveAttemptsBack(client, this.#unblamed)
    this.#unblamed.clear()
  }

  async #sweep(client: pg.PoolClient): Promise<void> {
    if (performance.now() - this.#sweptAt < sweepMs) return
    await releaseOrphanClaims(client)
    this.#after = 0
    this.#sweptAt = performance.now()
  }

  /** Forgets what was learnt in a transaction that was rolled back. */
  #forgetUncommitted(): void {
    this.#names.rollback()
    this.#newGroups.forget()
    this.#knownReleases.clear()
  }
}
