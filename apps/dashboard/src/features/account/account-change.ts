import { invalidateTag } from '@bugle/client-state/cache-tags'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import type { Key } from '@bugle/client-state/keys/key'
import { useMutation, useQueryClient } from '@tanstack/react-query'

interface ChangeEffect {
  /** Queries that the change makes stale, besides the audit trail. */
  stale?: Key
  /** Whether the change affects the profile, which other features show too. */
  changesProfile?: boolean
}

/** Changes the account and refetches what shows it. */
export function useAccountChange<Body, Result>(
  send: (body: Body) => Promise<Result>,
  { stale, changesProfile = false }: ChangeEffect = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: accountKeys.audit }),
        ...(stale === undefined ? [] : [client.invalidateQueries({ queryKey: stale })]),
        ...(changesProfile ? [invalidateTag(client, 'profile')] : []),
      ])
    },
  })
}
