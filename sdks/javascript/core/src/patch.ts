/** Takes away what was put in. */
export type Undo = () => void

/** Listens, and returns what ends it. */
export function listen(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  type: string,
  // biome-ignore lint/suspicious/noExplicitAny: which event it is, the type says
  listener: (event: any) => void,
  isEarly = false,
): Undo {
  target.addEventListener(type, listener, isEarly)
  return () => target.removeEventListener(type, listener, isEarly)
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
