/**
 * Puts a function in place of a host's, and returns what puts the former back – unless somebody has wrapped ours
 * meanwhile: then ours stays and only passes on.
 */
export function patch<T extends object, K extends keyof T>(
  owner: T,
  name: K,
  wrap: (former: T[K]) => T[K],
): () => void {
  const former = owner[name]
  if (typeof former !== 'function') return () => {}
  const ours = wrap(former)
  owner[name] = ours
  return () => {
    if (owner[name] === ours) owner[name] = former
  }
}
