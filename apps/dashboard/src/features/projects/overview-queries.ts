import { responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { hourMs } from '@bugle/protocol/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Refusals = Schemas['Outcomes']['refused'][number]
export type Release = Schemas['Release']

/** The releases of a project, newest first. */
export const releasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.releases(projectId),
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { limit: 100 } }
      return (await responseBody(api.GET('/api/projects/{id}/releases', { params }))).releases
    },
    staleTime: 60_000,
  })

/** The first few issues of a search. */
export const topIssuesQuery = (projectId: string, search: Partial<Schemas['View']['filter']>, hours?: number) =>
  queryOptions({
    queryKey: projectKeys.topIssues(projectId, search, hours),
    meta: { tag: 'issues' },
    queryFn: async () => {
      const from =
        hours === undefined ? {} : { from: new Date(Math.floor(Date.now() / hourMs - hours) * hourMs).toISOString() }
      const params = { path: { id: projectId }, query: { ...search, ...from, limit: 6 } }
      return (await responseBody(api.GET('/api/projects/{id}/issues', { params }))).issues
    },
    refetchInterval: 60_000,
  })

/** Number of unresolved issues that match a query. */
export const matchingCountQuery = (projectId: string, query: string) =>
  queryOptions({
    queryKey: projectKeys.matchingCount(projectId, query),
    meta: { tag: 'issues' },
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { query, limit: 1 } }
      return (await responseBody(api.GET('/api/projects/{id}/issues', { params }))).status_counts.unresolved
    },
    staleTime: 60_000,
  })

/** Refused events, and events that SDKs report as dropped, by reason and hour. */
export const outcomesQuery = (projectId: string, hours: number) =>
  queryOptions({
    queryKey: projectKeys.outcomes(projectId, hours),
    meta: { tag: 'issues' },
    queryFn: () => {
      const from = new Date(Date.now() - hours * hourMs).toISOString()
      return responseBody(
        api.GET('/api/projects/{id}/outcomes', { params: { path: { id: projectId }, query: { from } } }),
      )
    },
    refetchInterval: 60_000,
  })
