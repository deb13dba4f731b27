import type { QueryClient } from '@tanstack/react-query'

/**
 * Kinds of data that queries of several features show. A mutation invalidates the tag of what it changed and need not
 * know which features show it.
 */
export type CacheTag = 'issues' | 'profile'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { tag?: CacheTag }
  }
}

export function invalidateTag(client: QueryClient, tag: CacheTag): Promise<void> {
  return client.invalidateQueries({ predicate: ({ meta }) => meta?.tag === tag })
}
