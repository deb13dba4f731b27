import { debugMeta } from './debug-meta.ts'
import { Drops } from './drops.ts'
import {
  type Breadcrumb,
  type BugleEvent,
  type ExceptionPart,
  type Level,
  levels,
  type NewBreadcrumb,
} from './event.ts'
import { detailsOf, toExceptions } from './exception.ts'
import { Fold } from './fold.ts'
import type { Options } from './options.ts'
import type { Undo } from './patch.ts'
import { assignKnown, isError, keysOf, toPlainObject } from './plain.ts'
import { Queue, type SetTimer } from './queue.ts'
import type { ScopeCarrier } from './scope.ts'
import { cleanText, toText } from './scrub.ts'
import { toBody } from './shrink.ts'
import type { EventStore, StoredEvent } from './store.ts'
import type { Transport } from './transport.ts'
import { uuidv7 } from './uuid.ts'

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

/** How an error was caught. */
export interface CaptureHint {
  mechanism?: { type: string; handled: boolean } | undefined
  level?: Level | undefined
  /** Facts to look at, by name. */
  extra?: object | undefined
  /** What to group by; `{{ default }}` stands for what Bugle would choose. */
  fingerprint?: string[] | undefined
  /** JPEG, base64. */
  screenshot?: string | undefined
}

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
  #hasWarned = false

  constructor(options: Options, runtime: Runtime) {
    this.options = options
    this.#runtime = runtime
    this.scopes = runtime.scopes
    this.scopes.current().setTags(options.tags)
    this.url = ingestUrl(options.endpoint)
    const setTimer = runtime.setTimer ?? defaultTimer
    const enqueue = (event: BugleEvent) => this.#enqueue(event)
    this.#fold = new Fold((event) => (runtime.enrich ? runtime.enrich.add(event, enqueue) : enqueue(event)), setTimer)
    this.#queue = new Queue({
      ...runtime,
      url: this.url,
      token: options.token,
      maxEvents: options.maxQueue || 100,
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
  captureException(error: unknown, hint: CaptureHint = {}): string | undefined {
    return this.#once(error, () => {
      const errors = toExceptions(error, this.options.scrubKeys)
      const [first] = errors
      if (first.stack === null && !isError(error) && hint.mechanism === undefined)
        first.stack = this.guard(callerStack) ?? null
      const event = this.#newEvent(errors, hint)
      event.extra = { ...event.extra, ...detailsOf(error, this.options.scrubKeys) }
      return this.#finish(event, error)
    })
  }

  /** Reports a message, where no error was thrown. */
  captureMessage(message: string, level: Level = 'info', hint?: CaptureHint): string | undefined {
    return this.#once(message, () => {
      const one = { exception_type: 'Message', message: cleanText(message), stack: null }
      return this.#finish(this.#newEvent([one], { mechanism: { type: 'message', handled: true }, ...hint, level }))
    })
  }

  /** Never throws, whatever it is given: integrations call it from within the host. */
  addBreadcrumb(given: NewBreadcrumb): void {
    const { beforeBreadcrumb, maxBreadcrumbs = 50, scrubKeys } = this.options
    if (!(maxBreadcrumbs > 0)) return
    this.guard(() =>
      this.#alone(() => {
        const breadcrumb: Breadcrumb = {
          category: toText(given.category, 100),
          message: cleanText(given.message ?? '', 1024),
          ts: Math.floor(given.ts || 0) || Date.now(),
          data: given.data ? toPlainObject(given.data, scrubKeys, 200) : undefined,
        }
        const looked = this.#lookAt(breadcrumb, ['category', 'message', 'ts'], beforeBreadcrumb)
        if (looked) this.scopes.current().addBreadcrumb(looked, Math.min(50, maxBreadcrumbs))
      }),
    )
  }

  /**
   * Hands on what is held back and waits until everything was answered.
   *
   * @returns false when the time was over first; what is left is still sent later
   */
  async flush(timeoutMs = 2000): Promise<boolean> {
    this.guard(() => this.#fold.releaseAll())
    return this.#queue.drained(timeoutMs, this.#runtime.enrich?.settled(), this.#runtime.waitTimer)
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

  /** What nobody has confirmed yet, for who sends it by other means. */
  unsent(): StoredEvent[] {
    this.guard(() => {
      this.#fold.releaseAll()
      this.#runtime.enrich?.settleNow()
    })
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

  #once(error: unknown, report: () => string | undefined): string | undefined {
    return this.#alone(() => {
      const key = typeof error === 'object' && error !== null ? error : undefined
      const known = key && this.#seen.get(key)
      if (known !== undefined) return known
      try {
        // What has no room was seen, too: it counts once.
        const id = this.#queue.isFull ? this.#drops.add('queue_full') : report()
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

  #newEvent(errors: [ExceptionPart, ...ExceptionPart[]], hint: CaptureHint): BugleEvent {
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
      mechanism: { type: 'generic', handled: true },
      sdk: this.#runtime.sdk,
      contexts: this.guard(() => this.#runtime.contexts()) ?? {},
      debug_meta: debugMeta(errors),
    }
    for (const field of ['release', 'dist', 'environment'] as const)
      if (this.options[field]) event[field] = toText(this.options[field], 200)
    this.scopes.current().applyTo(event, (facts) => this.guard(facts), scrubKeys)
    assignKnown(event, hint, ['mechanism', 'level', 'fingerprint', 'screenshot'])
    if (!levels.includes(event.level)) event.level = 'error'
    event.extra = { ...event.extra, ...toPlainObject(hint.extra, scrubKeys) }
    return event
  }

  #finish(event: BugleEvent, error?: unknown): string | undefined {
    const { beforeSend, ignoreErrors, sampleRate, fingerprint } = this.options
    const title = `${event.exception_type}: ${event.message}`
    const isIgnored = [ignoreErrors ?? []].flat().some((rule) => this.guard(() => matches(rule, title)))
    if (isIgnored) return this.#drops.add('ignored')
    if (Math.random() >= (sampleRate ?? 1)) return this.#drops.add('sampled')
    const chosen = typeof fingerprint === 'function' ? this.guard(() => fingerprint(event)) : fingerprint
    const parts: unknown = event.fingerprint ?? chosen
    if (Array.isArray(parts)) event.fingerprint = parts.slice(0, 20).map((part) => toText(part, 200))
    else delete event.fingerprint
    const hook = beforeSend && ((copy: BugleEvent) => beforeSend(copy, { error }))
    const looked = this.#lookAt(event, ['app_id', 'exception_type', 'message'], hook)
    if (looked === null) return this.#drops.add('before_send')
    // What counts is not the hook's to say.
    assignKnown(looked, event, ['event_id', 'timestamp', 'platform', 'sdk'])
    return this.#fold.add({ ...looked, repeat: undefined, client_drops: undefined })
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

  #enqueue(event: BugleEvent): void {
    event.client_drops = this.#drops.take()
    for (const field of ['tags', 'contexts', 'extra', 'exceptions', 'breadcrumbs', 'client_drops'] as const)
      if (keysOf(event[field]).length === 0) delete event[field]
    this.#queue.add({ id: event.event_id, body: toBody(event) })
  }
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

function ingestUrl(endpoint: string): string {
  return `${endpoint}`.replace(/(\/ingest)?\/*$/, '/ingest')
}

function matches(rule: string | RegExp, text: string): boolean {
  return typeof rule === 'string' ? text.includes(rule) : new RegExp(rule).test(text)
}

/** The host's calls that led here, without ours. */
function callerStack(): string | null {
  // Not always a text: a host may have a way of its own of making stacks.
  const stack = `${new Error().stack}`
  const callers = stack.replace(/^[\s\S]*captureException.*\n/, 'NonError\n')
  return callers === stack ? null : callers
}
