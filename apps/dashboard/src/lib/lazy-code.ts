import { type ComponentType, lazy } from 'react'

/** Loaders of code that was not loaded yet. */
const loads = new Set<() => Promise<unknown>>()

/** A file of the dashboard failed to load: the connection is broken, or the server has a newer version. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a file of the dashboard failed to load', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * Loads a module when it is first needed, or when a link to it is hovered.
 *
 * @throws {ChunkLoadError}
 */
export function lazyModule<T>(load: () => Promise<T>): () => Promise<T> {
  const loadOrFail = () =>
    load().then(
      (module) => {
        loads.delete(loadOrFail)
        return module
      },
      (cause: unknown) => {
        throw new ChunkLoadError(cause)
      },
    )
  loads.add(loadOrFail)
  return loadOrFail
}

/** Creates a component from a module that is loaded in this way. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const loadModule = lazyModule(load)
  return lazy(() => loadModule().then((module) => ({ default: module[name] })))
}

/**
 * Loads the remaining modules one after the other. A failed one is tried again when it is needed.
 *
 * @returns whether all are loaded
 */
export async function preloadAll(): Promise<boolean> {
  for (const load of [...loads]) await load().catch(() => {})
  return loads.size === 0
}
