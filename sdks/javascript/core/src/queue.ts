import { adviceFor } from './advice.ts'
import type { Drops } from './drops.ts'
import { byteLength, toBody, toMinimal } from './shrink.ts'
import type { EventStore, StoredEvent } from './store.ts'
import type { IngestResponse, Transport } from './transport.ts'

const concurrent = 4
const firstPauseMs = 1000
const longestPauseMs = 300_000
/** Browsers allow 64 KiB for all requests in flight that outlive their page, headers included. */
const keepaliveBytes = 60_000
/** Limit on all waiting events: a hundred could have a megabyte each. */
const maxBytes = 20_000_000
/** The limit never shrinks below this: a proxy that briefly refused everything must not silence later events. */
const leastBytes = 16_384
/** The longest pause that a server may ask for, with its jitter. */
const longestAskedMs = 4_000_000
/**
 * How often in a row an address that is not Bugle's (404, a redirect) is tried: a proxy responds so while the server
 * behind it restarts.
 */
const maxStrays = 8

interface Waiting extends StoredEvent {
  /** Size of its request in flight. */
  sending: number
  stored: Promise<unknown>
}

/** Runs a function later; returns a function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void

export interface QueueDeps {
  url: string
  token: string
  transport: Transport
  store?: EventStore | undefined
  maxEvents: number
  setTimer: SetTimer
  /** Counts events that will never be sent. */
  drops: Drops
  debug: (value: unknown) => void
  /** Prints what whoever sets Bugle up has to mend. */
  warn: (text: string) => void
}

/** Monotonic: users put the wall clock back. */
const clock = () => (globalThis.performance ?? Date).now()

/**
 * A bounded queue of events, each kept until it gets a response. A 202 completes it and a permanent refusal drops it;
 * after anything else it is retried with growing, jittered back-off, and never before `Retry-After`, which holds for the
 * next run too.
 */
export class Queue {
  #deps: QueueDeps
  #waiting = new Map<string, Waiting>()
  #failures = 0
  #strays = 0
  /** Statuses that were explained; 0 as well once anything has responded. */
  #explained = new Set<number>()
  /** Whether an event was refused since the last `drained`. */
  #hasRefused = false
  /** When back-off ends, and when the server's `Retry-After` ends. */
  #notBefore = 0
  #retryAfterEnds = 0
  #cancelTimer: (() => void) | undefined
  /** Size limit of an event; lowered when a proxy on the way refuses smaller ones. */
  #limit = maxBytes
  /** Ids completed before the store was loaded. */
  #doneEarly: string[] | undefined
  #isLeaving = false
  #idle = new Set<() => void>()

