import { responseBody, type Schemas } from '@bugle/api-client'
import type { Project } from '@bugle/presentation/types'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { projectKeys } from '../keys.ts'
import type { Source } from '../source.ts'

export type { Project }

/** Queries of projects, and the two changes that both apps make to them. */
export function projectQueries({ api }: Source) {
  const projectQuery = (id: string) =>
    queryOptions({
      queryKey: projectKeys.detail(id),
      meta: { tag: 'issues' },
      queryFn: async () => (await responseBody(api().GET('/api/projects/{id}', { params: { path: { id } } }))).project,
    })
  return {
    projectQuery,

    projectsQuery: queryOptions({
      queryKey: projectKeys.all,
      meta: { tag: 'issues' },
      queryFn: async () => (await responseBody(api().GET('/api/projects'))).projects,
    }),

    /** The ingest token if it is new: the server shows it once, and it lives as long as the app is open. */
    newTokenQuery: (projectId: string) =>
      queryOptions<string>({
        queryKey: projectKeys.newIngestToken(projectId),
        enabled: false,
        gcTime: Number.POSITIVE_INFINITY,
      }),

    createProject: mutationOptions({
      mutationFn: (body: Schemas['CreateProjectBody']) => responseBody(api().POST('/api/projects', { body })),
      onSuccess: ({ project, ingest_token }, _, __, { client }) => {
        client.setQueryDefaults(projectKeys.newIngestToken(project.id), { gcTime: Number.POSITIVE_INFINITY })
        client.setQueryData(projectKeys.newIngestToken(project.id), ingest_token)
        client.setQueryData(projectQuery(project.id).queryKey, project)
        return client.invalidateQueries({ queryKey: projectKeys.all, exact: true })
      },
    }),

    /** Creates another ingest token; the old one stays valid for the grace period. */
    regenerateToken: (projectId: string) =>
      mutationOptions({
        mutationFn: ({ graceSeconds, days }: { graceSeconds: number; days: number }) =>
          responseBody(
            api().POST('/api/projects/{id}/regenerate', {
              params: { path: { id: projectId } },
              body: { grace_seconds: graceSeconds, ...(days === 0 ? {} : { expires_in_days: days }) },
            }),
          ),
        onSuccess: ({ ingest_token }, _, __, { client }) => {
          client.setQueryDefaults(projectKeys.newIngestToken(projectId), { gcTime: Number.POSITIVE_INFINITY })
          client.setQueryData(projectKeys.newIngestToken(projectId), ingest_token)
          return client.invalidateQueries({ queryKey: projectKeys.all })
        },
      }),

    /** The script for pages without a build, with its digest. A server that was not built has none. */
    loaderQuery: queryOptions({
      queryKey: projectKeys.loader,
      queryFn: () => responseBody(api().GET('/api/sdk/loader')),
    }),

    /** Polls until something arrives: an event, or a refusal that explains why there is none. */
    firstEventQuery: (projectId: string) =>
      queryOptions({
        queryKey: projectKeys.firstEvent(projectId),
        queryFn: async () => {
          const path = { id: projectId }
          const query = { status: 'all' as const, limit: 1 }
          const [{ issues }, { refused }] = await Promise.all([
            responseBody(api().GET('/api/projects/{id}/issues', { params: { path, query } })),
            responseBody(api().GET('/api/projects/{id}/outcomes', { params: { path } })),
          ])
          return { issue: issues[0], refused: refused.filter(({ total }) => total > 0) }
        },
        refetchInterval: ({ state }) => (state.data?.issue === undefined ? 1500 : false),
        refetchIntervalInBackground: true,
        staleTime: 0,
      }),

    /** Which issues of a project the user is notified of. */
    notificationsQuery: (projectId: string) =>
      queryOptions({
        queryKey: projectKeys.notifications(projectId),
        queryFn: async () => {
          const params = { path: { id: projectId } }
          return (await responseBody(api().GET('/api/projects/{id}/notifications', { params }))).notifications
        },
      }),
  }
}
