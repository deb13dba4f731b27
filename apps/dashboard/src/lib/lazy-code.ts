import { type ComponentType, lazy } from 'react'

/** What loads code that is not there from the beginning. */
const loads = new Set<() => Promise<unknown>>()

/** A file of the dashboard that did not come: the line is broken, or the server has a newer one. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the dashboard did not come', { cause })
    this.name = 'CodeMissing'
  }
}

/**
 * Code that comes when it is first needed, or before that while nobody waits.
 *
 * @throws CodeMissing when it does not come
 */
export function lazyModule<T>(load: () => Promise<T>): () => Promise<T> {
  const loadOrSay = () =>
    load().then(
      (module) => {
        loads.delete(loadOrSay)
        return module
      },
      (cause: unknown) => {
        throw new ChunkLoadError(cause)
      },
    )
  loads.add(loadOrSay)
  return loadOrSay
}

/** A component of such code, for what is drawn within a screen. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const loadModule = lazyModule(load)
  return lazy(() => loadModule().then((module) => ({ default: module[name] })))
}

/**
 * Loads what has not come yet, one file after the other. What fails is tried again when it is needed.
 *
 * @returns whether everything is there
 */
export async function preloadAll(): Promise<boolean> {
  for (const load of [...loads]) await load().catch(() => {})
  return loads.size === 0
}

/** Once the screen stands and the browser has nothing to do. */
export function preloadWhenIdle(): () => void {
  const timer = setTimeout(() => {
    // Safari has no such call.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void preloadAll())
    else void preloadAll()
  }, idleMs)
  return () => clearTimeout(timer)
}

const idleMs = 2000
