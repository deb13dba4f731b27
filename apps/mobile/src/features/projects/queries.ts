import { responseBody, type Schemas } from '@bugle/api-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/session'

export type Project = Schemas['Project']

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async () => (await responseBody(api().GET('/api/projects', { params: { query: { limit: 100 } } }))).projects,
})

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: async () => (await responseBody(api().GET('/api/projects/{id}', { params: { path: { id } } }))).project,
  })

/** Shown once: it lives as long as the app runs. */
export const newTokenKey = (projectId: string) => ['new ingest token', projectId]

export function useCreateProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['CreateProjectBody']) => responseBody(api().POST('/api/projects', { body })),
    onSuccess: ({ project, ingest_token }) => {
      client.setQueryData(newTokenKey(project.id), ingest_token)
      client.setQueryData(projectQuery(project.id).queryKey, project)
      return client.invalidateQueries({ queryKey: ['projects'], exact: true })
    },
  })
}

/** Creates another ingest token; the old one stays valid for an hour. */
export function useReplaceToken(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      responseBody(
        api().POST('/api/projects/{id}/regenerate', {
          params: { path: { id: projectId } },
          body: { grace_seconds: 3600 },
        }),
      ),
    onSuccess: ({ ingest_token }) => {
      client.setQueryData(newTokenKey(projectId), ingest_token)
      return client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}

/** The script for pages without a build, with its digest. A server that was not built has none. */
export const loaderQuery = queryOptions({
  queryKey: ['loader'],
  queryFn: () => responseBody(api().GET('/api/sdk/loader')),
})

/** The newest issue of a project, until there is one. */
export const firstIssueQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['first issue', projectId],
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { status: 'all' as const, limit: 1 } }
      return (await responseBody(api().GET('/api/projects/{id}/issues', { params }))).issues[0] ?? null
    },
    refetchInterval: ({ state }) => (state.data == null ? 2000 : false),
  })

/** Refusals of the last day, the latest first. */
export const refusalsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['refusals', projectId],
    queryFn: async () =>
      (await responseBody(api().GET('/api/projects/{id}/outcomes', { params: { path: { id: projectId } } }))).refused,
    refetchInterval: 5000,
  })
