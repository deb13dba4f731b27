import { type Client, type Integration, patch, read, type Undo } from '@bugle/core'
import { sendNow } from './last-words.ts'
import type { DirectoryStore } from './store.ts'

/**
 * What nobody catches. The program ends as it would without us, exit code and stderr included, so the plain events are
 * never listened to where the host does not: a listener on `uncaughtException` or `unhandledRejection` changes both.
 */
export const uncaughtErrors: Integration = {
  name: 'uncaught',
  install(client) {
    const [reasonOf, stop] = noteReasons()
    const onUncaught = (error: unknown, origin: string) => {
      const type = origin === 'unhandledRejection' ? 'onunhandledrejection' : 'onuncaughtexception'
      client.captureException(reasonOf(error), { mechanism: { type, handled: false }, level: 'fatal' })
    }
    return [watch({ uncaughtExceptionMonitor: onUncaught }), watchRejections(client), stop]
  },
}

/**
 * Where a reason is no error Node makes one of its own for it, which says neither what it was nor where. Before that it
 * tells listeners of the reason, and to become one of them would change how the program ends: it is read in passing.
 */
function noteReasons(): [reasonOf: (error: unknown) => unknown, stop: Undo] {
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

/** Listens to events of the process, and returns what ends it. */
function watch(listeners: Record<string, (...given: never[]) => void>): Undo {
  for (const [name, listener] of Object.entries(listeners)) process.on(name, listener as () => void)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) process.off(name, listener as () => void)
  }
}

/** Rejections that do not become exceptions: while the host itself listens, or Node was told only to warn. */
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
 * The end of the program, however it comes: by itself (then there is time to send), by `process.exit` or an uncaught
 * error (then a worker sends while the main thread waits). What is not accepted stays in the store for the next start.
 */
export function programEnd(store: DirectoryStore | undefined, timeoutMs: number): Integration {
  return {
    name: 'program-end',
    install(client) {
      const onBeforeExit = () => {
        if (hasWaited || client.unsent().length === 0) return
        hasWaited = true
        void client.flush(timeoutMs)
      }
      let hasWaited = false
      const onExit = () => {
        // Without what the queue knows of them: a worker is given no promise.
        const unsent = client.unsent().map(({ id, body }) => ({ id, body }))
        if (unsent.length === 0) return
        for (const event of unsent) client.guard(() => store?.putNow(event))
        if (hasWaited) return
        const accepted = client.guard(() => sendNow(client.url, client.options.token, unsent, timeoutMs)) ?? []
        for (const id of accepted) client.guard(() => store?.removeNow(id))
      }
      // Deno ends without a word after an error that nobody catches.
      const onUncaught = () => {
        if ('deno' in process.versions && process.listenerCount('uncaughtException') === 0) onExit()
      }
      return watch({ beforeExit: onBeforeExit, exit: onExit, uncaughtExceptionMonitor: onUncaught })
    },
  }
}

/** A timer that keeps the program alive until it is called off. */
export function setReferencedTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
