import { responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type PersonRequest = Schemas['PersonRequest']

/** Starts the export of a person's events, then polls its progress. */
export const exportQuery = (projectId: string, person: string) =>
  queryOptions({
    queryKey: projectKeys.personExport(projectId, person),
    queryFn: async () => {
      const params = { path: { id: projectId, user_id: person } }
      return (await responseBody(api.GET('/api/projects/{id}/people/{user_id}', { params }))).export
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1000 : false),
    retry: false,
    gcTime: 0,
  })

/** The latest exports and erasures of a project. */
export const personRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.personRequests(projectId),
    queryFn: async () => {
      const params = { path: { id: projectId }, query: { limit: 20 } }
      return (await responseBody(api.GET('/api/projects/{id}/people', { params }))).requests
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? 2000 : 30_000),
  })

export function useErasePerson(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (person: string) => {
      const params = { path: { id: projectId, user_id: person } }
      return (await responseBody(api.DELETE('/api/projects/{id}/people/{user_id}', { params }))).erasure
    },
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.personRequests(projectId) }),
  })
}
