import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { issueKeys } from './keys/issue-keys.ts'
import type { Issue, IssuePage } from './queries/issues.ts'

/** Finds an issue in the lists that are loaded. */
export function findListed(client: QueryClient, id: string): Issue | undefined {
  const lists = client.getQueriesData<InfiniteData<IssuePage>>({ queryKey: issueKeys.lists })
  const pages = lists.flatMap(([, data]) => data?.pages ?? [])
  return pages.flatMap(({ issues }) => issues).find((issue) => issue.id === id)
}
