import type pg from 'pg'
import { Refusal } from '../../refusal.ts'
import type { HealthItem } from './health-item.ts'
import { appendHealth } from './health-queue-store.ts'

export interface HealthQueueOptions {
  pool: pg.Pool
  shard: number
  onStored: () => void
  onFailed: (error: unknown) => void
}

interface Waiting {
  items: readonly HealthItem[]
  settle: (isStored: boolean) => void
}

/** How long the first of a batch waits for others. */
const delayMs = 8
const timeoutMs = 2000
/** Items that wait; further ones are refused. */
const maxWaiting = 10_000

/**
 * Writes sessions, check-ins and feedback to a queue in batches; each is settled after COMMIT. They are applied by the
 * worker, so that a response waits for no counter.
 */
export class HealthQueue {
  readonly #options: HealthQueueOptions
  #waiting: Waiting[] = []
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: HealthQueueOptions) {
    this.#options = options
  }

  /** Resolves once the items are on disk. @throws Refusal overloaded */
  async add(items: readonly HealthItem[]): Promise<void> {
    if (this.#count + items.length > maxWaiting) throw overloaded()
    this.#count += items.length
    const isStored = await new Promise<boolean>((resolve) => {
      const timeout = setTimeout(() => resolve(false), timeoutMs)
      const settle = (stored: boolean) => {
        clearTimeout(timeout)
        resolve(stored)
      }
      this.#waiting.push({ items, settle })
      this.#timer ??= setTimeout(() => this.#flush(), delayMs)
    })
    if (!isStored) throw overloaded()
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    this.#flush()
    await this.#flushing
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) return
    this.#flushing = this.#flushing.then(() => this.#write(batch))
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { pool, shard, onStored, onFailed } = this.#options
    const items = batch.flatMap((waiting) => waiting.items)
    try {
      await appendHealth(pool, shard, items)
      for (const { settle } of batch) settle(true)
      onStored()
    } catch (error) {
      onFailed(error)
      for (const { settle } of batch) settle(false)
    } finally {
      this.#count -= items.length
    }
  }
}

function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 2 })
}
