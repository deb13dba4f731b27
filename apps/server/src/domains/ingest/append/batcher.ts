import type { HexId } from '@bugle/protocol'
import { type Database, type Queryable, transaction } from '../../../db/database.ts'
import type { SegmentNotifier } from '../../pipeline/index.ts'
import {
  type AcceptedEvent,
  appendSegment,
  claimKey,
  claimKeys,
  compressSegment,
  type EarlierEvent,
  namedGroupOf,
  storeAttachments,
  storeScreenshots,
} from '../../storage/index.ts'
import { type Slab, Slabs } from './slabs.ts'

/** How an event ended. Only `stored` may be acknowledged. */
export type AppendOutcome =
  | { outcome: 'stored'; eventId: HexId; groupId: HexId }
  | { outcome: 'token_dead' }
  /** The database did not commit in time: the event may or may not be stored. */
  | { outcome: 'unavailable' }

export interface BatcherOptions {
  db: Database
  shard: number
  notifier: Pick<SegmentNotifier, 'withSegment' | 'stored'>
  /** Called after COMMIT, with the events that were kept and the bytes that their bodies take. */
  onStored: (events: readonly AcceptedEvent[], storedBytes: number) => void
  onFailed: (error: unknown) => void
}

interface Waiting {
  event: AcceptedEvent
  /** Slab of the body, unless it has a buffer of its own. */
  slab: Slab | undefined
  since: number
  settle: (stored: AppendOutcome) => void
}

interface Appended {
  /** Whether the commit announced the segment to digest. */
  isAnnounced: boolean
  kept: readonly AcceptedEvent[]
  storedBytes: number
  refused: Refused
  /** Earlier events found under the keys of these. */
  earlier: Map<string, EarlierEvent>
}

/** How events of some tokens end that are not kept. */
type Refused = ReadonlyMap<number, Refusal>
type Refusal = Extract<AppendOutcome, { outcome: 'token_dead' | 'unavailable' }>

const maxEvents = 400
const maxBytes = 1024 * 1024
/**
 * How long a batch waits for more events when the database is free: longer if the last batch had many, not at all after one
 * with a single event. A statement, a commit and a segment cost the same for two events as for a hundred; at 9,000 events a
 * second 16 ms save a twentieth of the CPU time of an event (docs/adr/0003), without delaying its response.
 */
const delayMs = { least: 4, ofEvent: 0.1, longest: 16 }
/** Two transactions in flight: one is parsed and compressed while the other waits for the disk. */
const maxInFlight = 2
/** After this long without a commit an event is refused with 503, so that its SDK keeps it. */
const timeoutMs = 2000
const sweepMs = 100
/** A segment of so few events announces itself to digest with its own statement. */
const quietEvents = 10
/** Always allow this many waiting; below it there is no measurement to refuse on. */
const mayWait = 1000
/** If the last event took longer than this with that many queued, the next would time out. */
const tooLongMs = 500

/**
 * Gathers accepted events for some milliseconds and writes them as one segment in one transaction. An event is
 * settled after COMMIT, never before. Everything is bounded: events in a batch, batches in flight, time.
 */
export class Batcher {
  readonly #options: BatcherOptions
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #inFlight = 0
  /** Events that wait or are in flight. */
  #unsettled = 0
  /** Time from arrival to settlement of the event settled last. */
  #lastTookMs = 0
  #timer: NodeJS.Timeout | undefined
  /** Events of the last batch. */
  #lastCount = 0
  readonly #slabs = new Slabs()
  #idle: (() => void)[] = []
  /** Runs while events wait. */
  #sweeper: NodeJS.Timeout | undefined

  constructor(options: BatcherOptions) {
    this.#options = options
  }

  /** Whether another event would wait too long; it is refused before any work. */
  get isBehind(): boolean {
    return this.#unsettled > mayWait && this.#lastTookMs > tooLongMs
  }

