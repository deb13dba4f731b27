import type { BugleEvent, ExceptionPart, Level, NewBreadcrumb, Scalar } from './event.ts'
import type { Options } from './options.ts'
import type { Undo } from './patch.ts'
import type { Attachment, Facts, Scope, ScopeCarrier } from './scope.ts'
import type { StoredEvent } from './store.ts'
import type { Transport } from './transport.ts'

/** Runs a function later; returns a function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/** The parts of the SDK that a runtime provides, and those that integrations add. */
export interface Runtime {
  /** Written into each event. */
  platform: BugleEvent['platform']
  /** Package and version, written into each event. */
  sdk: { name: string; version: string }
  /** Sends one request. */
  transport: Transport
  /** Holds the current scope. */
  scopes: ScopeCarrier
  /** Keeps what waits beyond the end of the program. */
  storing?: Storing | undefined
  /** Facts about device, system and app, read when an event is built. */
  contexts?: (() => Record<string, unknown>) | undefined
  /** Adds further data to an event that will certainly be sent. */
  enrich?: Enrich | undefined
  /** Watch the program and add to the runtime, in this order. */
  integrations: Integration[]
  /** A timer that does not keep the program alive. */
  setTimer: SetTimer
  /** A timer that does, for callers that wait on purpose: `flush` and `close`. */
  waitTimer?: SetTimer
  /** Adds data to each event as it is built. */
  builders?: Builder[]
  /** Decide which events are not sent: each returns the reason by which an event is counted. */
  sifters?: ((event: BugleEvent, guard: Guard) => string | false | undefined)[]
  /** Keeps a breadcrumb in a scope. */
  noteBreadcrumb?: (given: NewBreadcrumb, scope: Scope, guard: Guard) => void
  /** Makes what folds equal errors. */
  fold?: (deps: FoldDeps) => Fold
  /** Serializes events that are too large, or refused. */
  shrink?: Shrink
  /** Words why nothing arrives. */
  advise?: Advise
  /** Called when an event has been queued. */
  onQueued?: (eventId: string, client: Client) => void
}

/** Adds data to an event that is being built from what was thrown. */
export type Builder = (event: BugleEvent, scope: Scope, error: unknown) => unknown

/** Runs work of the SDK or of a hook, and contains its failure. */
export type Guard = <T>(work: () => T) => T | undefined

/** Adds data to events, asynchronously while the program runs. It bounds its own work. */
export interface Enrich {
  /** Takes an event, and passes it on when done with it. */
  add(event: BugleEvent, passOn: (event: BugleEvent) => void): void
  /** Resolves when every event taken so far has been passed on. */
  settled(): Promise<unknown>
  /** Passes everything on now, because the program is ending. */
  settleNow(): void
}

export interface FoldDeps {
  /** Passes an event on. */
  passOn: (event: BugleEvent) => void
  /** Whether the queue has room; until then equal errors are held. */
  hasRoom: () => boolean
  setTimer: SetTimer
}

/** Makes one event of equal errors. */
export interface Fold {
  /** Whether a series with this message is open, so that a further event needs no room. */
  knows(message: string): boolean
  /** Takes an event; returns the id under which it will be reported. */
  add(event: BugleEvent): string
  /** Passes on held events while there is room; at the end, all of them. */
  releaseAll(isEnd?: boolean): void
}

/** Serializes events that are too large, or refused. */
export interface Shrink {
  toBody(event: BugleEvent): string
  /** Reduces a body to the size that a proxy on the way has not refused yet. */
  fit(body: string): string
  /** Reduces a body that was refused by 413 or 400; undefined if it cannot be smaller. */
  shorten(body: string, status: number): string | undefined
}

/** The part of a store that the queue uses. */
export interface Storing {
  open(queue: {
    /** Takes the events of earlier runs; called once. */
    add: (events: StoredEvent[]) => void
    onLost: (count: number) => unknown
    /** Receives for how long nothing may be sent. */
    onPaused: (ms: number) => void
    /** The most events that the queue holds. */
    most: number
  }): void
  put(event: StoredEvent): Promise<unknown>
  /** @param stored resolves when the event is in the store; undefined for one of an earlier run */
  remove(id: string, stored: Promise<unknown> | undefined): void
  pause(ms: number): void
}

