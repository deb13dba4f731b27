import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { alertKeys } from '@bugle/client-state/keys/alert-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

export type AlertRule = Schemas['AlertRule']
export type Channel = Schemas['Channel']
export type NewChannel = BodyOf<'/api/organizations/{id}/channels', 'post'>
export type NewRule = BodyOf<'/api/organizations/{id}/alert-rules', 'post'>
export type RuleChange = BodyOf<'/api/organizations/{id}/alert-rules/{rule_id}', 'patch'>

export const channelsQuery = (id: string) =>
  queryOptions({
    queryKey: alertKeys.channels(id),
    queryFn: async () =>
      (await responseBody(api.GET('/api/organizations/{id}/channels', { params: { path: { id } } }))).channels,
  })

export const alertRulesQuery = (id: string) =>
  queryOptions({
    queryKey: alertKeys.rules(id),
    queryFn: async () =>
      (await responseBody(api.GET('/api/organizations/{id}/alert-rules', { params: { path: { id } } }))).rules,
  })

/** Changes of channels and rules; both lists are loaded again afterwards. */
export function useAlertChanges(id: string) {
  const client = useQueryClient()
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: alertKeys.channels(id) })
    await client.invalidateQueries({ queryKey: alertKeys.rules(id) })
  }
  const onError = (error: Error) => showToast({ text: reasonOf(error), isFailure: true })
  const ofChannel = (channel_id: string) => ({ params: { path: { id, channel_id } } })
  const ofRule = (rule_id: string) => ({ params: { path: { id, rule_id } } })
  return {
    createChannel: useMutation({
      mutationFn: (body: NewChannel) =>
        responseBody(api.POST('/api/organizations/{id}/channels', { params: { path: { id } }, body })),
      onSuccess,
    }),
    testChannel: useMutation({
      mutationFn: (channel: string) =>
        responseBody(api.POST('/api/organizations/{id}/channels/{channel_id}/test', ofChannel(channel))),
      onError,
    }),
    deleteChannel: useMutation({
      mutationFn: async (channel: string) =>
        void (await api.DELETE('/api/organizations/{id}/channels/{channel_id}', ofChannel(channel))),
      onSuccess,
    }),
    createRule: useMutation({
      mutationFn: (body: NewRule) =>
        responseBody(api.POST('/api/organizations/{id}/alert-rules', { params: { path: { id } }, body })),
      onSuccess,
    }),
    changeRule: useMutation({
      mutationFn: ({ rule, body }: { rule: string; body: RuleChange }) => {
        const { params } = ofRule(rule)
        return responseBody(api.PATCH('/api/organizations/{id}/alert-rules/{rule_id}', { params, body }))
      },
      onSuccess,
      onError,
    }),
    deleteRule: useMutation({
      mutationFn: async (rule: string) =>
        void (await api.DELETE('/api/organizations/{id}/alert-rules/{rule_id}', ofRule(rule))),
      onSuccess,
    }),
  }
}
