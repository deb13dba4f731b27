/** A value that screens follow; each assignment is a new one. */
export interface Store<T> {
  get: () => T
  set: (next: T) => void
  /** Calls a function after each change. @returns stops it */
  subscribe: (listener: (value: T) => void) => () => void
}

/** Creates a store. Setting the value that it has notifies nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener(next)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
