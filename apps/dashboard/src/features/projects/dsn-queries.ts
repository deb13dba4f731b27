import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type DsnKey = Schemas['DsnKey']

export function useCreateDsnKey(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'/api/projects/{id}/dsn-keys', 'post'>) =>
      responseBody(api.POST('/api/projects/{id}/dsn-keys', { params: { path: { id: projectId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.dsnKeys(projectId) }),
  })
}

export function useChangeDsnKey(projectId: string, key: DsnKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'/api/projects/{id}/dsn-keys/{key_id}', 'patch'>) => {
      const params = { path: { id: projectId, key_id: String(key.id) } }
      return responseBody(api.PATCH('/api/projects/{id}/dsn-keys/{key_id}', { params, body }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.dsnKeys(projectId) }),
  })
}

export const sentrySettingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.sentrySettings(projectId),
    queryFn: () => responseBody(api.GET('/api/projects/{id}/sentry-settings', { params: { path: { id: projectId } } })),
  })

export function useChangeSentrySettings(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'/api/projects/{id}/sentry-settings', 'patch'>) =>
      responseBody(api.PATCH('/api/projects/{id}/sentry-settings', { params: { path: { id: projectId } }, body })),
    onSuccess: (settings) => client.setQueryData(sentrySettingsQuery(projectId).queryKey, settings),
  })
}

export function useRevokeDsnKey(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (key: number) =>
      void (await api.DELETE('/api/projects/{id}/dsn-keys/{key_id}', {
        params: { path: { id: projectId, key_id: String(key) } },
      })),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.dsnKeys(projectId) }),
  })
}
