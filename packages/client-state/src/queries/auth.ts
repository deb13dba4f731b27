import { responseBody } from '@bugle/api-client'
import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from '../keys/account-keys.ts'
import type { Source } from '../source.ts'

/**
 * Queries of the signed-in account, and of what a server offers before the sign-in.
 *
 * @param watchForSession called before the server is asked for a session; returns what is called when it has confirmed one
 */
export function authQueries({ api }: Source, watchForSession: () => () => void = () => () => {}) {
  return {
    /** The signed-in user, with the organizations and the roles in them; 401 when there is none. */
    meQuery: queryOptions({
      queryKey: accountKeys.me,
      meta: { tag: 'profile' },
      queryFn: async () => {
        const found = watchForSession()
        const me = await responseBody(api().GET('/api/auth/me'))
        found()
        return me
      },
      staleTime: 60_000,
    }),

    /** Whether registration is open, and which identity provider there is. */
    registrationQuery: (server = '') =>
      queryOptions({
        queryKey: accountKeys.registration(server),
        queryFn: () => responseBody(api().GET('/api/auth/registration')),
      }),
  }
}
