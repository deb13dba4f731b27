import type { Database } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import type { HealthItem } from './health-item.ts'
import { appendHealth } from './health-queue-store.ts'

export interface HealthQueueOptions {
  db: Database
  shard: number
  /** Called after COMMIT with the bytes that each project's items take about, once they are applied. */
  onStored: (bytes: ReadonlyMap<number, number>) => void
  onFailed: (error: unknown) => void
}

interface Waiting {
  items: readonly HealthItem[]
  settle: (isStored: boolean) => void
}

/** How long the first of a batch waits for others. */
const delayMs = 8
const timeoutMs = 2000
/** Items that wait, and those of one project; further ones are refused. */
const maxWaiting = { all: 20_000, project: 5000 }

/**
 * Writes sessions, check-ins and feedback to a queue in batches; each is settled after COMMIT. They are applied by the
 * worker, so that a response waits for no counter.
 */
export class HealthQueue {
  readonly #options: HealthQueueOptions
  #waiting: Waiting[] = []
  #count = 0
  readonly #byProject = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: HealthQueueOptions) {
    this.#options = options
  }

  /** Resolves once the items, which are of one project, are on disk. @throws Refusal overloaded */
  async add(items: readonly HealthItem[]): Promise<void> {
    const projectId = items[0]!.projectId
    const own = this.#byProject.get(projectId) ?? 0
    if (this.#count + items.length > maxWaiting.all || own + items.length > maxWaiting.project) throw overloaded()
    this.#count += items.length
    this.#byProject.set(projectId, own + items.length)
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
    const { db, shard, onStored, onFailed } = this.#options
    const items = batch.flatMap((waiting) => waiting.items)
    try {
      const bytes = await appendHealth(db, shard, items)
      for (const { items: own, settle } of batch) settle(bytes.has(own[0]!.projectId))
      onStored(bytes)
    } catch (error) {
      onFailed(error)
      for (const { settle } of batch) settle(false)
    } finally {
      for (const waiting of batch) this.#forget(waiting)
    }
  }

  #forget({ items }: Waiting): void {
    const projectId = items[0]!.projectId
    const left = this.#byProject.get(projectId)! - items.length
    this.#count -= items.length
    if (left === 0) this.#byProject.delete(projectId)
    else this.#byProject.set(projectId, left)
  }
}

function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 2 })
}
