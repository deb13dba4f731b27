/** Removes what was installed. */
export type Undo = () => void

type Listener = (event: Event) => void

/** Adds a listener; returns its undo function. */
export function listen<E extends Event>(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  type: string,
  listener: (event: E) => void,
  isEarly = false,
): Undo {
  // The event's type is implied by its name.
  target.addEventListener(type, listener as Listener, isEarly)
  return () => target.removeEventListener(type, listener as Listener, isEarly)
}

/**
 * Replaces a function of the host; returns its undo function. If someone has wrapped the replacement meanwhile, it
 * stays and passes every call through.
 */
export function patch<T extends object, K extends keyof T>(owner: T, name: K, wrap: (former: T[K]) => T[K]): Undo {
  const former = owner[name]
  if (typeof former !== 'function') return () => {}
  const ours = wrap(former)
  owner[name] = ours
  return () => {
    if (owner[name] === ours) owner[name] = former
  }
}
