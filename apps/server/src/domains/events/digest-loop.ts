import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { countGroupTags, findTagValues, type TagCount } from '../issues/index.ts'
import { type DigestResult, digest, digestWithCare } from './digest.ts'
import { takeTags } from './event-store.ts'
import { NameCache } from './names.ts'
import { ensurePartitions } from './partition-store.ts'
import { claimSegments, type QueuedSegment, releaseOrphanClaims } from './segment-store.ts'
import type { PlacedEvent } from './tally.ts'

export interface DigestLoopOptions {
  pool: pg.Pool
  onDigested: (result: DigestResult, milliseconds: number) => void
  onFailed: (error: unknown) => void
  onPoison: (event: PlacedEvent, error: unknown) => void
}

/** Segments of one transaction. */
const maxSegments = 40
/** Batches begin at most this often, so that under load each is worth its statements. */
const paceMs = 60
/** Without news the queue is looked at this often: a notification may be lost, a segment must not be. */
const idleMs = 250
/** How often orphan claims are freed and the queue is read from its very start. */
const sweepMs = 1000
const tagMs = 2000
/** Values of a tag key that are counted apart in a group; the rest counts as the empty value. */
const maxTagValues = 100

/** Takes segments from the queue and digests them, for ever, until stopped. One failure delays, never ends it. */
export class DigestLoop {
  readonly #options: DigestLoopOptions
  readonly #names = new NameCache()
  readonly #crowded = new Set<string>()
  #after = 0
  #sweptAt = -Infinity
  #tagsAt = -Infinity
  #isStopping = false
  #wake: (() => void) | undefined
  #running: Promise<void> | undefined

  constructor(options: DigestLoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#running = this.#run()
  }

  /** There may be news in the queue. */
  wake(): void {
    this.#wake?.()
  }

  /** Ends after the batch in hand. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#isStopping) {
      const started = performance.now()
      try {
        const events = await this.runOnce()
        failures = 0
        const spent = performance.now() - started
        await this.#sleep(events > 0 ? paceMs - spent : idleMs)
      } catch (error) {
        this.#options.onFailed(error)
        this.#names.rollback()
        await this.#sleep(Math.min(2000, 50 * 2 ** failures++))
      }
    }
  }

  /** One round: a batch of segments, and tags when they are due. Returns how many segments it took. */
  async runOnce(): Promise<number> {
    const client = await this.#options.pool.connect()
    let broken = false
    try {
      await this.#sweep(client)
      const taken = await this.#digestBatch(client)
      await this.#mergeTags(client, taken)
      return taken
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
    const segments = await transactionOn(client, (tx) => claimSegments(tx, { max: maxSegments, after: this.#after }))
    if (segments.length === 0) return 0
    const result = await this.#apply(client, segments)
    this.#names.commit()
    this.#after = segments[0]!.id
    this.#options.onDigested(result, performance.now() - started)
    return segments.length
  }

  async #apply(client: pg.PoolClient, segments: QueuedSegment[]): Promise<DigestResult> {
    const deps = { names: this.#names, crowded: this.#crowded, onPoison: this.#options.onPoison }
    await ensurePartitions(client, segments)
    if (segments.every((segment) => segment.attempts <= 2)) {
      try {
        return await transactionOn(client, (tx) => digest(tx, segments, deps))
      } catch (error) {
        if (!isAboutData(error)) throw error
        this.#names.rollback()
      }
    }
    return transactionOn(client, (tx) => digestWithCare(tx, segments, deps))
  }

  async #sweep(client: pg.PoolClient): Promise<void> {
    if (performance.now() - this.#sweptAt < sweepMs) return
    await releaseOrphanClaims(client)
    this.#after = 0
    this.#sweptAt = performance.now()
  }

  async #mergeTags(client: pg.PoolClient, taken: number): Promise<void> {
    const wait = taken === 0 ? tagMs / 8 : tagMs
    if (performance.now() - this.#tagsAt < wait) return
    this.#tagsAt = performance.now()
    await transactionOn(client, async (tx) => {
      // One merger at a time: what is counted apart must not be decided twice.
      const { rows } = await tx.query<{ ok: boolean }>('select pg_try_advisory_xact_lock(7221, 1) as ok')
      if (!rows[0]?.ok) return
      const tags = (await takeTags(tx, 500)).map(([projectId, groupId, key, value, count]) => ({
        projectId,
        groupId,
        key,
        value,
        count,
      }))
      await this.#countTags(tx, await capValues(tx, tags))
    })
  }

  /** All at once; when one of them is refused, each by itself, so that it cannot hold the others up for ever. */
  async #countTags(tx: pg.PoolClient, tags: TagCount[]): Promise<void> {
    await tx.query('savepoint tags')
    try {
      await countGroupTags(tx, tags)
    } catch (error) {
      if (!isAboutData(error)) throw error
      this.#options.onFailed(error)
      await tx.query('rollback to savepoint tags')
      if (tags.length === 1) return
      const middle = tags.length >> 1
      await this.#countTags(tx, tags.slice(0, middle))
      await this.#countTags(tx, tags.slice(middle))
    }
  }

  #sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#isStopping) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      const loop = this
      function done() {
        clearTimeout(timer)
        loop.#wake = undefined
        resolve()
      }
      // News does not break the pace of a loaded loop; it ends an idle wait.
      if (ms > paceMs) this.#wake = done
    })
  }
}

/** Counts under the empty value what is beyond the values that are counted apart. */
async function capValues(tx: pg.PoolClient, tags: TagCount[]): Promise<TagCount[]> {
  if (tags.length === 0) return []
  const keys = new Map(tags.map((tag) => [`${tag.projectId}:${tag.groupId}:${tag.key}`, tag]))
  const values = new Map<string, Set<string>>([...keys.keys()].map((key) => [key, new Set()]))
  for (const tag of await findTagValues(tx, [...keys.values()]))
    values.get(`${tag.projectId}:${tag.groupId}:${tag.key}`)?.add(tag.value)
  const sums = new Map<string, TagCount>()
  for (const tag of tags) {
    const known = values.get(`${tag.projectId}:${tag.groupId}:${tag.key}`)!
    if (!known.has(tag.value) && known.size < maxTagValues) known.add(tag.value)
    const value = known.has(tag.value) ? tag.value : ''
    const key = `${tag.projectId}:${tag.groupId}:${tag.key}\0${value}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { ...tag, value })
    else sum.count += tag.count
  }
  return [...sums.values()]
}

/**
 * Whether an error speaks of the data (class 22, 23, 54) or of our code, and not of the connection, a lock or a
 * shortage: only then is looking at events one by one of use.
 */
function isAboutData(error: unknown): boolean {
  // Node's own errors carry codes as well, such as ERR_OUT_OF_RANGE.
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return true
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(22|23|54)/.test(code)
}
