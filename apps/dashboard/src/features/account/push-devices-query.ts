import { responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAccountChange } from './account-change.ts'

export type PushDevice = Schemas['PushDevice']

export const pushDevicesQuery = queryOptions({
  queryKey: accountKeys.pushDevices,
  queryFn: async () => (await responseBody(api.GET('/api/me/push/devices'))).devices,
})

export const useRemovePushDevice = () =>
  useAccountChange(
    async (id: number) =>
      void (await api.DELETE('/api/me/push/devices/{id}', { params: { path: { id: String(id) } } })),
    { stale: accountKeys.pushDevices },
  )
