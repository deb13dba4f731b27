import { responseBody, type Schemas } from '@bugle/api-client'
import { artifactKeys } from '@bugle/client-state/keys/artifact-keys'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Artifact = Schemas['Artifact']

/** How often the list is read again while a file in it is being indexed. */
const indexingMs = 2000

/** The artifacts of a project, the latest first: all, or those of a debug ID or a release. */
export const artifactsQuery = (projectId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: artifactKeys.list(projectId, search),
    queryFn: ({ pageParam }) => {
      const query = {
        limit: 50,
        ...filterOf(search),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return responseBody(api.GET('/api/projects/{id}/artifacts', { params: { path: { id: projectId }, query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ artifacts }) => artifacts.some(({ state }) => state === 'indexing')) === true
        ? indexingMs
        : false,
  })

/**
 * Reads what a user searches for: a debug ID, else a release.
 *
 * @example filterOf('shop@1.4.2') // { release: 'shop@1.4.2' }
 */
export function filterOf(search: string): { release?: string; debug_id?: string } {
  const text = search.trim()
  if (text === '') return {}
  return /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(text) ? { debug_id: text } : { release: text }
}

export function useDeleteArtifact(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (artifactId: number) => {
      const path = { id: projectId, artifact_id: String(artifactId) }
      await api.DELETE('/api/projects/{id}/artifacts/{artifact_id}', { params: { path } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: artifactKeys.all(projectId) }),
  })
}
