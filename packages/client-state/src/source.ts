import type { ApiClient } from '@bugle/api-client'

/** Where the queries of an app ask, and how often. */
export interface Source {
  /** Returns the client of the server that is signed in to; an app may change servers. */
  api: () => ApiClient
  /** Returns when to ask again instead, such as never while updates arrive by themselves. */
  refetchAfter?: (ms: number) => number | false
}

/** The interval of a query as the app wants it. */
export function intervalOf({ refetchAfter }: Source, ms: number): () => number | false {
  return () => (refetchAfter === undefined ? ms : refetchAfter(ms))
}
