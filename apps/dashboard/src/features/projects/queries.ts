import { answerOf, type Schemas } from '@bugle/api-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Project = Schemas['Project']
export type Platform = NonNullable<Project['platform']>

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async () => (await answerOf(api.GET('/api/projects'))).projects,
})

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: async () => (await answerOf(api.GET('/api/projects/{id}', { params: { path: { id } } }))).project,
  })

/** The ingest token, for as long as this page is open: the server shows it once. */
export const ingestTokenKey = (projectId: string) => ['ingest-token', projectId]

export function useCreateProject() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['CreateProjectBody']) => answerOf(api.POST('/api/projects', { body })),
    onSuccess: ({ project, ingest_token }) => {
      client.setQueryDefaults(ingestTokenKey(project.id), { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(ingestTokenKey(project.id), ingest_token)
      client.setQueryData(projectQuery(project.id).queryKey, project)
      return client.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
    },
  })
}

const graceSeconds = 3600

/** Another ingest token; the old one is taken for one more hour. */
export function useRegenerateToken(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/projects/{id}/regenerate', {
          params: { path: { id: projectId } },
          body: { grace_seconds: graceSeconds },
        }),
      ),
    onSuccess: ({ ingest_token }) => client.setQueryData(ingestTokenKey(projectId), ingest_token),
  })
}

/** Polls until something came in: an event, or a refusal that explains why there is none. */
export const firstEventQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['first-event', projectId],
    queryFn: async () => {
      const path = { id: projectId }
      const [{ issues }, { refused }] = await Promise.all([
        answerOf(api.GET('/api/projects/{id}/issues', { params: { path, query: { status: 'all', limit: 1 } } })),
        answerOf(api.GET('/api/projects/{id}/drops', { params: { path } })),
      ])
      return { issue: issues[0], refused: refused.filter(({ total }) => total > 0) }
    },
    refetchInterval: ({ state }) => (state.data?.issue === undefined ? 1500 : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
