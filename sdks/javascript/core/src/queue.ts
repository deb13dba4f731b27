import type { EventStore, StoredEvent } from './store.ts'
import type { IngestAnswer, Transport } from './transport.ts'

const concurrent = 4
const firstPauseMs = 1000
const longestPauseMs = 300_000
/** Browsers allow 64 KiB for all requests that outlive their page; headers count. */
const keepaliveBytes = 60_000

interface Waiting extends StoredEvent {
  isSending: boolean
  shrinks: number
  stored: Promise<unknown>
}

/** Runs something later, and returns what calls it off. */
export type SetTimer = (run: () => void, ms: number) => () => void

export interface QueueDeps {
  url: string
  token: string
  transport: Transport
  store: EventStore | undefined
  maxEvents: number
  setTimer: SetTimer
  /** An event that will never be sent. */
  onDrop: (reason: string, body: string) => void
  /** The same event, smaller; undefined when it cannot be. */
  shrink: (body: string, limit: number) => string | undefined
  debug: (text: string) => void
}

/**
 * Events that wait for the network, bounded, each until it was answered: 202 ends it, a refusal that stays drops it,
 * anything else is tried again after a pause that grows, with jitter, and never before `Retry-After`.
 */
export class Queue {
  #deps: QueueDeps
  #waiting = new Map<string, Waiting>()
  #failures = 0
  #notBefore = 0
  #isPausing = false
  #idle: (() => void)[] = []

  constructor(deps: QueueDeps) {
    this.#deps = deps
    deps.store?.load().then(
      (left) => {
        for (const event of left) if (!this.isFull) this.#add(event, Promise.resolve())
        this.#pump()
      },
      () => undefined,
    )
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#deps.maxEvents
  }

  /** Takes an event, or drops it when there is no room. */
  add(event: StoredEvent): void {
    if (this.isFull) {
      this.#deps.onDrop('queue_full', event.body)
      return
    }
    this.#add(
      event,
      Promise.resolve(this.#deps.store?.put(event)).catch(() => undefined),
    )
    this.#pump()
  }

  /** What nobody has confirmed yet. */
  unsent(): StoredEvent[] {
    return [...this.#waiting.values()].map(({ id, body }) => ({ id, body }))
  }

  /** Forgets an event that somebody else has sent. */
  done(id: string): void {
    const item = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (item !== undefined) void item.stored.then(() => this.#deps.store?.remove(id)).catch(() => undefined)
    if (this.#waiting.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Resolves true when nothing waits any more, false when the time is over first. */
  drained(timeoutMs: number, setTimer = this.#deps.setTimer): Promise<boolean> {
    if (this.#waiting.size === 0) return Promise.resolve(true)
    this.#pump()
    return new Promise((resolve) => {
      const callOff = setTimer(() => resolve(false), timeoutMs)
      this.#idle.push(() => {
        callOff()
        resolve(true)
      })
    })
  }

  /** Sends what it can by requests that outlive the page; the rest waits in the store. */
  leave(): void {
    if (Date.now() < this.#notBefore) return
    let room = keepaliveBytes
    for (const item of this.#waiting.values()) {
      const bytes = item.body.length * 2
      if (item.isSending || bytes > room) continue
      room -= bytes
      void this.#send(item, true)
    }
  }

  #add(event: StoredEvent, stored: Promise<unknown>): void {
    if (!this.#waiting.has(event.id)) this.#waiting.set(event.id, { ...event, isSending: false, shrinks: 0, stored })
  }

  #pump(): void {
    const pause = this.#notBefore - Date.now()
    if (pause > 0) {
      if (!this.#isPausing) this.#wakeIn(pause)
      return
    }
    let busy = 0
    for (const item of this.#waiting.values()) if (item.isSending) busy += 1
    // After a failure one event tries the way for all.
    const allowed = this.#failures > 0 ? 1 : concurrent
    for (const item of this.#waiting.values()) {
      if (busy >= allowed) return
      if (item.isSending) continue
      busy += 1
      void this.#send(item, false)
    }
  }

  #wakeIn(ms: number): void {
    this.#isPausing = true
    this.#deps.setTimer(() => {
      this.#isPausing = false
      this.#pump()
    }, ms)
  }

  async #send(item: Waiting, keepalive: boolean): Promise<void> {
    const { url, token, transport } = this.#deps
    item.isSending = true
    let answer: IngestAnswer | undefined
    try {
      answer = await transport({ url, token, body: item.body, keepalive })
    } catch (error) {
      this.#deps.debug(`no answer: ${error}`)
    }
    item.isSending = false
    if (!this.#waiting.has(item.id)) return
    this.#settle(item, answer)
    this.#pump()
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
    if (status === 413) this.#shrinkOrDrop(item)
    else if (isFinal) this.#drop(item, `refused_${status}`)
    else this.#putOff(item, answer)
  }

  #putOff(item: Waiting, answer: IngestAnswer | undefined): void {
    this.#failures += 1
    this.#notBefore = Math.max(this.#notBefore, Date.now() + this.#pauseMs(answer))
    // To the end: one that never gets through must not hold up the others.
    this.#waiting.delete(item.id)
    this.#waiting.set(item.id, item)
  }

  #shrinkOrDrop(item: Waiting): void {
    item.shrinks += 1
    // A proxy may allow less than Bugle does.
    const body = item.shrinks > 3 ? undefined : this.#deps.shrink(item.body, item.body.length >> 2)
    if (body === undefined || body.length >= item.body.length) this.#drop(item, 'too_large')
    else item.body = body
  }

  #drop(item: Waiting, reason: string): void {
    this.done(item.id)
    this.#deps.onDrop(reason, item.body)
  }

  #pauseMs(answer: IngestAnswer | undefined): number {
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#failures - 1, 10))
    return Math.max(grown * (0.5 + Math.random() / 2), retryAfterMs(answer?.retryAfter) * (1 + Math.random() / 10))
  }
}

/** `Retry-After` in milliseconds, an hour at most; 0 when it says nothing. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number {
  if (!header) return 0
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return ms > 0 ? Math.min(ms, 3_600_000) : 0
}
