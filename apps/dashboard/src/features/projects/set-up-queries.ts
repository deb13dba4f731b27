import { responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { setUpQueries } from '@bugle/client-state/queries/set-up'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { source } from '../../lib/source.ts'

export type IngestToken = Schemas['IngestTokens']['ingest_tokens'][number]

const { createProject, regenerateToken, ...queries } = setUpQueries(source)
export const { firstEventQuery } = queries

export const useCreateProject = () => useMutation(createProject)
export const useRegenerateToken = (projectId: string) => useMutation(regenerateToken(projectId))

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
