import { cleanBreadcrumb, keepAsIs, noteBreadcrumb } from './breadcrumbs.ts'
import { debugMeta } from './debug-meta.ts'
import { detailsOf } from './details.ts'
import { Drops } from './drops.ts'
import { type BugleEvent, type ExceptionPart, type Level, levels, type NewBreadcrumb, type Scalar } from './event.ts'
import { messageOf, thrownOf, toExceptions } from './exception.ts'
import { Fold } from './fold.ts'
import type { Options } from './options.ts'
import type { Undo } from './patch.ts'
import { assignKnown, isError, keysOf, numberOr, read, toPlainObject } from './plain.ts'
import { Queue, type SetTimer } from './queue.ts'
import { type Facts, Scope, type ScopeCarrier } from './scope.ts'
import { cleanText, toText } from './scrub.ts'
import { toBody } from './shrink.ts'
import type { EventStore, StoredEvent } from './store.ts'
import type { Transport } from './transport.ts'
import { timeOfUuid, uuidv7 } from './uuid.ts'

/** The parts of the SDK that a runtime provides. */
export interface Runtime {
  platform: BugleEvent['platform']
  sdk: { name: string; version: string }
  transport: Transport
  scopes: ScopeCarrier
  store?: EventStore | undefined
  /** Facts about device, system and app, read when an event is built. */
  contexts: () => Record<string, unknown>
  /** Adds further data to an event that will certainly be sent. */
  enrich?: Enrich | undefined
  integrations: Integration[]
  /** Recognizes events that say nothing about the program; they count as `filtered`. */
  isNoise?: ((event: BugleEvent) => boolean) | undefined
  /** A timer that does not keep the program alive. */
  setTimer?: SetTimer
  /** A timer that does, for callers that wait on purpose: `flush` and `close`. */
  waitTimer?: SetTimer
}

/** Adds data to events, asynchronously while the program runs. It bounds its own work. */
export interface Enrich {
  /** Takes an event, and passes it on when done with it. */
  add(event: BugleEvent, passOn: (event: BugleEvent) => void): void
  /** Resolves when every event taken so far has been passed on. */
  settled(): Promise<unknown>
  /** Passes everything on now, because the program is ending. */
  settleNow(): void
}

/** A part that watches something in the runtime. `install` returns its undo function. */
export interface Integration {
  name: string
  install(client: Client): undefined | Undo | Undo[]
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
}

/** An error object caught again within this time was rethrown and counts as the same error. */
const passedOnMs = 1000

const defaultTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** A connection between a program and a project. It never throws into the program and never blocks it. */
export class Client {
  readonly options: Options
  readonly scopes: ScopeCarrier
  readonly url: string
  #runtime: Runtime
  #queue: Queue
  #fold: Fold
  #drops = new Drops()
  #seen = new WeakMap<object, string>()
  #uninstall: Undo[] = []
  /** Cancels what has not run yet, for runtimes whose timers keep a program alive. */
  #timers = new Set<() => void>()
  #isBusy = false
  #isClosed = false
  /** Whether the program is ending, so that nothing can be sent later. */
  #isEnding = false
  #hasWarned = false

