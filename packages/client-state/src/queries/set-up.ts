import { responseBody, type Schemas } from '@bugle/api-client'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { projectKeys } from '../keys/project-keys.ts'
import type { Source } from '../source.ts'

/** Queries and changes of a project until its first event, and of its ingest token. */
export function setUpQueries({ api }: Source) {
  return {
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
        client.setQueryData(projectKeys.detail(project.id), project)
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
  }
}
