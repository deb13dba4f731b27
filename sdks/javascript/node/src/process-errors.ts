import { type Client, drain, type Integration, patch, read, type StoredEvent, type Undo } from '@bugle/core'
import { sendNow } from './send-on-exit.ts'
import type { DirectoryStore } from './store.ts'

/**
 * Reports uncaught errors and unhandled rejections. The program ends as it would without Bugle, with the same exit code
 * and stderr. A listener on `uncaughtException` or `unhandledRejection` would change both, so these events get one only
 * where the host has one too.
 */
export const uncaughtErrors: Integration = {
  name: 'uncaught',
  install(client) {
    const [reasonOf, stop] = watchReasons()
    const onUncaught = (error: unknown, origin: string) => {
      const type = origin === 'unhandledRejection' ? 'onunhandledrejection' : 'onuncaughtexception'
      // A listener of the host lets the program live on.
      const level = process.listenerCount('uncaughtException') > 0 ? 'error' : 'fatal'
      client.captureException(reasonOf(error), { mechanism: { type, handled: false }, level })
    }
    return [watch({ uncaughtExceptionMonitor: onUncaught }), watchRejections(client), stop]
  },
}

/**
 * Remembers rejection reasons that are no errors. Node wraps such a reason in an error of its own, which holds neither
 * the value nor its origin. A listener for the reason would change how the program ends, so it is read as it is
 * emitted.
 */
function watchReasons(): [reasonOf: (error: unknown) => unknown, stop: Undo] {
  let noted: { reason: unknown } | undefined
  const stop = patch(
    process as { emit: (...given: unknown[]) => boolean },
    'emit',
    (former) =>
      function (this: unknown, ...given) {
        const isHeard = former.apply(this, given)
        if (given[0] === 'unhandledRejection') noted = isHeard ? undefined : { reason: given[1] }
        return isHeard
      },
  )
  const reasonOf = (error: unknown) => {
    const found = read(error, 'code') === 'ERR_UNHANDLED_REJECTION' ? noted : undefined
    noted = undefined
    return found ? found.reason : error
  }
  return [reasonOf, stop]
}

/** Adds listeners to the process; returns the undo function. */
function watch(listeners: Record<string, (...given: never[]) => void>): Undo {
  for (const [name, listener] of Object.entries(listeners)) process.on(name, listener as () => void)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) process.off(name, listener as () => void)
  }
}

/** Reports rejections that do not become exceptions: while the host itself listens, or Node is set to warn only. */
function watchRejections(client: Client): Undo {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  const isHarmless = /--unhandled-rejections[= ](warn|none)(?!-)/.test(flags)
  const onRejection = (reason: unknown) => {
    client.captureException(reason, { mechanism: { type: 'onunhandledrejection', handled: false } })
  }
  const others = () => process.listeners('unhandledRejection').filter((listener) => listener !== onRejection).length
  const isOurs = () => process.listeners('unhandledRejection').includes(onRejection)
  const onAdded = (name: string | symbol, listener: unknown) => {
    if (name === 'unhandledRejection' && listener !== onRejection && !isOurs()) process.on(name, onRejection)
  }
  const onRemoved = (name: string | symbol) => {
    if (name === 'unhandledRejection' && !isHarmless && others() === 0) process.off(name, onRejection)
  }
  if (isHarmless || others() > 0) process.on('unhandledRejection', onRejection)
  const stop = watch({ newListener: onAdded, removeListener: onRemoved })
  return () => {
    stop()
    process.off('unhandledRejection', onRejection)
  }
}

/**
 * Sends waiting events at the end of the program, whether it runs out of work (which leaves time to send), calls
 * `process.exit` or has an uncaught error (then a worker sends while the main thread blocks). Unaccepted events stay in
 * the store for the next start.
 */
export function programEnd(store: DirectoryStore | undefined, timeoutMs: number): Integration {
  return {
    name: 'program-end',
    install(client) {
      const onBeforeExit = () => {
        // During a pause that the server asked for, waiting would be in vain.
        if (hasWaited || !drain(client).some((one) => isUrgent(one) && client.queue.allowed(one.to) > 0)) return
        hasWaited = true
        void client.flush(timeoutMs)
      }
      let hasWaited = false
      const onExit = () => {
        // Without the queue's own fields: a worker cannot receive a promise.
        const unsent = drain(client).map(({ id, body, to }) => ({ id, body, to }))
        if (unsent.length === 0) return
        for (const event of unsent) client.guard(() => store?.putNow(event))
        // The server may ask for a pause of one kind alone.
        const events = unsent.filter(({ to }) => client.queue.allowed(to) > 0)
        if (hasWaited || !events.some(isUrgent)) return
        const { url, options } = client
        const allowed = Math.min(...events.map(({ to }) => client.queue.allowed(to)))
        const sent = client.guard(() => sendNow({ url, token: options.token, events, allowed, timeoutMs }))
        for (const id of sent?.accepted ?? []) client.guard(() => store?.removeNow(id))
        if (sent?.retryAfter) client.queue.pause(sent.retryAfter)
      }
      // Deno ends silently after an uncaught error.
      const onUncaught = () => {
        if ('deno' in process.versions && process.listenerCount('uncaughtException') === 0) onExit()
      }
      return watch({ beforeExit: onBeforeExit, exit: onExit, uncaughtExceptionMonitor: onUncaught })
    },
  }
}

/** Whether the end of the program may wait for it: a session goes with an error, or with the next start. */
function isUrgent({ to }: StoredEvent): boolean {
  return to !== 'sessions'
}

/** Sets a timer that keeps the program alive until it is cancelled. */
export function setReferencedTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