  constructor(options: Options, runtime: Runtime) {
    this.options = options
    this.#runtime = runtime
    this.scopes = runtime.scopes
    this.scopes.current().setTags(options.tags)
    this.url = ingestUrl(options.endpoint)
    const set = runtime.setTimer ?? defaultTimer
    const setTimer: SetTimer = (run, ms) => {
      const cancel = () => {
        this.#timers.delete(cancel)
        stop()
      }
      const stop = set(() => {
        this.#timers.delete(cancel)
        this.guard(run)
      }, ms)
      this.#timers.add(cancel)
      return cancel
    }
    const enqueue = (event: BugleEvent) => this.#enqueue(event)
    this.#fold = new Fold({
      passOn: (event) => (runtime.enrich ? runtime.enrich.add(event, enqueue) : enqueue(event)),
      hasRoom: () => !this.#queue.isFull,
      setTimer,
    })
    this.#queue = new Queue({
      ...runtime,
      url: this.url,
      token: options.token,
      maxEvents: numberOr(options.maxQueue, 100) || 100,
      setTimer,
      drops: this.#drops,
      debug: (value) => this.debug(value),
      warn: (text) => this.guard(() => console.warn(text)),
    })
    for (const integration of runtime.integrations)
      this.guard(() => {
        this.#uninstall = this.#uninstall.concat(integration.install(this) ?? [])
      })
  }

  /** Reports a thrown value. The same error object is reported once, however many handlers see it. */
  captureException(given: unknown, hint?: CaptureHint): string | undefined {
    const error = thrownOf(given)
    return this.#once(error, hint, () => {
      const errors = toExceptions(error, this.options.scrubKeys)
      const [first] = errors
      if (first.stack === null && !isError(error) && read(hint, 'mechanism') === undefined)
        first.stack = this.guard(callerStack) ?? null
      const event = this.#newEvent(errors, hint)
      event.extra = { ...event.extra, ...this.guard(() => detailsOf(error, this.options)) }
      return this.#finish(event, error)
    })
  }

  /** Reports a message, where no error was thrown. */
  captureMessage(message: string, given?: Level | CaptureHint, more?: CaptureHint): string | undefined {
    const hint = typeof given === 'object' ? given : more
    const level = (typeof given === 'object' ? read(given, 'level') : given) ?? 'info'
    return this.#once(message, hint, () => {
      const one = { exception_type: 'Message', message: cleanText(message), stack: null }
      return this.#finish(this.#newEvent([one], hint, { type: 'message', level: level as Level }))
    })
  }

  /** Adds a breadcrumb. Never throws, whatever the argument: integrations call it from within the host. */
  addBreadcrumb(given: NewBreadcrumb, scope: Scope = this.scopes.current()): void {
    const { beforeBreadcrumb, scrubKeys } = this.options
    const max = Math.min(50, numberOr(this.options.maxBreadcrumbs ?? 50, 0))
    if (max < 1) return
    this.guard(() =>
      this.#alone(() => {
        const noted = noteBreadcrumb(given, scrubKeys)
        if (!beforeBreadcrumb) return scope.keepBreadcrumb(noted, max)
        const result = this.#runHook(cleanBreadcrumb(noted, scrubKeys), ['category', 'message', 'ts'], beforeBreadcrumb)
        if (result) scope.keepBreadcrumb(keepAsIs(result), max)
      }),
    )
  }

  /**
   * Releases folded events and waits until every event has got a response.
   *
   * @returns false when the timeout came first, and the rest is still sent later; or when the server has refused an event
   */
  async flush(timeoutMs?: number): Promise<boolean> {
    this.guard(() => this.#fold.releaseAll())
    return this.#queue.drained(numberOr(timeoutMs, 2000), this.#runtime.enrich?.settled(), this.#runtime.waitTimer)
  }

  /** Sends waiting events, then ends: hooks and timers are removed, and new events are ignored. */
  async close(timeoutMs?: number): Promise<boolean> {
    for (const uninstall of this.#uninstall.splice(0)) this.guard(uninstall)
    this.#isClosed = true
    const isSent = await this.flush(timeoutMs)
    for (const cancel of this.#timers) this.guard(cancel)
    return isSent
  }

  /** How many requests may be in flight at the end of the program; none while the server asks for a pause. */
  get allowed(): number {
    return this.#queue.allowed
  }

  /** Makes this program and the next wait, because of a response that the queue has not seen. */
  pause(retryAfter: string | null): void {
    this.guard(() => this.#queue.pause(retryAfter))
  }

  /** Sends everything at once, because the page is being left. */
  leave(): void {
    this.#queue.leave(() => this.#fold.releaseAll())
  }

  /** Sends events that wait for the end of a back-off; called when the network returns. */
  retry(): void {
    this.#queue.retry()
  }

  /** Ends waiting for repeats and details, and returns the unconfirmed events, for a caller that sends them by other means. */
  drain(): StoredEvent[] {
    this.guard(() => {
      this.#isEnding = true
      this.#fold.releaseAll(true)
      this.#runtime.enrich?.settleNow()
    })
    this.#isEnding = false
    return this.#queue.unsent()
  }

  debug(value: unknown): void {
    try {
      if (this.options.debug) console.debug('[bugle]', value)
    } catch {
      // Someone has wrapped the console.
    }
  }

  /**
   * Runs SDK code inside the host and contains every failure. A promise returned by a host function comes too late for
   * an event; its rejection is swallowed, because reporting it would call the function again, endlessly.
   */
  guard<T>(work: () => T): T | undefined {
    try {
      const result = work()
      if (!(result instanceof Promise)) return result
      result.catch(() => {})
      if (!this.#hasWarned) {
        this.#hasWarned = true
        console.warn('[bugle] no effect: async beforeSend or the like')
      }
    } catch (failure) {
      this.debug(failure)
    }
    return undefined
  }

  #once(error: unknown, hint: CaptureHint | undefined, report: () => string | undefined): string | undefined {
    return this.#alone(() => {
      const key = typeof error === 'object' && error !== null ? error : undefined
      const known = key && this.#seen.get(key)
      // Caught by the program this much later, it was thrown once more: a rethrow comes sooner, or ends up uncaught.
      const isAgain =
        known && known < timeOfUuid(Date.now() - passedOnMs) && read(read(hint, 'mechanism'), 'handled') !== false
      if (known !== undefined && !isAgain) return known
      try {
        // An error dropped for lack of room was seen too, and counts once. A further one of a series needs no room.
        const hasNoRoom = this.#queue.isFull && !this.#fold.knows(messageOf(error, this.options.scrubKeys))
        const id = hasNoRoom ? this.#drops.add('queue_full') : report()
        if (key) this.#seen.set(key, id ?? '')
        return id
      } catch (failure) {
        this.#drops.add('client_error')
        this.debug(failure)
        return undefined
      }
    })
  }

  /** Skips the work inside other SDK work: errors and breadcrumbs that the host's hooks cause would never end. */
  #alone<T>(work: () => T): T | undefined {
    if (this.#isClosed || this.#isBusy) return undefined
    this.#isBusy = true
    try {
      return work()
    } finally {
      this.#isBusy = false
    }
  }

  #newEvent(
    errors: [ExceptionPart, ...ExceptionPart[]],
    hint: CaptureHint | undefined,
    { type = 'generic', level }: { type?: string; level?: Level } = {},
  ): BugleEvent {
    const [{ exception_type, message, stack }, ...causes] = errors
    const { appId, scrubKeys } = this.options
    const now = Date.now()
    const event: BugleEvent = {
      // No spread: an object that starts as a copy takes half as long again.
      exception_type,
      message,
      stack,
      exceptions: causes,
      event_id: uuidv7(now),
      timestamp: new Date(now).toISOString(),
      platform: this.#runtime.platform,
      app_id: appId,
      level: 'error',
      mechanism: { type, handled: true },
      sdk: this.#runtime.sdk,
      contexts: this.guard(() => this.#runtime.contexts()) ?? {},
      debug_meta: debugMeta(errors),
    }
    for (const field of ['release', 'dist', 'environment'] as const)
      if (this.options[field]) event[field] = toText(this.options[field], 200)
    scopeWith(hint, this.scopes.current()).applyTo(event, (facts) => this.guard(facts), scrubKeys)
    if (level) event.level = level
    if (!levels.includes(event.level)) event.level = 'error'
    event.extra = { ...event.extra, ...toPlainObject(read(hint, 'extra'), scrubKeys) }
    const mechanism = read(hint, 'mechanism')
    if (mechanism)
      event.mechanism = {
        type: toText(read(mechanism, 'type') ?? type, 200),
        handled: read(mechanism, 'handled') !== false,
      }
    const screenshot = read(hint, 'screenshot')
    if (typeof screenshot === 'string') event.screenshot = screenshot
    return event
  }

  #finish(event: BugleEvent, error?: unknown): string | undefined {
    const { beforeSend, ignoreErrors, sampleRate, fingerprint } = this.options
    const title = `${event.exception_type}: ${event.message}`
    const isIgnored = [ignoreErrors ?? []].flat().some((rule) => this.guard(() => matches(rule, title)))
    if (isIgnored) return this.#drops.add('ignored')
    if (this.guard(() => this.#runtime.isNoise?.(event))) return this.#drops.add('filtered')
    if (Math.random() >= numberOr(sampleRate, 1)) return this.#drops.add('sampled')
    const chosen = typeof fingerprint === 'function' ? this.guard(() => fingerprint(event)) : fingerprint
    const parts: unknown = event.fingerprint ?? chosen
    if (Array.isArray(parts)) event.fingerprint = parts.slice(0, 20).map((part) => toText(part, 200))
    else delete event.fingerprint
    const hook = beforeSend && ((copy: BugleEvent) => beforeSend(copy, { error }))
    const result = this.#runHook(event, ['app_id', 'exception_type', 'message'], hook)
    if (result === null) return this.#drops.add('before_send')
    // A hook may not change the fields that counting depends on.
    assignKnown(result, event, ['event_id', 'timestamp', 'platform', 'sdk'])
    return this.#fold.add({ ...result, repeat: undefined, users: undefined, client_drops: undefined })
  }

  /**
   * Passes a copy to a hook of the host. Keeps the original when the hook throws or its result lacks an essential
   * field.
   */
  #runHook<T>(given: T, essential: (keyof T)[], hook: ((copy: T) => T | null) | undefined): T | null {
    if (hook === undefined) return given
    const made = this.guard(() => hook(copyOf(given)))
    const result = made && this.guard(() => copyOf(made))
    if (result === null) return null
    const isWhole = essential.every(
      (field) => typeof result?.[field] === typeof given[field] && (result?.[field] || field === 'message'),
    )
    return isWhole ? result! : given
  }

  /** Called from timers and promises, where nothing else would catch a failure. */
  #enqueue(event: BugleEvent): void {
    try {
      event.client_drops = this.#drops.take()
      for (const field of ['tags', 'contexts', 'extra', 'exceptions', 'breadcrumbs', 'client_drops'] as const)
        if (keysOf(event[field]).length === 0) delete event[field]
      this.#queue.add({ id: event.event_id, body: toBody(event) }, this.#isEnding)
    } catch (failure) {
      this.#drops.add('client_error', event.repeat)
      this.debug(failure)
    }
  }
}

