import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { authQueries } from '@bugle/client-state/queries/auth'
import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { noteSession, watchForSession } from '../../lib/session.ts'
import { source } from '../../lib/source.ts'
import type { Challenge } from './challenge.ts'

export type Me = Schemas['Me']

const auth = authQueries(source, watchForSession)

export const { meQuery } = auth
export const registrationQuery = auth.registrationQuery()

/** Forgets everything of a user who has left. The sign-in page, which is open by then, keeps what it knows of the server. */
export function forgetUser(client: QueryClient): void {
  const [kept] = registrationQuery.queryKey
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  client.getMutationCache().clear()
}

export function useRegister() {
  return useMutation({
    mutationFn: async (body: Schemas['RegisterBody']) => void (await api.POST('/api/auth/register', { body })),
  })
}

/** Ends with a challenge where a second factor is on, else with a session. */
export function useLogIn() {
  return useMutation({
    mutationFn: async (body: Schemas['LoginBody']) => {
      const outcome = await responseBody(api.POST('/api/auth/login', { body }))
      if (!('totp_token' in outcome)) return {}
      const { totp_token, factors = ['totp'] } = outcome
      return { challenge: { token: totp_token, factors } satisfies Challenge }
    },
  })
}

export function useCompleteLogIn() {
  return useMutation({
    mutationFn: async (body: Schemas['LoginTotpBody']) => void (await api.POST('/api/auth/login/totp', { body })),
  })
}

export function useLogOut() {
  return useMutation({
    mutationFn: async () => void (await api.POST('/api/auth/logout')),
    // Without a network it fails at once: whoever leaves a device must know that it is still signed in.
    networkMode: 'always',
    // Requests in flight may be refused from now on.
    onMutate: () => noteSession(false),
    onError: () => noteSession(true),
  })
}

/** Requests a link to reset the password. The response does not reveal whether the account exists. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (body: Schemas['ForgotPasswordBody']) =>
      void (await api.POST('/api/auth/password/forgot', { body })),
  })
}

/** The API tokens of the account that a mailed link resets. */
export const tokensOfResetQuery = (token: string) =>
  queryOptions({
    queryKey: accountKeys.tokensOfReset(token),
    queryFn: async () =>
      (await responseBody(api.POST('/api/auth/password/reset/tokens', { body: { token } }))).api_tokens,
    retry: false,
  })

export function useResetPassword() {
  return useMutation({
    mutationFn: async (body: Schemas['ResetPasswordBody']) =>
      void (await api.POST('/api/auth/password/reset', { body })),
  })
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: async (body: Schemas['ConfirmEmailBody']) => void (await api.POST('/api/auth/email/confirm', { body })),
  })
}

export function useUnsubscribe() {
  return useMutation({
    mutationFn: async (body: BodyOf<'/unsubscribe', 'post'>) => void (await api.POST('/unsubscribe', { body })),
  })
}
