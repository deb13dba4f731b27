import type { Drops } from './drops.ts'
import { byteLength, toBody, toEssentials } from './shrink.ts'
import type { EventStore, StoredEvent } from './store.ts'
import type { IngestAnswer, Transport } from './transport.ts'

const concurrent = 4
const firstPauseMs = 1000
const longestPauseMs = 300_000
/** Browsers allow 64 KiB for all requests under way that outlive their page; headers count. */
const keepaliveBytes = 60_000
/** Of all that waits: a hundred events may have a megabyte each. */
const maxBytes = 20_000_000

/** However little is allowed by who may have been ill for a moment: events are not to say nothing for ever. */
const leastBytes = 16_384

interface Waiting extends StoredEvent {
  /** Bytes of its request that is under way. */
  sending: number
  stored: Promise<unknown>
}

/** Runs something later, and returns what calls it off. */
export type SetTimer = (run: () => void, ms: number) => () => void

export interface QueueDeps {
  url: string
  token: string
  transport: Transport
  store?: EventStore | undefined
  maxEvents: number
  setTimer: SetTimer
  /** Is told of events that will never be sent. */
  drops: Drops
  debug: (what: unknown) => void
}

/** Not the clock of the day, which people put back. */
const clock = () => (globalThis.performance ?? Date).now()

/**
 * Events that wait for the network, bounded, each until it was answered: 202 ends it, a refusal that stays drops it,
 * anything else is tried again after a pause that grows, with jitter, and never before `Retry-After`.
 */
export class Queue {
  #deps: QueueDeps
  #waiting = new Map<string, Waiting>()
  #failures = 0
  /** Until when failures let us wait, and until when the server has asked us to. */
  #notBefore = 0
  #askedFor = 0
  #callOff: (() => void) | undefined
  /** Bytes of an event, less once somebody on the way has allowed less. */
  #limit = maxBytes
  /** What was done before the store has told what it holds. */
  #doneEarly: string[] | undefined
  #isLeaving = false
  #idle = new Set<() => void>()