/** Returns the scope with a hint's additions. */
function scopeWith(hint: CaptureHint | undefined, current: Scope): Scope {
  const scope = Object.assign(new Scope(), current)
  scope.setTags(read(hint, 'tags') as CaptureHint['tags'])
  const [user, contexts, level, fingerprint] = ['user', 'contexts', 'level', 'fingerprint'].map((name) =>
    read(hint, name),
  )
  if (user !== undefined) scope.setUser(user as { id: string })
  for (const name of keysOf(contexts)) scope.setContext(name, read(contexts, name) as Facts)
  if (level) scope.setLevel(level as Level)
  if (fingerprint) scope.setFingerprint(fingerprint as string[])
  return scope
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

/** Returns the address that events are sent to. */
export function ingestUrl(endpoint: string): string {
  return `${endpoint}`.replace(/(\/ingest)?\/*$/, '/ingest')
}

export function matches(rule: string | RegExp, text: string): boolean {
  return typeof rule === 'string' ? text.includes(rule) : new RegExp(rule).test(text)
}

/** Returns the host's stack at this call, without SDK frames. */
function callerStack(): string | null {
  // Not always a string: a host may format stacks in its own way.
  const stack = `${new Error().stack}`
  const callers = stack.replace(/^[\s\S]*captureException.*\n/, 'NonError\n')
  return callers === stack ? null : callers
}
