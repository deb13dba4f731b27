import { answerOf, type Schemas } from '@bugle/api-client'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { noteSession } from '../../lib/session.ts'

export type Me = Schemas['Me']

/** Who is signed in; 401 when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await answerOf(api.GET('/api/auth/me'))
    noteSession(true)
    return me
  },
  staleTime: 60_000,
})

export function useRegister() {
  return useMutation({
    mutationFn: async (body: Schemas['RegisterBody']) => void (await api.POST('/api/auth/register', { body })),
  })
}

/** Ends with a challenge when there is a second factor, else with a session. */
export function useLogIn() {
  return useMutation({
    mutationFn: async (body: Schemas['LoginBody']) => {
      const outcome = await answerOf(api.POST('/api/auth/login', { body }))
      return 'totp_token' in outcome ? { challenge: outcome.totp_token } : {}
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
    // What is still on its way may be refused.
    onMutate: () => noteSession(false),
    onError: () => noteSession(true),
  })
}
