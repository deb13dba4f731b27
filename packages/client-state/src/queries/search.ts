import { responseBody, type Schemas } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import type { Source } from '../source.ts'

export type View = Schemas['View']

/** Queries of saved views, and of what may follow in a search that is being typed. */
export function searchQueries({ api }: Source) {
  return {
    viewsQuery: queryOptions({
      queryKey: issueKeys.views,
      queryFn: async () => {
        const views: View[] = []
        let cursor: string | undefined
        do {
          const page = await responseBody(api().GET('/api/views', { params: { query: cursor ? { cursor } : {} } }))
          views.push(...page.views)
          cursor = page.next_cursor ?? undefined
        } while (cursor)
        return views
      },
      staleTime: 60_000,
    }),

    keysQuery: (projectId: string, part: string) =>
      queryOptions({
        queryKey: issueKeys.searchKeys(projectId, part),
        queryFn: async () => {
          const params = { path: { id: projectId }, query: { q: part } }
          return (await responseBody(api().GET('/api/projects/{id}/search/keys', { params }))).keys
        },
        staleTime: 60_000,
      }),

    /** Values of a tag or field, the most frequent first. */
    valuesQuery: (projectId: string, name: string, part: string) =>
      queryOptions({
        queryKey: issueKeys.searchValues(projectId, name, part),
        queryFn: async () => {
          const params = { path: { id: projectId }, query: { key: name, q: part } }
          return (await responseBody(api().GET('/api/projects/{id}/search/values', { params }))).values
        },
        staleTime: 60_000,
        retry: false,
      }),
  }
}
