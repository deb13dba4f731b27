import { responseBody, type Schemas } from '@bugle/api-client'
import { timeZone } from '@bugle/presentation/format'
import { hourMs, type StatsGrouping } from '@bugle/protocol/vocabulary'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { projectKeys } from './keys.ts'

export type Project = Schemas['Project']
export type IngestToken = Schemas['IngestTokens']['ingest_tokens'][number]
export type Refusals = Schemas['Outcomes']['refused'][number]
export type Release = Schemas['Release']
export type Platform = NonNullable<Project['platform']>

export const projectsQuery = queryOptions({
  queryKey: projectKeys.all,
  meta: { tag: 'issues' },
  queryFn: async () => (await responseBody(api.GET('/api/projects'))).projects,
})

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: projectKeys.detail(id),
    meta: { tag: 'issues' },
    queryFn: async () => (await responseBody(api.GET('/api/projects/{id}', { params: { path: { id } } }))).project,
  })

export function useCreateProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['CreateProjectBody']) => responseBody(api.POST('/api/projects', { body })),
    onSuccess: ({ project, ingest_token }) => {
      client.setQueryDefaults(projectKeys.newIngestToken(project.id), { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(projectKeys.newIngestToken(project.id), ingest_token)
      client.setQueryData(projectQuery(project.id).queryKey, project)
      return client.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
    },
  })
}

/** Creates another ingest token; the old one stays valid for the grace period. */
export function useRegenerateToken(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ graceSeconds, days }: { graceSeconds: number; days: number }) =>
      responseBody(
        api.POST('/api/projects/{id}/regenerate', {
          params: { path: { id: projectId } },
          body: { grace_seconds: graceSeconds, ...(days === 0 ? {} : { expires_in_days: days }) },
        }),
      ),
    onSuccess: ({ ingest_token }) => {
      client.setQueryData(projectKeys.newIngestToken(projectId), ingest_token)
      return client.invalidateQueries({ queryKey: projectKeys.all })
    },
  })
}

/** The script for pages without a build, with its digest. A server that was not built has none. */
export const loaderQuery = queryOptions({
  queryKey: projectKeys.loader,
  queryFn: () => responseBody(api.GET('/api/sdk/loader')),
})

/** The valid ingest tokens with their recent use. */
export const ingestTokensQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.ingestTokens(projectId),
    queryFn: async () => {
      const path = { id: projectId }
      return (await responseBody(api.GET('/api/projects/{id}/ingest-tokens', { params: { path } }))).ingest_tokens
    },
    refetchInterval: 30_000,
  })

/** Polls until something arrives: an event, or a refusal that explains why there is none. */
export const firstEventQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.firstEvent(projectId),
    queryFn: async () => {
      const path = { id: projectId }
      const [{ issues }, { refused }] = await Promise.all([
        responseBody(api.GET('/api/projects/{id}/issues', { params: { path, query: { status: 'all', limit: 1 } } })),
        responseBody(api.GET('/api/projects/{id}/outcomes', { params: { path } })),
      ])
      return { issue: issues[0], refused: refused.filter(({ total }) => total > 0) }
    },
    refetchInterval: ({ state }) => (state.data?.issue === undefined ? 1500 : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

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

/** Events over time, by the chosen grouping. */
export const projectStatsQuery = (projectId: string, by: StatsGrouping, hours: number) =>
  queryOptions({
    queryKey: projectKeys.stats(projectId, by, hours),
    meta: { tag: 'issues' },
    queryFn: () => {
      const interval: 'hour' | 'day' = hours > 336 ? 'day' : 'hour'
      const from = new Date(Date.now() - hours * hourMs).toISOString()
      const params = { path: { id: projectId }, query: { from, interval, by, tz: timeZone() } }
      return responseBody(api.GET('/api/projects/{id}/stats', { params }))
    },
    placeholderData: (known: Schemas['Stats'] | undefined) => known,
    refetchInterval: 60_000,
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
