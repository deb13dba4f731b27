import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { language } from '@bugle/presentation/i18n'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pushDevice } from '../../lib/push'
import { api } from '../../lib/session'

export type Push = Schemas['Push']
type PushChange = BodyOf<'/api/me/push', 'patch'>

export const pushQuery = queryOptions({
  queryKey: accountKeys.push,
  queryFn: async () => (await responseBody(api().GET('/api/me/push'))).push,
})

/** Subscribes this device. */
export async function subscribe() {
  const { public_key } = await responseBody(api().GET('/api/push/key'))
  const address = await pushDevice.subscribe(public_key)
  const body = {
    kind: pushDevice.kind,
    ...address,
    language: language(),
    details: false,
    quiet_hours: null,
  }
  return (await responseBody(api().POST('/api/me/push', { body }))).push
}

export function useSubscribe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => subscribe(),
    onSuccess: (push) => client.setQueryData(pushQuery.queryKey, push),
  })
}

export function useUnsubscribe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await api().DELETE('/api/me/push')
      await pushDevice.unsubscribe()
    },
    onSuccess: () => client.setQueryData(pushQuery.queryKey, null),
  })
}

export function useChangePush() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: PushChange) => (await responseBody(api().PATCH('/api/me/push', { body }))).push,
    onSuccess: (push) => client.setQueryData(pushQuery.queryKey, push),
  })
}

export function useTestPush() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await responseBody(api().POST('/api/me/push/test'))).push,
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}