  constructor(deps: QueueDeps) {
    this.#deps = deps
    if (deps.store) this.#doneEarly = []
    void deps.store
      ?.load((count) => deps.drops.add('store_full', count))
      .then((left) => {
        // Half of the room at most: what was left must not push out what happens now.
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
   * Takes an event, or drops it when there is no room.
   *
   * @param isEnding there is no later in which there would be: it is taken for the store
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

  /** What nobody has confirmed yet. */
  unsent(): Waiting[] {
    return [...this.#waiting.values()]
  }

  /** Forgets an event that somebody else has sent. */
  done(id: string): void {
    const item = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#doneEarly?.push(id)
    void item?.stored.then(() => this.#deps.store?.remove(id)).catch(() => undefined)
    if (this.#waiting.size === 0) for (const resolve of this.#idle) resolve()
  }

  /**
   * Resolves true when nothing waits any more, false when the time is over first.
   *
   * @param added resolves when what is on its way here has come
   */
  drained(
    timeoutMs: number,
    added: Promise<unknown> | undefined,
    setTimer: SetTimer = this.#deps.setTimer,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isDrained: boolean) => {
        callOff()
        this.#idle.delete(onIdle)
        resolve(isDrained)
      }
      const onIdle = () => end(true)
      const callOff = setTimer(() => end(false), timeoutMs)
      const wait = () => {
        if (this.#waiting.size === 0) return onIdle()
        this.#idle.add(onIdle)
        this.#pump()
      }
      void Promise.resolve(added).then(wait, wait)
    })
  }

  /**
   * Sends what it can by requests that outlive the page; the rest waits in the store.
   *
   * @param addLast puts in what was held back until now
   */
  leave(addLast: () => void): void {
    this.#isLeaving = true
    addLast()
    this.#pump()
    this.#isLeaving = false
  }

  /** Ends the pause: the network is back. One that the server has asked for goes on. */
  retry(): void {
    this.#notBefore = 0
    this.#pump()
  }

  #add(event: StoredEvent, stored: Promise<unknown>): void {
    if (!this.#waiting.has(event.id)) this.#waiting.set(event.id, { ...event, sending: 0, stored })
  }

  #pump(): void {
    this.#callOff?.()
    this.#callOff = undefined
    const pause = Math.max(this.#notBefore, this.#askedFor) - clock()
    if (pause > 0) {
      this.#callOff = this.#deps.setTimer(() => this.#pump(), pause)
      return
    }
    const items = this.unsent()
    let busy = items.filter(({ sending }) => sending > 0).length
    let room = keepaliveBytes - items.reduce((sum, { sending }) => sum + sending, 0)
    // After a failure one event tries the way for all. On leaving there is no later.
    const allowed = this.#isLeaving ? items.length : this.#failures > 0 ? 1 : concurrent
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
      // Whoever leaves a page right after an error says so to nobody: whatever has room may outlive it. What has failed may
      // have failed for that: the page's own requests have taken the room.
      const keepalive = bytes <= room && (this.#isLeaving || this.#failures === 0)
      void this.#send(item, bytes, keepalive)
      if (keepalive) room -= bytes
    }
  }

  async #send(item: Waiting, bytes: number, keepalive: boolean): Promise<void> {
    item.sending = bytes
    let answer: IngestAnswer | undefined
    try {
      answer = await this.#deps.transport({ ...this.#deps, body: item.body, keepalive })
    } catch (error) {
      this.#deps.debug(error)
    }
    item.sending = 0
    if (!this.#waiting.has(item.id)) return
    try {
      this.#settle(item, answer)
      this.#pump()
    } catch (error) {
      this.#deps.debug(error)
    }
  }

  #settle(item: Waiting, answer: IngestAnswer | undefined): void {
    const status = answer?.status ?? 0
    // Nothing else: a proxy's log-in page is a 200.
    if (status === 202) {
      this.#failures = 0
      this.done(item.id)
      return
    }
    this.#deps.debug(`answered ${status}`)
    const isFinal = status >= 300 && status < 500 && ![402, 408, 425, 429].includes(status)
    if (status === 413 || status === 400) this.#reduceOrDrop(item, status)
    else if (isFinal) this.#drop(item, `refused_${status}`)
    else this.#putOff(item, answer)
  }

  #pause(retryAfter?: string | null): void {
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures)
    const until = (ms: number) => clock() + ms
    this.#failures += 1
    this.#notBefore = Math.max(this.#notBefore, until(grown * (0.5 + Math.random() / 2)))
    this.#askedFor = Math.max(this.#askedFor, until(retryAfterMs(retryAfter) * (1 + Math.random() / 10)))
  }

  #putOff(item: Waiting, answer: IngestAnswer | undefined): void {
    this.#pause(answer?.retryAfter)
    // To the end: one that never gets through must not hold up the others.
    this.#waiting.delete(item.id)
    this.#waiting.set(item.id, item)
  }

  /**
   * 413: a proxy may allow less than Bugle does, of the next events too; where nothing is small enough, the way is closed for
   * a while. 400: something that a hook put in; the error itself is good.
   */
  #reduceOrDrop(item: Waiting, status: 400 | 413): void {
    const isTooLarge = status === 413
    const event = JSON.parse(item.body)
    const limit = byteLength(item.body) >> 2
    const body = isTooLarge ? toBody(event, limit) : JSON.stringify(toEssentials(event))
    if (isTooLarge) this.#limit = Math.max(leastBytes, Math.min(this.#limit, limit))
    if (body.length < item.body.length) item.body = body
    else {
      if (isTooLarge) this.#pause()
      this.#drop(item, isTooLarge ? 'too_large' : 'refused_400')
    }
  }

  #drop(item: Waiting, reason: string): void {
    this.done(item.id)
    this.#deps.drops.addEvent(reason, item.body)
  }
}

/** `Retry-After` in milliseconds, an hour at most; 0 when it says nothing. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - now
  return ms > 0 ? Math.min(ms, 3_600_000) : 0
}