/** A bounded queue of events and of whatever else a program sends, each kept until it gets a response. */
export interface Queue {
  /** @param to the address of what is no event, which has room of its own */
  isFull(to?: string): boolean
  /** Whether the program ends: events are accepted for the store even when there is no room. */
  isEnding: boolean
  /** Adds an event, or drops it when there is no room. */
  add(event: StoredEvent): void
  /**
   * How many requests may be in flight; none while the server asks for a pause. After a failure, one event probes for
   * all.
   *
   * @param to the address of what is no event, which has pauses of its own
   */
  allowed(to?: string): number
  /** Returns the unconfirmed events. */
  unsent(): StoredEvent[]
  /**
   * Resolves true when the queue is empty and nothing was refused, false when the timeout comes first.
   *
   * @param added resolves when events still on their way have been added
   */
  drained(timeoutMs: number, added: Promise<unknown> | undefined, setTimer?: SetTimer): Promise<boolean>
  /**
   * Sends what fits by requests that outlive the page; the rest waits in the store.
   *
   * @param addLast adds the events held so far
   */
  leave(addLast: () => void): void
  /** Ends back-off because the network is back; `Retry-After` still holds. */
  retry(): void
  /** Makes events of this program and the next wait, as after a failure. */
  pause(retryAfter?: string | null): void
}

/** Returns the end of a sentence for whoever sets Bugle up: why nothing arrives. */
export type Advise = (url: string, status: number, location?: string) => string

/** A part of the SDK that watches something in the runtime, or does something with events. */
export interface Integration {
  name: string
  /**
   * Adds to the runtime before the client starts.
   *
   * @internal
   */
  setup?(runtime: Runtime, options: Options): void
  /** Begins to watch; returns its undo function. */
  install?(client: Client): undefined | Undo | Undo[]
}

/** Additions to the scope for one error, and how it was caught. */
export interface CaptureHint {
  /** Added to the scope's tags. */
  tags?: Record<string, Scalar> | undefined
  /** Replaces the scope's user. */
  user?: { id: string | number } | null | undefined
  /** Added to the scope's contexts. */
  contexts?: Record<string, Facts | null> | undefined
  mechanism?: { type: string; handled: boolean } | undefined
  level?: Level | undefined
  /** Extra data by name. */
  extra?: object | undefined
  /** Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint. */
  fingerprint?: string[] | undefined
  /** JPEG, base64. */
  screenshot?: string | undefined
  /** Files that belong to the error, at most five. */
  attachments?: Attachment[] | undefined
}

/** A connection between a program and a project. It never throws into the program and never blocks it. */
export interface Client {
  readonly options: Options
  readonly scopes: ScopeCarrier
  /** Address that events are sent to. */
  readonly url: string
  /** @internal */
  readonly runtime: Runtime
  /** @internal */
  readonly queue: Queue
  /** Id of the last event. */
  lastEventId: string | undefined
  /**
   * Called with each error that counts for the program, sampled or not, before it is sent.
   *
   * @internal
   */
  readonly observers: ((event: BugleEvent, scope: Scope) => void)[]
  /**
   * Called when everything that integrations hold shall be sent.
   *
   * @internal
   */
  readonly releasers: (() => void)[]
  /** Reports a thrown value. The same error object is reported once, however many handlers see it. */
  captureException(given: unknown, hint?: CaptureHint): string | undefined
  /**
   * Builds an event and passes it on, unless an option forbids it.
   *
   * @param cause an object that is reported once; anything else is reported each time
   * @param errors the error and its causes
   */
  report(
    cause: unknown,
    hint: CaptureHint | undefined,
    errors: () => [ExceptionPart, ...ExceptionPart[]],
    type?: string,
    level?: unknown,
  ): string | undefined
  /** Adds a breadcrumb. Never throws, whatever the argument: integrations call it from within the host. */
  addBreadcrumb(given: NewBreadcrumb, scope?: Scope): void
  /**
   * Sends something that is no event, by the same queue and store.
   *
   * @param to address below that of events, and the type of a body that is no JSON
   * @param fields beside the app's id; a text is the whole body
   * @param id by which another entry may wait for this one
   */
  submit(to: string, fields: object | string, id?: string): void
  /**
   * Passes on what is held.
   *
   * @param isEnd also what has no room
   * @internal
   */
  releaseHeld(isEnd?: boolean): void
  /**
   * Releases folded events and waits until every event has got a response.
   *
   * @returns false when the timeout came first, and the rest is still sent later; or when the server has refused an event
   */
  flush(timeoutMs?: number): Promise<boolean>
  /** Sends waiting events, then ends: hooks and timers are removed, and new events are ignored. */
  close(timeoutMs?: number): Promise<boolean>
  /**
   * Sends everything at once, because the page is being left.
   *
   * @internal
   */
  leave(): void
  /**
   * Runs a function later, in a guard; the timer ends with the client.
   *
   * @internal
   */
  setTimer: SetTimer
  debug(value: unknown): void
  /**
   * Runs SDK code inside the host and contains every failure. A promise returned by a host function comes too late for
   * an event; its rejection is swallowed, because reporting it would call the function again, endlessly.
   */
  guard: Guard
}
