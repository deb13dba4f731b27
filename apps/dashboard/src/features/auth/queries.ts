import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { noteSession } from '../../lib/session.ts'

export type Me = Schemas['Me']

/** Who is signed in; 401 when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  meta: { tag: 'profile' },
  queryFn: async () => {
    const me = await responseBody(api.GET('/api/auth/me'))
    noteSession(true)
    return me
  },
  staleTime: 60_000,
})

/** Whether somebody may make an account. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: () => responseBody(api.GET('/api/auth/registration')),
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
      const outcome = await responseBody(api.POST('/api/auth/login', { body }))
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

/** Mails a link to choose a new password, if there is such an account; the answer does not say whether. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (body: Schemas['ForgotPasswordBody']) =>
      void (await api.POST('/api/auth/password/forgot', { body })),
  })
}

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
