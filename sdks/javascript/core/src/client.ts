import { debugMeta } from './debug-meta.ts'
import { detailsOf } from './details.ts'
import { Drops } from './drops.ts'
import {
  type Breadcrumb,
  type BugleEvent,
  type ExceptionPart,
  type Level,
  levels,
  type NewBreadcrumb,
  type Scalar,
} from './event.ts'
import { messageOf, toExceptions } from './exception.ts'
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

/** What a runtime brings to the core. */
export interface Runtime {
  platform: BugleEvent['platform']
  sdk: { name: string; version: string }
  transport: Transport
  scopes: ScopeCarrier
  store?: EventStore | undefined
  /** Facts about device, system and app, read when an event is made. */
  contexts: () => Record<string, unknown>
  /** What is looked up for an event once it is certain to be sent. */
  enrich?: Enrich | undefined
  integrations: Integration[]
  /** Whether an event says nothing about the program; it is counted as `filtered`. */
  isNoise?: ((event: BugleEvent) => boolean) | undefined
  /** A timer that does not keep the program alive. */
  setTimer?: SetTimer
  /** A timer that does, for who waits on purpose: `flush` and `close`. */
  waitTimer?: SetTimer
}

/** Adds to events, in its own time while there is some. It is bounded itself. */
export interface Enrich {
  /** Takes an event, and hands it on when it is done with it. */
  add(event: BugleEvent, handOn: (event: BugleEvent) => void): void
  /** Resolves when everything taken until now was handed on. */
  settled(): Promise<unknown>
  /** Hands everything on now, for the program ends. */
  settleNow(): void
}

/** Something of the runtime that is watched. `install` returns what takes it away again. */
export interface Integration {
  name: string
  install(client: Client): undefined | Undo | Undo[]
}

/** What is known of one error beside itself and its scope, and how it was caught. */
export interface CaptureHint {
  /** Beside the tags of the scope. */
  tags?: Record<string, Scalar> | undefined
  /** In place of the user of the scope. */
  user?: { id: string | number } | null | undefined
  /** Beside the contexts of the scope. */
  contexts?: Record<string, Facts | null> | undefined
  mechanism?: { type: string; handled: boolean } | undefined
  level?: Level | undefined
  /** Facts to look at, by name. */
  extra?: object | undefined
  /** What to group by; `{{ default }}` stands for what Bugle would choose. */
  fingerprint?: string[] | undefined
  /** JPEG, base64. */
  screenshot?: string | undefined
}

/** For how long an error that is caught again counts as the same: it was passed on. */
const passedOnMs = 1000

const defaultTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** One connection between a program and a project. It never throws into the program and never blocks it. */
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
  #isBusy = false
  #isClosed = false
  /** What comes now has no later. */
  #isEnding = false
  #hasWarned = false

  constructor(options: Options, runtime: Runtime) {
    this.options = options
    this.#runtime = runtime
    this.scopes = runtime.scopes
    this.scopes.current().setTags(options.tags)
    this.url = ingestUrl(options.endpoint)
    const set = runtime.setTimer ?? defaultTimer
    const setTimer: SetTimer = (run, ms) => set(() => this.guard(run), ms)
    const enqueue = (event: BugleEvent) => this.#enqueue(event)
    this.#fold = new Fold({
      handOn: (event) => (runtime.enrich ? runtime.enrich.add(event, enqueue) : enqueue(event)),
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
      debug: (what) => this.debug(what),
    })
    for (const integration of runtime.integrations)
      this.guard(() => {
        this.#uninstall = this.#uninstall.concat(integration.install(this) ?? [])
      })
  }

  /** Reports what was thrown. The same error object is reported once, however many handlers see it. */
  captureException(error: unknown, hint?: CaptureHint): string | undefined {
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

  /** Never throws, whatever it is given: integrations call it from within the host. */
  addBreadcrumb(given: NewBreadcrumb, scope: Scope = this.scopes.current()): void {
    const { beforeBreadcrumb, scrubKeys } = this.options
    const most = Math.min(50, numberOr(this.options.maxBreadcrumbs ?? 50, 0))
    if (most < 1) return
    this.guard(() =>
      this.#alone(() => {
        const breadcrumb: Breadcrumb = {
          category: toText(given.category, 100),
          message: cleanText(given.message ?? '', 1024),
          ts: Math.floor(given.ts || 0) || Date.now(),
          data: given.data ? toPlainObject(given.data, scrubKeys, 200) : undefined,
        }
        const looked = this.#lookAt(breadcrumb, ['category', 'message', 'ts'], beforeBreadcrumb)
        if (looked) scope.keepBreadcrumb(looked, most)
      }),
    )
  }

  /**
   * Hands on what is held back and waits until everything was answered.
   *
   * @returns false when the time was over first; what is left is still sent later
   */
  async flush(timeoutMs?: number): Promise<boolean> {
    this.guard(() => this.#fold.releaseAll())
    return this.#queue.drained(numberOr(timeoutMs, 2000), this.#runtime.enrich?.settled(), this.#runtime.waitTimer)
  }

  /** Sends what waits, then ends: hooks are taken away, nothing is taken any more. */
  async close(timeoutMs?: number): Promise<boolean> {
    for (const uninstall of this.#uninstall.splice(0)) this.guard(uninstall)
    this.#isClosed = true
    return this.flush(timeoutMs)
  }

  /** The page is being left. */
  leave(): void {
    this.#queue.leave(() => this.#fold.releaseAll())
  }

  /** Sends what waits for the end of a pause: the network is back. */
  retry(): void {
    this.#queue.retry()
  }

  /** What nobody has confirmed yet, for who sends it by other means. */
  unsent(): StoredEvent[] {
    this.guard(() => {
      this.#isEnding = true
      this.#fold.releaseAll(true)
      this.#runtime.enrich?.settleNow()
    })
    this.#isEnding = false
    return this.#queue.unsent()
  }

  debug(what: unknown): void {
    try {
      if (this.options.debug) console.debug('[bugle]', what)
    } catch {
      // Somebody has wrapped it.
    }
  }

  /**
   * Runs work of the client inside the host: whatever goes wrong stays here. What a function of the host promises comes too
   * late for an event; that it fails would be one more error, for which the function is asked again, and so on.
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
      // Caught by the program so much later it was thrown once more: what is passed on comes sooner, or is caught by nobody.
      const isAgain =
        known && known < timeOfUuid(Date.now() - passedOnMs) && read(read(hint, 'mechanism'), 'handled') !== false
      if (known !== undefined && !isAgain) return known
      try {
        // What has no room was seen, too: it counts once. One more of a series needs none.
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

  /** Not within other work of ours: what the host's hooks report or note meanwhile would never end. */
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
      // Not by spreading: an object that begins as a copy takes half as long again.
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
    const looked = this.#lookAt(event, ['app_id', 'exception_type', 'message'], hook)
    if (looked === null) return this.#drops.add('before_send')
    // What counts is not the hook's to say.
    assignKnown(looked, event, ['event_id', 'timestamp', 'platform', 'sdk'])
    return this.#fold.add({ ...looked, repeat: undefined, users: undefined, client_drops: undefined })
  }

  /** What a hook of the host makes of a copy; when it throws, or returns what lacks an essential, all stays as it was. */
  #lookAt<T>(given: T, essential: (keyof T)[], hook: ((copy: T) => T | null) | undefined): T | null {
    if (hook === undefined) return given
    const made = this.guard(() => hook(copyOf(given)))
    const looked = made && this.guard(() => copyOf(made))
    if (looked === null) return null
    const isWhole = essential.every(
      (field) => typeof looked?.[field] === typeof given[field] && (looked?.[field] || field === 'message'),
    )
    return isWhole ? looked! : given
  }

  /** Called out of timers and promises, where nobody else would catch: it fails like any other work of ours. */
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

/** The scope with what a hint adds to it. */
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

function ingestUrl(endpoint: string): string {
  return `${endpoint}`.replace(/(\/ingest)?\/*$/, '/ingest')
}

export function matches(rule: string | RegExp, text: string): boolean {
  return typeof rule === 'string' ? text.includes(rule) : new RegExp(rule).test(text)
}

/** The host's calls that led here, without ours. */
function callerStack(): string | null {
  // Not always a text: a host may have a way of its own of making stacks.
  const stack = `${new Error().stack}`
  const callers = stack.replace(/^[\s\S]*captureException.*\n/, 'NonError\n')
  return callers === stack ? null : callers
}
