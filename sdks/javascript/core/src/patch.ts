/** Takes away what was put in. */
export type Undo = () => void

type Heard = (event: Event) => void

/** Listens, and returns what ends it. */
export function listen<E extends Event>(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  type: string,
  listener: (event: E) => void,
  isEarly = false,
): Undo {
  // Which event it is, the type says.
  target.addEventListener(type, listener as Heard, isEarly)
  return () => target.removeEventListener(type, listener as Heard, isEarly)
}

/**
 * Puts a function in place of a host's, and returns what puts the former back – unless somebody has wrapped ours
 * meanwhile: then ours stays and only passes on.
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
