import { responseBody } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from '../keys/account-keys.ts'
import type { Source } from '../source.ts'

/** Queries of what the settings of an account show. */
export function accountQueries({ api }: Source) {
  return {
    sessionsQuery: queryOptions({
      queryKey: accountKeys.sessions,
      queryFn: async () => (await responseBody(api().GET('/api/me/tokens'))).tokens,
      refetchInterval: 30_000,
    }),

    apiTokensQuery: queryOptions({
      queryKey: accountKeys.apiTokens,
      queryFn: async () => (await responseBody(api().GET('/api/me/api-tokens'))).api_tokens,
    }),

    totpQuery: queryOptions({
      queryKey: accountKeys.totp,
      queryFn: () => responseBody(api().GET('/api/me/totp')),
    }),
  }
}
