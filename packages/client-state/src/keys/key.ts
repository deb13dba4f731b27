declare const made: unique symbol

/** A cache key, made by the factories of this folder alone. A shorter key matches all that begin with it. */
export type Key = readonly unknown[] & { readonly [made]: true }

declare module '@tanstack/react-query' {
  interface Register {
    /** No app compiles with a key of its own: a change could not know that it has to refetch it. */
    queryKey: Key
  }
}

/** Makes a key: for the factories beside it. */
export function key(...parts: unknown[]): Key {
  return parts as unknown as Key
}
