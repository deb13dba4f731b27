import type pg from 'pg'
import { type Database, RollbackFailed, transactionOn } from '../../../db/database.ts'
import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts'
import { isDataError, isLockError } from '../../../db/error-class.ts'
import { Loop } from '../../../lib/loop.ts'
import type { SegmentEvent } from '../../storage/index.ts'
import {
  claimSegments,
  ensurePartitions,
  giveAttemptsBack,
  type QueuedSegment,
  releaseOrphanClaims,
} from '../../storage/index.ts'
import { DeletedGroups } from './deleted-groups.ts'
import { Dictionary } from './dictionary.ts'
import { type DigestDeps, type DigestResult, digest } from './digest.ts'
import { paceAfter } from './digest-pace.ts'
import { digestWithCare } from './digest-with-care.ts'
import { ExactGroups, type ExactGroupsOptions, noExactGroups } from './exact-groups.ts'
import { NewGroupLimit } from './new-group-limit.ts'

export interface DigestLoopOptions {
  db: Database
  now: () => Date
  /** Small batches begin at most this often, so that each is worth its statements; without a bound by default. */
  paceMs?: number
  /** @see LoopOptions.delayMs */
  delayMs?: number
  /** Groups that a project may begin per hour; unlimited if undefined. */
  maxNewGroups?: number
  /** Without them, events are counted in the groups of their stacks as they were sent. */
  exactGroups?: ExactGroupsOptions
  /** Called with the changed issues, within the transaction that changes them. */
  onIssues?: DigestDeps['onIssues']
  /** @param result with the bytes that the batch takes */
  onDigested: (result: DigestResult & { storedBytes: number }, milliseconds: number) => void
  onFailed: (error: unknown) => void
  onPoison: (event: SegmentEvent, error: unknown) => void
  /** Called when an unreadable segment was set aside. */
  onDamaged: (segmentId: number) => void
}

/** Segments of one transaction. */
const maxSegments = 40
/**
 * The queue is read from the first segment of a batch that began this long ago: another process may commit an earlier one
 * later.
 */
const settledMs = 1000

/** Takes segments from the queue and digests them until stopped. A failure delays digest and never ends it. */
export class DigestLoop {
  readonly #options: DigestLoopOptions
  readonly #names = new Dictionary()
  readonly #saturated = new Set<string>()
  readonly #knownReleases = new Set<string>()
  readonly #deletedGroups = new DeletedGroups()
  readonly #newGroups: NewGroupLimit
  readonly #exactGroups: ExactGroups | undefined
  /** Attempts that failed for no fault of their segments, by segment. */
  readonly #unblamed = new Map<number, number>()
  /** Segments of the next transaction: one, when it must be seen which of them ends the connection. */
  #max = maxSegments
  /** The queue is read from this segment on. */
  #after = 0
  /** First segments of the latest batches, and when they began. */
  #batches: { first: number; at: number }[] = []
  #batchEvents = 0
  #isSweepDue = true
  #failures = 0
  readonly #loop: Loop

  constructor(options: DigestLoopOptions) {
    this.#options = options
    const { maxNewGroups = Number.POSITIVE_INFINITY } = options
    this.#newGroups = new NewGroupLimit(maxNewGroups)
    this.#exactGroups = options.exactGroups && new ExactGroups(options.exactGroups, maxNewGroups)
    this.#loop = new Loop({ run: () => this.#round(), delayMs: options.delayMs, onFailed: options.onFailed })
  }

  start(): void {
    this.#loop.start()
  }

  /** Announces segments in the queue. A loaded loop keeps its pace; an idle one starts at once. */
  wake(): void {
    this.#loop.wake()
  }

  /** Reads the queue from its start, and takes over what killed workers have claimed. */
  sweep(): void {
    this.#isSweepDue = true
    this.#loop.wake()
  }

  /** Stops after the batch in progress. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** @returns how long to rest: batches keep their pace, failures back off */
  async #round(): Promise<number> {
    const started = performance.now()
    const max = this.#max
    const { paceMs = 0 } = this.#options
    try {
      const segments = await this.runOnce()
      this.#failures = 0
      if (segments === 0) return 0
      if (segments >= max) {
        this.#loop.wake()
        return 0
      }
      // These were all that there were: those that come are announced.
      return paceAfter(this.#batchEvents, paceMs) - (performance.now() - started)
    } catch (error) {
      this.#options.onFailed(error)
      this.#forgetUncommitted()
      this.sweep()
      return Math.min(2000, 50 * 2 ** this.#failures++)
    }
  }

  /** Digests one batch and returns how many segments left the queue. */
  async runOnce(): Promise<number> {
    const client = await this.#options.db.connect()
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
    const { segments, damaged, missing } = await claimSegments(client, { max: this.#max, after: this.#after })
    for (const id of [...damaged, ...missing]) this.#options.onDamaged(id)
    if (segments.length === 0) return damaged.length + missing.length
    this.#batchEvents = segments.reduce((sum, { events }) => sum + events.length, 0)
    const result = await this.#apply(client, segments).catch((error: unknown) => {
      this.#blame(segments, error)
      throw error
    })
    this.#max = maxSegments
    this.#names.commit()
    this.#exactGroups?.digested()
    this.#newGroups.note(result.newIssues)
    if (this.#knownReleases.size > 50_000) this.#knownReleases.clear()
    this.#moveOn(segments[0]!.id)
    const storedBytes = segments.reduce((sum, segment) => sum + segment.storedBytes, 0)
    this.#options.onDigested({ ...result, storedBytes }, performance.now() - started)
    return segments.length + damaged.length + missing.length
  }

  async #apply(client: pg.PoolClient, segments: QueuedSegment[]): Promise<DigestResult> {
    const deps = {
      now: this.#options.now,
      names: this.#names,
      saturated: this.#saturated,
      knownReleases: this.#knownReleases,
      deletedGroups: this.#deletedGroups,
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
    if (!this.#isSweepDue) return
    await releaseOrphanClaims(client)
    this.#isSweepDue = false
    this.#after = 0
    this.#batches = []
  }

  /** Leaves behind what was digested, and with it the dead rows at the start of the queue. */
  #moveOn(first: number): void {
    const now = performance.now()
    this.#batches.push({ first, at: now })
    while (this.#batches.length > 0 && now - this.#batches[0]!.at >= settledMs)
      this.#after = this.#batches.shift()!.first
  }

  /** Forgets what was learned in a transaction that was rolled back. */
  #forgetUncommitted(): void {
    this.#names.rollback()
    this.#newGroups.forget()
    this.#knownReleases.clear()
  }
}
