import { createDrops } from './drops.ts'
import type { BugleEvent, ExceptionPart, Level } from './event.ts'
import { messageOf, thrownOf, toExceptions } from './exception.ts'
import { runHook } from './hook.ts'
import type { Options } from './options.ts'
import type { Undo } from './patch.ts'
import { assignKnown, keysOf, listOf, numberOr, read, toPlainObject } from './plain.ts'
import { createQueue } from './queue.ts'
import type { CaptureHint, Client, Guard, Runtime, SetTimer } from './runtime.ts'
import { type Attachment, type Facts, Scope } from './scope.ts'
import { toText } from './scrub.ts'
import { itemId } from './store.ts'
import { timeOfUuid, uuidv7 } from './uuid.ts'

/** An error object caught again within this time was rethrown and counts as the same error. */
const passedOnMs = 1000

/** Connects a program with a project. */
export function createClient(options: Options, runtime: Runtime): Client {
  const { scopes } = runtime
  const { appId, scrubKeys } = options
  const drops = createDrops()
  const seen = new WeakMap<object, string>()
  const url = ingestUrl(options.endpoint)
  let uninstall: Undo[] = []
  let isBusy = false
  let isClosed = false
  let hasWarned = false

  const debug = (value: unknown) => {
    try {
      if (options.debug) console.debug('[bugle]', value)
    } catch {
      // Someone has wrapped the console.
    }
  }

  const guard: Guard = (work) => {
    try {
      const result = work()
      if (!(result instanceof Promise)) return result
      result.catch(() => {})
      if (!hasWarned) {
        hasWarned = true
        console.warn('[bugle] no effect: async hook')
      }
    } catch (failure) {
      debug(failure)
    }
    return undefined
  }

  const setTimer: SetTimer = (run, ms) => runtime.setTimer(() => guard(run), ms)

  runtime.builders = []
  runtime.sifters = []
  for (const part of runtime.integrations) guard(() => part.setup?.(runtime, options))
  scopes.current().setTags(options.tags)

  const queue = createQueue({
    ...runtime,
    url,
    token: options.token,
    maxEvents: numberOr(options.maxQueue, 0) || 100,
    setTimer,
    drops,
    debug,
    warn: (text) => guard(() => console.warn(text)),
  })

  /** Passes an event on to the queue, with what is added to it first. */
  const passOn = (event: BugleEvent) => (runtime.enrich ? runtime.enrich.add(event, enqueue) : enqueue(event))

  const fold = runtime.fold?.({ passOn, hasRoom: () => !queue.isFull(), setTimer })

  /** Skips the work inside other SDK work: errors and breadcrumbs that the host's hooks cause would never end. */
  const alone = <T>(work: () => T): T | undefined => {
    if (isClosed || isBusy) return undefined
    isBusy = true
    try {
      return work()
    } finally {
      isBusy = false
    }
  }

  /** Builds an event, and passes it on unless an option forbids it. */
  const build = (
    error: unknown,
    hint: CaptureHint | undefined,
    [{ exception_type, message, stack }, ...exceptions]: [ExceptionPart, ...ExceptionPart[]],
    type: string,
    level: unknown,
  ): string | undefined => {
    const now = Date.now()
    const mechanism = read(hint, 'mechanism')
    const event: BugleEvent = {
      // No spread: an object that starts as a copy takes half as long again.
      exception_type,
      message,
      stack,
      exceptions,
      event_id: uuidv7(now),
      timestamp: new Date(now).toISOString(),
      platform: runtime.platform,
      app_id: appId,
      level: 'error',
      mechanism: { type: toText(read(mechanism, 'type') ?? type, 200), handled: read(mechanism, 'handled') !== false },
      sdk: runtime.sdk,
      contexts: guard(() => runtime.contexts?.()) ?? {},
    }
    for (const field of ['release', 'dist', 'environment'] as const)
      if (options[field]) event[field] = toText(options[field], 200)
    const scope = scopeWith(hint, scopes.current())
    scope.applyTo(event, guard, scrubKeys)
    if (level) event.level = level as Level
    event.extra = { ...event.extra, ...toPlainObject(read(hint, 'extra'), scrubKeys) }
    const screenshot = read(hint, 'screenshot')
    if (typeof screenshot === 'string') event.screenshot = screenshot
    for (const add of runtime.builders!) guard(() => add(event, scope, error))

    let reason: string | false | undefined
    for (const sift of runtime.sifters!) reason ||= guard(() => sift(event, guard))
    // An error that is left out by chance is one of the program all the same.
    if (!reason || reason === 'sampled') for (const observe of client.observers) guard(() => observe(event, scope))
    if (reason) return drops.add(reason)
    if (Array.isArray(event.fingerprint))
      event.fingerprint = event.fingerprint.slice(0, 20).map((part) => toText(part, 200))
    else delete event.fingerprint
    const { beforeSend } = options
    const result = beforeSend
      ? runHook(guard, event, ['app_id', 'exception_type', 'message'], (copy) => beforeSend(copy, { error }))
      : event
    if (!result) return drops.add('before_send')
    // A hook may not change the fields that counting depends on.
    assignKnown(result, event, ['event_id', 'timestamp', 'platform', 'sdk'])
    const whole = { ...result, repeat: undefined, users: undefined, client_drops: undefined }
    const id = fold ? fold.add(whole) : event.event_id
    if (!fold) passOn(whole)
    client.lastEventId = id
    return id
  }

  /** Called from timers and promises, where nothing else would catch a failure. */
  const enqueue = (event: BugleEvent) => {
    try {
      event.client_drops = drops.take()
      for (const field of ['tags', 'contexts', 'extra', 'exceptions', 'breadcrumbs', 'client_drops'] as const)
        if (!keysOf(event[field]).length) delete event[field]
      queue.add({ id: event.event_id, body: (runtime.shrink?.toBody ?? JSON.stringify)(event) })
      runtime.onQueued?.(event.event_id, client)
    } catch (failure) {
      drops.add('client_error', event.repeat)
      debug(failure)
    }
  }

  const releaseHeld = (isEnd?: boolean) =>
    guard(() => {
      fold?.releaseAll(isEnd)
      for (const one of client.releasers) one()
    })

  const flush = (timeoutMs?: number) => {
    releaseHeld()
    return queue.drained(numberOr(timeoutMs, 2000), runtime.enrich?.settled(), runtime.waitTimer)
  }

  const client: Client = {
    options,
    scopes,
    url,
    runtime,
    queue,
    lastEventId: undefined,
    observers: [],
    releasers: [],
    captureException(given, hint) {
      const error = thrownOf(given)
      return client.report(error, hint, () => toExceptions(error, scrubKeys))
    },
    report: (cause, hint, errors, type = 'generic', level?: unknown) =>
      alone(() => {
        const key = typeof cause === 'object' && cause !== null ? cause : undefined
        const known = key && seen.get(key)
        // Caught by the program this much later, it was thrown once more: a rethrow comes sooner, or ends up uncaught.
        const isAgain =
          known && known < timeOfUuid(Date.now() - passedOnMs) && read(read(hint, 'mechanism'), 'handled') !== false
        if (known !== undefined && !isAgain) return known
        try {
          // An error dropped for lack of room was seen too, and counts once. A further one of a series needs no room.
          const hasNoRoom = queue.isFull() && !fold?.knows(messageOf(cause, scrubKeys))
          const id = hasNoRoom ? drops.add('queue_full') : build(cause, hint, errors(), type, level)
          if (key) seen.set(key, id ?? '')
          return id
        } catch (failure) {
          drops.add('client_error')
          debug(failure)
          return undefined
        }
      }),
    addBreadcrumb(given, scope = scopes.current()) {
      guard(() => alone(() => runtime.noteBreadcrumb?.(given, scope, guard)))
    },
    submit(to, fields, id) {
      const body = typeof fields === 'string' ? fields : JSON.stringify({ app_id: appId, ...fields })
      if (!isClosed) queue.add({ id: itemId(id), to, body })
    },
    releaseHeld,
    flush,
    close(timeoutMs) {
      uninstall.splice(0).map(guard)
      const isSent = flush(timeoutMs)
      isClosed = true
      return isSent
    },
    leave: () => queue.leave(releaseHeld),
    setTimer,
    debug,
    guard,
  }

  for (const part of runtime.integrations)
    guard(() => {
      uninstall = uninstall.concat(part.install?.(client) ?? [])
    })
  return client
}

/** Returns the scope with a hint's additions. */
function scopeWith(hint: CaptureHint | undefined, current: Scope): Scope {
  const scope = Object.assign(new Scope(), current)
  scope.setTags(read(hint, 'tags') as CaptureHint['tags'])
  for (const name of ['User', 'Level', 'Fingerprint'] as const) {
    const given = read(hint, name.toLowerCase())
    if (given !== undefined) scope[`set${name}`](given as never)
  }
  const contexts = read(hint, 'contexts')
  for (const name of keysOf(contexts)) scope.setContext(name, read(contexts, name) as Facts)
  scope.attachments = [...(listOf(read(hint, 'attachments')) as Attachment[]), ...scope.attachments]
  return scope
}

/** Returns the address that events are sent to. */
export function ingestUrl(endpoint: string): string {
  return `${endpoint}`.replace(/(\/ingest)?\/*$/, '/ingest')
}
