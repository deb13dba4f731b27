import type { Project } from '../harness/account.ts'
import { bodyOf, Connection, headerOf } from '../harness/connection.ts'
import type { Random } from '../harness/random.ts'
import type { MarkedEvent } from './marked-event.ts'
import { nativeWire, type Wire } from './wire.ts'

/** The sender's knowledge of one event, whatever happened to its requests. */
export interface Note {
  event: MarkedEvent
  /** `unanswered` once a 5xx, a timeout or a cut connection left it open, and no later response settled it. */
  outcome: 'unsent' | 'unanswered' | 'refused' | 'acknowledged'
  eventId: string
  issueId: string
  attempts: number
  /** Responses that contradict each other or the rules. */
  complaints: string[]
}

/** A raw response, for scenarios that watch refusals. */
export interface Seen {
  /** The index of the project to which the event was sent. */
  project: number
  /** 0: the connection was cut or refused. */
  status: number
  neverSent: boolean
  /** Whether it had to open its connection. */
  isFirst: boolean
  retryAfter: string | undefined
  /** Milliseconds since the request was written. */
  tookMs: number
  /** performance.now() of the response. */
  at: number
}

export interface SenderOptions {
  port: number
  projects: readonly Project[]
  random: Random
  connections?: number
  /** How events are sent; like our own SDKs by default. */
  wire?: Wire
  /** A request without a response for this long is aborted. */
  timeoutMs?: number
}

/**
 * Sends marked events at a steady rate and keeps notes. Events with an identity are retried until acknowledged, and
 * some once more after that, like a sender that missed the response.
 */
export class Sender {
  readonly notes: Note[] = []
  readonly #options: SenderOptions
  readonly wire: Wire
  readonly #idle: Connection[] = []
  readonly #retries: Note[] = []
  readonly #watchers = new Set<(seen: Seen) => void>()
  #onTheWay = 0
  #mostOnTheWay: number
  #isFresh = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: SenderOptions) {
    this.#options = options
    this.#mostOnTheWay = options.connections ?? 64
    this.wire = options.wire ?? nativeWire(options.port, options.projects)
  }

  /**
   * Starts sending, or continues at another rate, on all or fewer connections. A `fresh` event is the last of its
   * connection, like that of a page with a single error.
   */
  start(perSecond: number, { connections = this.#options.connections ?? 64, isFresh = false } = {}): void {
    clearInterval(this.#timer)
    this.#mostOnTheWay = connections
    this.#isFresh = isFresh
    let due = 0
    let last = performance.now()
    this.#timer = setInterval(() => {
      const now = performance.now()
      due += ((now - last) / 1000) * perSecond
      last = now
      for (; due >= 1; due -= 1) if (!this.#sendOne()) due = 1 // all connections wait: overdue events are not sent
    }, 5)
  }

  pause(): void {
    clearInterval(this.#timer)
  }

  /** Stops, and waits for outstanding responses. */
  async rest(): Promise<void> {
    this.pause()
    while (this.#onTheWay > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Stops, then retries events with an identity until all are acknowledged or time is up. */
  async finish(timeoutMs = 30_000): Promise<void> {
    clearInterval(this.#timer)
    const endsAt = performance.now() + timeoutMs
    while (this.#onTheWay > 0 || (this.#retries.length > 0 && performance.now() < endsAt)) {
      const connection = this.#retries.length > 0 ? this.#free() : undefined
      if (connection !== undefined) this.#send(this.#retries.shift()!, connection)
      await new Promise((resolve) => setTimeout(resolve, this.#onTheWay > 32 ? 5 : 0))
    }
    for (const connection of this.#idle) connection.close()
  }

  /** Calls back on every response until the returned function is called. */
  watch(watcher: (seen: Seen) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Resolves with the next response of that status, to an event of a project if one is named, or with nothing after two minutes. */
  next(status: number, { project }: { project?: number } = {}): Promise<Seen | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(undefined), 120_000)
      const stop = this.watch((seen) => {
        if (seen.status === status && (project ?? seen.project) === seen.project) finish(seen)
      })
      const finish = (seen: Seen | undefined) => {
        clearTimeout(timer)
        stop()
        resolve(seen)
      }
    })
  }

  #sendOne(): boolean {
    const connection = this.#free()
    if (connection === undefined) return false
    const again = this.#retries.length > 0 && this.#options.random.below(4) === 0
    this.#send(again ? this.#retries.shift()! : this.#newNote(), connection)
    return true
  }

  #newNote(): Note {
    const event = this.wire.makeEvent(this.#options.random, this.#options.projects.length)
    const note: Note = { event, outcome: 'unsent', eventId: '', issueId: '', attempts: 0, complaints: [] }
    this.notes.push(note)
    return note
  }

  #free(): Connection | undefined {
    if (this.#onTheWay === this.#mostOnTheWay) return undefined
    const { port, timeoutMs = 10_000 } = this.#options
    return this.#idle.pop() ?? new Connection(port, { timeoutMs })
  }

  #send(note: Note, connection: Connection): void {
    const { event } = note
    const lastHeader = this.#isFresh ? 'Connection: close\r\n' : ''
    const head = `${this.wire.headOf(event)}${lastHeader}Content-Length: ${event.body.length}\r\n\r\n`
    const began = performance.now()
    note.attempts += 1
    this.#onTheWay += 1
    connection.send([Buffer.from(head), event.body], ({ status, text, neverSent, isFirst }) => {
      this.#onTheWay -= 1
      this.#idle.push(connection)
      settle(this.wire, note, { status, text, neverSent })
      if (this.#mayRepeat(note)) this.#retries.push(note)
      const at = performance.now()
      for (const watcher of this.#watchers)
        watcher({
          project: event.project,
          status,
          neverSent,
          isFirst,
          retryAfter: headerOf(text, 'retry-after'),
          tookMs: at - began,
          at,
        })
    })
  }

  #mayRepeat({ event, outcome, attempts }: Note): boolean {
    if (event.identity === 'none') return false
    if (outcome === 'acknowledged') return attempts < 5 && this.#options.random.below(10) === 0
    return outcome !== 'refused'
  }
}

/** Applies a response to a note. */
function settle(
  wire: Wire,
  note: Note,
  { status, text, neverSent }: { status: number; text: string; neverSent: boolean },
): void {
  if (status === wire.status) {
    const read = wire.read(note.event, text)
    if (typeof read === 'string') note.complaints.push(read)
    else {
      if (note.outcome === 'acknowledged' && note.eventId !== read.eventId)
        note.complaints.push(`a retry got ${read.eventId} after ${note.eventId}`)
      Object.assign(note, read)
    }
    note.outcome = 'acknowledged'
    return
  }
  if (note.outcome === 'acknowledged') return
  if (status === 0 && neverSent) return
  if (status === 0 || status >= 500) note.outcome = 'unanswered'
  else if (note.outcome === 'unsent') note.outcome = 'refused'
  if (status >= 500 && status !== 503) note.complaints.push(`status ${status}: ${bodyOf(text).slice(0, 200)}`)
  if (status >= 400 && status < 500 && status !== 429) note.complaints.push(`refused: ${bodyOf(text).slice(0, 200)}`)
}
