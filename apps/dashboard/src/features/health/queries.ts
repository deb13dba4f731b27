import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { healthKeys } from '@bugle/client-state/keys/health-keys'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Monitor = Schemas['MonitorView']
export type Feedback = Schemas['Feedback']

const everyMs = 30_000

export const monitorsQuery = (projectId: string) =>
  queryOptions({
    queryKey: healthKeys.monitors(projectId),
    refetchInterval: everyMs,
    queryFn: () => responseBody(api.GET('/api/projects/{id}/monitors', { params: { path: { id: projectId } } })),
  })

export function usePutMonitor(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, body }: { slug: string; body: BodyOf<'/api/projects/{id}/monitors/{slug}', 'put'> }) =>
      responseBody(api.PUT('/api/projects/{id}/monitors/{slug}', { params: { path: { id: projectId, slug } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: healthKeys.monitors(projectId) }),
  })
}

export function useDeleteMonitor(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (slug: string) =>
      void (await api.DELETE('/api/projects/{id}/monitors/{slug}', { params: { path: { id: projectId, slug } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: healthKeys.monitors(projectId) }),
  })
}

/** @param issueId lists only feedback about this issue */
export const feedbackQuery = (projectId: string, issueId?: string) =>
  infiniteQueryOptions({
    queryKey: healthKeys.feedbackOf(projectId, issueId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      responseBody(
        api.GET('/api/projects/{id}/feedback', {
          params: {
            path: { id: projectId },
            query: {
              ...(cursor === undefined ? {} : { cursor }),
              ...(issueId === undefined ? {} : { issue_id: issueId }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export function useDeleteFeedback(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      void (await api.DELETE('/api/projects/{id}/feedback/{feedback_id}', {
        params: { path: { id: projectId, feedback_id: id } },
      })),
    onSuccess: () => client.invalidateQueries({ queryKey: healthKeys.feedback(projectId) }),
  })
}
