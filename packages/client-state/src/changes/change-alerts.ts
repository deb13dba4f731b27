import { type BodyOf, responseBody } from '@bugle/api-client'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { alertKeys } from '../keys/alert-keys.ts'
import type { AlertRule, Channel } from '../queries/alerts.ts'
import type { ChangeDeps } from './deps.ts'

export type NewChannel = BodyOf<'/api/organizations/{id}/channels', 'post'>
export type ChannelChange = BodyOf<'/api/organizations/{id}/channels/{channel_id}', 'patch'>
export type NewRule = BodyOf<'/api/organizations/{id}/alert-rules', 'post'>
export type RuleChange = BodyOf<'/api/organizations/{id}/alert-rules/{rule_id}', 'patch'>

/** Changes of the alert rules and channels of an organization. What a response says is shown at once, then all is read again. */
export function alertChanges({ api, toasts, reasonOf }: ChangeDeps, client: QueryClient, id: string) {
  const onError = (error: Error) => void toasts.showToast({ text: reasonOf(error), isFailure: true })
  const ofChannel = (channel_id: string) => ({ params: { path: { id, channel_id } } })
  const ofRule = (rule_id: string) => ({ params: { path: { id, rule_id } } })
  const readAgain = async () => {
    await Promise.all(
      [alertKeys.channels(id), alertKeys.rules(id)].map((queryKey) =>
        client.invalidateQueries({ queryKey, exact: true }),
      ),
    )
  }
  const readLog = (channel: string) => client.invalidateQueries({ queryKey: alertKeys.deliveries(id, channel) })
  const putRule = (rule: AlertRule) =>
    client.setQueryData<AlertRule[]>(
      alertKeys.rules(id),
      (all) => all && [...all.filter((one) => one.id !== rule.id), rule].sort(byName),
    )
  const putChannel = (channel: Channel) =>
    client.setQueryData<Channel[]>(
      alertKeys.channels(id),
      (all) => all && [...all.filter((one) => one.id !== channel.id), channel].sort(byName),
    )
  const ruleChange = {
    mutationFn: ({ rule, body }: { rule: string; body: RuleChange }) =>
      responseBody(api().PATCH('/api/organizations/{id}/alert-rules/{rule_id}', { ...ofRule(rule), body })),
    onSuccess: ({ rule }: { rule: AlertRule }) => {
      putRule(rule)
      return readAgain()
    },
  }
  return {
    createChannel: mutationOptions({
      mutationFn: (body: NewChannel) =>
        responseBody(api().POST('/api/organizations/{id}/channels', { params: { path: { id } }, body })),
      onSuccess: ({ channel }) => {
        putChannel(channel)
        return readAgain()
      },
    }),
    changeChannel: mutationOptions({
      mutationFn: ({ channel, body }: { channel: string; body: ChannelChange }) =>
        responseBody(api().PATCH('/api/organizations/{id}/channels/{channel_id}', { ...ofChannel(channel), body })),
      onSuccess: ({ channel }) => {
        putChannel(channel)
        return readAgain()
      },
    }),
    /** @returns the new secret, once */
    rotateSecret: mutationOptions({
      mutationFn: async (channel: string) =>
        (
          await responseBody(
            api().POST('/api/organizations/{id}/channels/{channel_id}/rotate-secret', ofChannel(channel)),
          )
        ).secret,
    }),
    testChannel: mutationOptions({
      mutationFn: (channel: string) =>
        responseBody(api().POST('/api/organizations/{id}/channels/{channel_id}/test', ofChannel(channel))),
      onSuccess: (_, channel) => readLog(channel),
    }),
    sendAgain: mutationOptions({
      mutationFn: ({ channel, delivery_id }: { channel: string; delivery_id: string }) => {
        const params = { path: { id, channel_id: channel, delivery_id } }
        const url = '/api/organizations/{id}/channels/{channel_id}/deliveries/{delivery_id}/send-again'
        return responseBody(api().POST(url, { params }))
      },
      onSuccess: (_, { channel }) => readLog(channel),
      onError,
    }),
    deleteChannel: mutationOptions({
      mutationFn: async (channel: string) =>
        void (await api().DELETE('/api/organizations/{id}/channels/{channel_id}', ofChannel(channel))),
      onSuccess: readAgain,
    }),
    createRule: mutationOptions({
      mutationFn: (body: NewRule) =>
        responseBody(api().POST('/api/organizations/{id}/alert-rules', { params: { path: { id } }, body })),
      onSuccess: ({ rule }) => {
        putRule(rule)
        return readAgain()
      },
    }),
    /** Saves what a form says, which shows why it failed. */
    saveRule: mutationOptions(ruleChange),
    /** Mutes a rule, or turns it on or off, by one click. */
    changeRule: mutationOptions({ ...ruleChange, onError }),
    deleteRule: mutationOptions({
      mutationFn: async (rule: string) =>
        void (await api().DELETE('/api/organizations/{id}/alert-rules/{rule_id}', ofRule(rule))),
      onSuccess: readAgain,
    }),
  }
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1
}
