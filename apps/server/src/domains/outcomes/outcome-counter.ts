import type { DropReason } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { hourMs, startOfHour } from '../../lib/time.ts'
import {
  addOutcomes,
  addTokenRequests,
  type OutcomeCount,
  type OutcomeSource,
  type TokenCount,
} from './outcome-store.ts'

const flushMs = 1000
/** Requests per token are only displayed: a crash may lose the last seconds of them. */
const requestsFlushMs = 10_000
/** Projects × reasons × hours in memory before a flush is forced. */
const maxEntries = 10_000

interface OutcomeCounterOptions {
  db: Database
  now: () => Date
  /** Receives the error of counts that will be retried. */
  onFailed: (error: unknown) => void
  /** Returns the counter of the bucket where a project is now, for what was counted before it moved. */
  counterOf?: (projectId: number) => OutcomeCounter
}

/**
 * Counts the events that were not kept, by project, hour and reason, so that the owner sees each loss, and the requests
 * of each token. Counts are gathered in memory and added to their tables: losses every second, requests every ten.
 */
export class OutcomeCounter {
  readonly #db: Database
  readonly #now: () => Date
  readonly #onFailed: (error: unknown) => void
  readonly #counterOf: (projectId: number) => OutcomeCounter
  #drops = new Map<string, OutcomeCount>()
  /** By hour and token as one number: a text would be made for each request. */
  #requests = new Map<number, TokenCount>()
  #requestsFlushedAt = performance.now()
  #flushing: Promise<void> = Promise.resolve()
  readonly #loop: Loop

  constructor({ db, now, onFailed, counterOf = () => this }: OutcomeCounterOptions) {
    this.#db = db
    this.#now = now
    this.#onFailed = onFailed
    this.#counterOf = counterOf
    this.#loop = new Loop({ run: async () => void (await this.#flushDue()), everyMs: flushMs, onFailed })
    this.#loop.start(flushMs)
  }

  /**
   * Counts a refused event.
   *
   * @param detail a hint to the remedy; the latest one is kept
   */
  count(projectId: number, reason: DropReason, detail?: string): void {
    this.countOther(projectId, { source: 'server', reason, count: 1 }, detail)
  }

  /** Counts events that were dropped without a refusal: by the client, by a filter, or as of an unsupported kind. */
  countOther(
    projectId: number,
    { source, reason, count }: { source: OutcomeSource; reason: string; count: number },
    detail?: string,
  ): void {
    const hour = startOfHour(this.#now().getTime())
    const key = `${projectId}:${source}:${reason}:${hour}`
    const latestDetail = detail === undefined ? undefined : storable(detail)
    const entry = this.#drops.get(key)
    if (entry === undefined)
      this.#drops.set(key, { projectId, source, reason: storable(reason), hour, count, latestDetail })
    else {
      entry.count += count
      entry.latestDetail = latestDetail ?? entry.latestDetail
    }
    if (this.#drops.size > maxEntries) void this.flush()
  }

  countRequest(projectId: number, tokenId: number): void {
    const hour = startOfHour(this.#now().getTime())
    const key = (hour / hourMs) * 2 ** 32 + tokenId
    const entry = this.#requests.get(key)
    if (entry !== undefined) entry.count++
    else this.#requests.set(key, { projectId, tokenId, hour, count: 1 })
  }

  #flushDue(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      await this.#writeDrops()
      if (performance.now() - this.#requestsFlushedAt >= requestsFlushMs) await this.#writeRequests()
    })
    return this.#flushing
  }

  /** Adds the counts to the tables. Counts that could not be written are kept and retried. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      await this.#writeDrops()
      await this.#writeRequests()
    })
    return this.#flushing
  }

  async close(): Promise<void> {
    await this.#loop.stop()
    await this.flush()
  }

  async #writeDrops(): Promise<void> {
    const drops = this.#drops
    this.#drops = new Map()
    const write = () => addOutcomes(this.#db, [...drops.values()], { skipsClosed: true })
    await this.#keepUnwritten(drops, write, (counter) => counter.#drops)
  }

  async #writeRequests(): Promise<void> {
    const requests = this.#requests
    this.#requests = new Map()
    this.#requestsFlushedAt = performance.now()
    const write = () => addTokenRequests(this.#db, [...requests.values()])
    await this.#keepUnwritten(requests, write, (counter) => counter.#requests)
  }

  /** Keeps counts that could not be written: here, or with those of the bucket where their project is now. */
  async #keepUnwritten<Key, T extends { projectId: number; count: number }>(
    counted: Map<Key, T>,
    write: () => Promise<Set<number>>,
    countsOf: (counter: OutcomeCounter) => Map<Key, T>,
  ): Promise<void> {
    try {
      const written = await write()
      for (const [key, entry] of counted)
        if (!written.has(entry.projectId)) mergeInto(countsOf(this.#counterOf(entry.projectId)), [[key, entry]])
    } catch (error) {
      this.#onFailed(error)
      mergeInto(countsOf(this), counted)
    }
  }
}

function mergeInto<Key, T extends { count: number }>(target: Map<Key, T>, source: Iterable<[Key, T]>): void {
  for (const [key, entry] of source) {
    const newer = target.get(key)
    if (newer !== undefined) newer.count += entry.count
    else if (target.size < maxEntries) target.set(key, entry)
  }
}

/** Bounds a caller's text and replaces characters that PostgreSQL refuses. */
function storable(text: string): string {
  return text.slice(0, maxDetail).toWellFormed().replaceAll('\0', '\uFFFD')
}

const maxDetail = 200
