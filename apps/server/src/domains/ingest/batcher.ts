import type pg from 'pg'
import { transaction } from '../../db/database.ts'
import {
  type AcceptedEvent,
  appendSegment,
  claimKey,
  claimKeys,
  compressSegment,
  type EarlierEvent,
  liveTokens,
} from '../events/index.ts'

/** How an event ended. Only `stored` may be acknowledged. */
export type Stored =
  | { outcome: 'stored'; eventId: string; groupId: string }
  | { outcome: 'token_dead' }
  /** The database did not commit in time: the event may or may not be stored. */
  | { outcome: 'unavailable' }

export interface BatcherOptions {
  pool: pg.Pool
  lane: number
  /** Called after COMMIT, with the events of the segment. */
  onStored: (events: readonly AcceptedEvent[]) => void
  onFailed: (error: unknown) => void
}

interface Waiting {
  event: AcceptedEvent
  since: number
  settle: (stored: Stored) => void
}

const maxEvents = 400
const maxBytes = 1024 * 1024
/** A batch waits this long for company when the database is free. */
const delayMs = 4
/** Two transactions in flight: one is parsed and compressed while the other waits for the disk. */
const maxInFlight = 2
/** After this long without a commit an event is refused with 503, so that its client keeps it. */
const patienceMs = 2000

/**
 * Gathers accepted events for some milliseconds and writes them as one segment in one transaction. An event is
 * settled after COMMIT, never before. Everything is bounded: events in a batch, batches in flight, time.
 */
export class Batcher {
  readonly #options: BatcherOptions
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #inFlight = 0
  #timer: NodeJS.Timeout | undefined
  #idle: (() => void)[] = []
  readonly #sweeper: NodeJS.Timeout

  constructor(options: BatcherOptions) {
    this.#options = options
    this.#sweeper = setInterval(() => this.#refuseOverdue(), 100)
    this.#sweeper.unref()
  }

  /** Settles when the event is on disk, or is known not to be, or patience ends. Never rejects. */
  add(event: AcceptedEvent): Promise<Stored> {
    return new Promise((settle) => {
      this.#waiting.push({ event, since: performance.now(), settle })
      this.#waitingBytes += event.body.length
      this.#schedule()
    })
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve)
        this.#flush()
      })
    }
    clearInterval(this.#sweeper)
  }

  #schedule(): void {
    if (this.#inFlight >= maxInFlight) return
    if (this.#waiting.length >= maxEvents || this.#waitingBytes >= maxBytes) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), delayMs)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#inFlight >= maxInFlight || this.#waiting.length === 0) return
    const batch = this.#take()
    this.#inFlight++
    void this.#write(batch).finally(() => {
      this.#inFlight--
      if (this.#waiting.length > 0) this.#schedule()
      for (const wake of this.#idle.splice(0)) wake()
    })
  }

  /** The oldest events up to the limits; one that is larger than the limit travels alone. */
  #take(): Waiting[] {
    let count = 0
    let bytes = 0
    for (const { event } of this.#waiting) {
      if (count > 0 && (count === maxEvents || bytes + event.body.length > maxBytes)) break
      bytes += event.body.length
      count++
    }
    this.#waitingBytes -= bytes
    return this.#waiting.splice(0, count)
  }

  async #write(batch: Waiting[]): Promise<void> {
    const patience = setTimeout(() => settleAll(batch, { outcome: 'unavailable' }), patienceMs)
    try {
      await this.#commit(batch)
    } catch (error) {
      this.#options.onFailed(error)
      settleAll(batch, { outcome: 'unavailable' })
    } finally {
      clearTimeout(patience)
    }
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const { pool, lane, onStored } = this.#options
    const bodies = Buffer.concat(batch.map(({ event }) => event.body))
    // While the others compress: on the thread pool, beside the transaction before.
    const all = { payload: await compressSegment(bodies), rawBytes: bodies.length }
    const { kept, dead, earlier } = await transaction(pool, async (tx) => {
      const events = batch.map(({ event }) => event)
      const live = await liveTokens(tx, [...new Set(events.map((event) => event.tokenId))])
      const alive = events.filter((event) => live.has(event.tokenId))
      const claims = await claimKeys(tx, alive)
      const kept = alive.filter((event) => earlierOf(event, claims) === undefined)
      if (kept.length > 0) await appendSegment(tx, { lane, events: kept, ...(await payloadOf(kept, batch, all)) })
      return { kept, dead: events.filter((event) => !live.has(event.tokenId)), earlier: claims }
    })
    onStored(kept)
    const isDead = new Set(dead)
    for (const { event, settle } of batch) {
      if (isDead.has(event)) settle({ outcome: 'token_dead' })
      else settle({ outcome: 'stored', ...(earlierOf(event, earlier) ?? idsOf(event)) })
    }
  }

  #refuseOverdue(): void {
    const now = performance.now()
    let count = 0
    while (count < this.#waiting.length && now - this.#waiting[count]!.since > patienceMs) count++
    if (count === 0) return
    const overdue = this.#waiting.splice(0, count)
    for (const { event } of overdue) this.#waitingBytes -= event.body.length
    settleAll(overdue, { outcome: 'unavailable' })
  }
}

/** The event that came first under the same key, when it is not this one. */
function earlierOf(event: AcceptedEvent, claims: Map<string, EarlierEvent>): EarlierEvent | undefined {
  if (event.key === undefined) return undefined
  const holder = claims.get(claimKey(event))
  return holder === undefined || holder.eventId === event.columns.eventId ? undefined : holder
}

function idsOf({ columns: { eventId, groupId } }: AcceptedEvent): EarlierEvent {
  return { eventId, groupId }
}

/** Nearly always all of the batch; when some were refused, the rest is compressed anew. */
async function payloadOf(kept: AcceptedEvent[], batch: Waiting[], all: { payload: Buffer; rawBytes: number }) {
  if (kept.length === batch.length) return all
  const bodies = Buffer.concat(kept.map((event) => event.body))
  return { payload: await compressSegment(bodies), rawBytes: bodies.length }
}

function settleAll(batch: Waiting[], stored: Stored): void {
  for (const { settle } of batch) settle(stored)
}