  /**
   * Settles when the event is on disk, is known not to be, or the timeout ends. Never rejects. The batcher owns the
   * event from here on and moves its body.
   */
  add(event: AcceptedEvent): Promise<AppendOutcome> {
    return new Promise((resolve) => {
      const since = performance.now()
      let isSettled = false
      const settle = (stored: AppendOutcome) => {
        // An event that timed out may still be written.
        if (isSettled) return
        isSettled = true
        this.#unsettled--
        this.#lastTookMs = performance.now() - since
        resolve(stored)
      }
      this.#unsettled++
      const held = this.#slabs.hold(event.body, event.head)
      if (held !== undefined) event.body = held.body
      else if (event.head !== undefined) event.body = Buffer.concat([event.head, event.body])
      event.head = undefined
      this.#waiting.push({ event, since, settle, slab: held?.slab })
      this.#waitingBytes += event.body.length
      this.#schedule()
      if (this.#waiting.length > 0) this.#sweeper ??= setInterval(() => this.#refuseOverdue(), sweepMs)
    })
  }

  /** Resolves once nothing is waiting or in flight. */
  async drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve)
        this.#flush()
      })
    }
  }

  #schedule(): void {
    if (this.#inFlight >= maxInFlight) return
    const isFull = this.#waiting.length >= maxEvents || this.#waitingBytes >= maxBytes
    if (isFull || this.#lastCount <= 1) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), this.#delay())
  }

  /** Returns how much longer the first that waits may: while two batches were in flight it has waited already. */
  #delay(): number {
    const delay = Math.min(delayMs.longest, delayMs.least + delayMs.ofEvent * this.#lastCount)
    return Math.max(0, this.#waiting[0]!.since + delay - performance.now())
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#inFlight >= maxInFlight || this.#waiting.length === 0) return
    const batch = this.#take()
    this.#lastCount = batch.length
    this.#inFlight++
    void this.#write(batch).finally(() => {
      this.#inFlight--
      if (this.#waiting.length > 0) this.#schedule()
      for (const wake of this.#idle.splice(0)) wake()
    })
  }

  /** Returns the oldest events up to the limits; one that is larger than the limit travels alone. */
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
    const timeout = setTimeout(() => settleAll(batch, { outcome: 'unavailable' }), timeoutMs)
    try {
      await this.#commit(batch)
    } catch (error) {
      this.#options.onFailed(error)
      settleAll(batch, { outcome: 'unavailable' })
    } finally {
      clearTimeout(timeout)
      this.#release(batch)
    }
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const events = batch.map(({ event }) => event)
    // A notifying commit holds a lock on the whole database: it must not hold up others.
    const isQuiet = this.#inFlight === 1 && events.length <= quietEvents
    const channel = isQuiet ? this.#options.notifier.withSegment() : undefined
    const { kept, storedBytes, refused, earlier, isAnnounced } = await this.#append(events, channel)
    this.#options.onStored(kept, storedBytes)
    if (kept.length > 0) this.#options.notifier.stored(isAnnounced)
    for (const { event, settle } of batch) {
      const stored = { outcome: 'stored' as const, ...(earlierOf(event, earlier) ?? idsOf(event)) }
      settle(refused.get(event.tokenId) ?? stored)
    }
  }

  /** Appends what may be kept; when a token turns out to be dead, or its project to move, the rest once more without its events. */
  async #append(events: AcceptedEvent[], channel: string | undefined): Promise<Appended> {
    const { refused, ...appended } = await this.#appendOnce(events, channel)
    if (refused.size === 0) return { refused, ...appended }
    const others = events.filter((event) => !refused.has(event.tokenId))
    if (others.length === 0) return { ...nothing, refused }
    const rest = await this.#append(others, channel)
    return { ...rest, refused: new Map([...refused, ...rest.refused]) }
  }

  async #appendOnce(events: AcceptedEvent[], channel: string | undefined): Promise<Appended> {
    const { db, shard } = this.#options
    const isPlain = events.every(
      (event) => event.key === undefined && event.screenshot === undefined && event.attachments === undefined,
    )
    // One statement is its own transaction.
    if (isPlain) return { ...nothing, kept: events, ...(await append(db, { shard, events, channel })) }
    return transaction(db, async (tx) => {
      const earlier = await claimKeys(tx, events)
      const kept = events.filter((event) => earlierOf(event, earlier) === undefined)
      if (kept.length === 0) return { ...nothing, earlier }
      const { refused, segmentId, ...appended } = await append(tx, { shard, events: kept, channel })
      // A refused token undoes the claims as well.
      if (refused.size > 0) throw new RefusedTokens(refused)
      await storeScreenshots(tx, segmentId, kept)
      await storeAttachments(tx, segmentId, kept)
      return { kept, refused, earlier, ...appended }
    }).catch((error: unknown) => {
      if (error instanceof RefusedTokens) return { ...nothing, refused: error.refused }
      throw error
    })
  }

  #release(batch: readonly Waiting[]): void {
    for (const { slab } of batch) if (slab !== undefined) this.#slabs.release(slab)
  }

  #refuseOverdue(): void {
    if (this.#waiting.length === 0) {
      clearInterval(this.#sweeper)
      this.#sweeper = undefined
      return
    }
    const now = performance.now()
    let count = 0
    while (count < this.#waiting.length && now - this.#waiting[count]!.since > timeoutMs) count++
    if (count === 0) return
    const overdue = this.#waiting.splice(0, count)
    for (const { event } of overdue) this.#waitingBytes -= event.body.length
    settleAll(overdue, { outcome: 'unavailable' })
    this.#release(overdue)
  }
}

/** Returns the event that came first under the same key, when it is not this one. */
function earlierOf(event: AcceptedEvent, claims: Map<string, EarlierEvent>): EarlierEvent | undefined {
  if (event.key === undefined) return undefined
  const holder = claims.get(claimKey(event))
  return holder === undefined || holder.eventId === event.columns.eventId ? undefined : holder
}

function idsOf({ columns }: AcceptedEvent): EarlierEvent {
  return { eventId: columns.eventId, groupId: namedGroupOf(columns) }
}

async function append(db: Queryable, segment: { shard: number; events: AcceptedEvent[]; channel: string | undefined }) {
  const payload = compressSegment(segment.events.map(({ body }) => body))
  const { dead, moving, segmentId } = await appendSegment(db, { ...segment, ...payload })
  const refused = new Map<number, Refusal>()
  for (const tokenId of moving) refused.set(tokenId, { outcome: 'unavailable' })
  for (const tokenId of dead) refused.set(tokenId, { outcome: 'token_dead' })
  return { segmentId, refused, storedBytes: payload.payload.length, isAnnounced: segment.channel !== undefined }
}

const nothing = {
  kept: [],
  storedBytes: 0,
  isAnnounced: false,
  refused: new Map() as Refused,
  earlier: new Map<string, EarlierEvent>(),
}

/** Thrown to roll back a transaction with a refused token. */
class RefusedTokens extends Error {
  readonly refused: Refused

  constructor(refused: Refused) {
    super('refused ingest tokens')
    this.refused = refused
  }
}

function settleAll(batch: Waiting[], stored: AppendOutcome): void {
  for (const { settle } of batch) settle(stored)
}