  constructor(deps: QueueDeps) {
    this.#deps = deps
    if (deps.store) this.#doneEarly = []
    void deps.store
      ?.load(
        (count) => deps.drops.add('store_full', count),
        (until) => this.#hold(until - Date.now()),
      )
      .then((left) => {
        // At most half the room: stored events must not crowd out new ones.
        for (const event of left.slice(0, deps.maxEvents >> 1))
          if (!this.isFull && !this.#doneEarly!.includes(event.id)) this.#add(event, Promise.resolve())
      })
      .catch(() => undefined)
      .then(() => {
        this.#doneEarly = undefined
        this.#pump()
      })
  }

  get isFull(): boolean {
    const items = this.unsent()
    return items.length >= this.#deps.maxEvents || items.reduce((sum, { body }) => sum + body.length, 0) > maxBytes
  }

  /**
   * Adds an event, or drops it when there is no room.
   *
   * @param isEnding whether the program ends: the event is accepted for the store
   */
  add(event: StoredEvent, isEnding = false): void {
    if (this.isFull && !isEnding) {
      this.#deps.drops.addEvent('queue_full', event.body)
      return
    }
    this.#add(
      event,
      Promise.resolve(this.#deps.store?.put(event)).catch(() => undefined),
    )
    this.#pump()
  }

  /** How many requests may be in flight. After a failure, one event probes for all. */
  get allowed(): number {
    if (clock() < this.#retryAfterEnds) return 0
    return this.#failures > 0 ? 1 : concurrent
  }

  /** Returns the unconfirmed events. */
  unsent(): Waiting[] {
    return [...this.#waiting.values()]
  }

  /** Removes an event that someone else has sent. */
  done(id: string): void {
    const item = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#doneEarly?.push(id)
    void item?.stored.then(() => this.#deps.store?.remove(id)).catch(() => undefined)
    if (this.#waiting.size === 0) for (const resolve of this.#idle) resolve()
  }

  /**
   * Resolves true when the queue is empty and nothing was refused, false when the timeout comes first.
   *
   * @param added resolves when events still on their way have been added
   */
  drained(
    timeoutMs: number,
    added: Promise<unknown> | undefined,
    setTimer: SetTimer = this.#deps.setTimer,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isDrained: boolean) => {
        cancelTimer()
        this.#idle.delete(onIdle)
        resolve(isDrained && !this.#hasRefused)
        this.#hasRefused = false
      }
      const onIdle = () => end(true)
      const cancelTimer = setTimer(() => end(false), timeoutMs)
      const wait = () => {
        if (this.#waiting.size === 0) return onIdle()
        this.#idle.add(onIdle)
        this.#pump()
      }
      void Promise.resolve(added).then(wait, wait)
    })
  }

  /**
   * Sends what fits by requests that outlive the page; the rest waits in the store.
   *
   * @param addLast adds the events held so far
   */
  leave(addLast: () => void): void {
    this.#isLeaving = true
    addLast()
    this.#pump()
    this.#isLeaving = false
  }

  /** Ends back-off because the network is back; `Retry-After` still holds. */
  retry(): void {
    this.#notBefore = 0
    this.#pump()
  }

  #add(event: StoredEvent, stored: Promise<unknown>): void {
    if (!this.#waiting.has(event.id)) this.#waiting.set(event.id, { ...event, sending: 0, stored })
  }

  #pump(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const pause = Math.max(this.#notBefore, this.#retryAfterEnds) - clock()
    if (pause > 0) {
      this.#cancelTimer = this.#deps.setTimer(() => this.#pump(), pause)
      return
    }
    const items = this.unsent()
    let busy = items.filter(({ sending }) => sending > 0).length
    let room = keepaliveBytes - items.reduce((sum, { sending }) => sum + sending, 0)
    // On leaving a page, there may be no later attempt.
    const allowed = this.#isLeaving && this.#failures === 0 ? items.length : this.allowed
    for (const item of items) {
      if (busy >= allowed) return
      if (item.sending > 0) continue
      let bytes = byteLength(item.body)
      if (bytes > this.#limit) {
        item.body = toBody(JSON.parse(item.body), this.#limit)
        bytes = byteLength(item.body)
      }
      if (this.#isLeaving && bytes > room) continue
      busy += 1
      // A page may be left right after an error without notice, so every request that fits is made to outlive it. A
      // failed one is not: the page's own requests may have taken the browser's allowance.
      const keepalive = bytes <= room && (this.#isLeaving || this.#failures === 0)
      void this.#send(item, bytes, keepalive)
      if (keepalive) room -= bytes
    }
  }

  async #send(item: Waiting, bytes: number, keepalive: boolean): Promise<void> {
    item.sending = bytes
    let response: IngestResponse | undefined
    try {
      response = await this.#deps.transport({ ...this.#deps, body: stamped(item.body), keepalive })
    } catch (error) {
      this.#deps.debug(error)
    }
    item.sending = 0
    if (!this.#waiting.has(item.id)) return
    try {
      this.#settle(item, response)
      this.#pump()
    } catch (error) {
      this.#deps.debug(error)
    }
  }

  #settle(item: Waiting, response: IngestResponse | undefined): void {
    const status = response?.status ?? 0
    // Whoever responds at all is there: what fails later is the network.
    if (status > 0) this.#explained.add(0)
    // 202 only: a proxy's login page is a 200.
    if (status === 202) {
      this.#failures = this.#strays = 0
      this.done(item.id)
      return
    }
    this.#deps.debug(`answered ${status}`)
    if (status === 413 || status === 400) {
      this.#reduceOrDrop(item, status)
      return
    }
    const isStray = status === 404 || (status >= 300 && status < 400)
    this.#strays = isStray ? this.#strays + 1 : 0
    const isLater = isStray ? this.#strays <= maxStrays : status < 400 || status >= 500 || later.includes(status)
    // A first failure without a response may be the network's.
    if (status < 500 && (status || this.#failures > 0)) this.#explain(status, response?.location)
    if (isLater) this.#postpone(item, response)
    else this.#drop(item, `refused_${status}`)
  }

  /** Explains a status once. */
  #explain(status: number, location?: string): void {
    if (this.#explained.has(status) || (status !== 402 && later.includes(status))) return
    this.#explained.add(status)
    this.#deps.warn(adviceFor(this.#deps.url, status, location))
  }

  /** Makes everything wait, as after a failure. */
  pause(retryAfter?: string | null): void {
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures)
    this.#failures += 1
    this.#notBefore = Math.max(this.#notBefore, clock() + grown * (0.5 + Math.random() / 2))
    const asked = retryAfterMs(retryAfter) * (1 + Math.random() / 10)
    this.#hold(asked)
    if (asked > 0) void Promise.resolve(this.#deps.store?.pause?.(Date.now() + asked)).catch(() => undefined)
  }

  #hold(ms: number): void {
    if (ms > 0) this.#retryAfterEnds = Math.max(this.#retryAfterEnds, clock() + Math.min(ms, longestAskedMs))
  }

  #postpone(item: Waiting, response: IngestResponse | undefined): void {
    this.pause(response?.retryAfter)
    // Moved to the end, so that an event that never gets through does not block the others.
    this.#waiting.delete(item.id)
    this.#waiting.set(item.id, item)
  }

  /**
   * Reduces a refused event, or drops it. 413: a proxy may allow less than Bugle, also for later events; if nothing is
   * small enough, sending pauses. 400: a hook added something invalid, while the error itself is valid.
   */
  #reduceOrDrop(item: Waiting, status: 400 | 413): void {
    const isTooLarge = status === 413
    const event = JSON.parse(item.body)
    const limit = byteLength(item.body) >> 2
    const body = isTooLarge ? toBody(event, limit) : JSON.stringify(toMinimal(event))
    if (isTooLarge) this.#limit = Math.max(leastBytes, Math.min(this.#limit, limit))
    if (body.length < item.body.length) item.body = body
    else {
      if (isTooLarge) this.pause()
      this.#explain(status)
      this.#drop(item, isTooLarge ? 'too_large' : 'refused_400')
    }
  }

  #drop(item: Waiting, reason: string): void {
    this.#hasRefused = true
    this.done(item.id)
    this.#deps.drops.addEvent(reason, item.body)
  }
}

/** Refusals that end by themselves. */
const later = [402, 408, 425, 429]

/** Adds the time of this attempt, by which the server corrects a wrong clock. */
function stamped(body: string): string {
  return `${body.slice(0, -1)},"sent_at":${Date.now()}}`
}

/** Parses `Retry-After` to milliseconds, at most an hour; 0 if it is missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - now
  return ms > 0 ? Math.min(ms, 3_600_000) : 0
}
