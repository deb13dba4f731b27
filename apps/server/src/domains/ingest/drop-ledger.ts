import type { DropReason } from '@bugle/protocol'
import type pg from 'pg'
import { addDrops, addTokenRequests, type DropCount, type TokenCount } from './drop-store.ts'

const flushMs = 1000
/** Projects × reasons × hours in memory before a flush is forced. */
const maxEntries = 10_000

/**
 * The no-silent-loss ledger: what was refused, by project, hour and reason, so that loss is never invisible to its
 * owner. Counted in memory and added to the table every second; requests by token travel with it.
 */
export class DropLedger {
  readonly #pool: pg.Pool
  readonly #onFailed: (error: unknown) => void
  #drops = new Map<string, DropCount>()
  #requests = new Map<string, TokenCount>()
  #flushing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor(pool: pg.Pool, onFailed: (error: unknown) => void) {
    this.#pool = pool
    this.#onFailed = onFailed
    this.#timer = setInterval(() => void this.flush(), flushMs)
    this.#timer.unref()
  }

  count(projectId: number, reason: DropReason): void {
    const hour = currentHour()
    const key = `${projectId}:${reason}:${hour}`
    const entry = this.#drops.get(key)
    if (entry !== undefined) entry.count++
    else this.#drops.set(key, { projectId, reason, hour, count: 1 })
    if (this.#drops.size > maxEntries) void this.flush()
  }

  countRequest(projectId: number, tokenId: number): void {
    const hour = currentHour()
    const key = `${tokenId}:${hour}`
    const entry = this.#requests.get(key)
    if (entry !== undefined) entry.count++
    else this.#requests.set(key, { projectId, tokenId, hour, count: 1 })
  }

  /** Adds what was counted to the tables. What could not be written is kept and tried again. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write(): Promise<void> {
    const drops = this.#drops
    this.#drops = new Map()
    await this.#keepOnFailure(this.#drops, drops, () => addDrops(this.#pool, [...drops.values()]))
    const requests = this.#requests
    this.#requests = new Map()
    await this.#keepOnFailure(this.#requests, requests, () => addTokenRequests(this.#pool, [...requests.values()]))
  }

  async #keepOnFailure<T extends { count: number }>(
    target: Map<string, T>,
    counted: Map<string, T>,
    write: () => Promise<void>,
  ): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#onFailed(error)
      mergeInto(target, counted)
    }
  }
}

function mergeInto<T extends { count: number }>(target: Map<string, T>, source: Map<string, T>): void {
  for (const [key, entry] of source) {
    const newer = target.get(key)
    if (newer !== undefined) newer.count += entry.count
    else if (target.size < maxEntries) target.set(key, entry)
  }
}

function currentHour(): number {
  const now = Date.now()
  return now - (now % 3_600_000)
}
