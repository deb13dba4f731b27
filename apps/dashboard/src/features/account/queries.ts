import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Me = Schemas['Me']
export type Session = Schemas['AccessToken']
export type ApiToken = Schemas['ApiToken']
export type Scope = ApiToken['scopes'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await responseBody(api.GET('/api/me/tokens'))).tokens,
  refetchInterval: 30_000,
})

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async () => (await responseBody(api.GET('/api/me/api-tokens'))).api_tokens,
})

export const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: () => responseBody(api.GET('/api/me/totp')),
})

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam }) => {
    const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
    return responseBody(api.GET('/api/me/audit', { params: { query } }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** A change of the account; what is shown of it is asked for again. */
function useAccountChange<Body, Answer>(send: (body: Body) => Promise<Answer>, ...stale: string[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => Promise.all([...stale, 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}

export const useRename = () =>
  useAccountChange((body: BodyOf<'/api/me', 'patch'>) => responseBody(api.PATCH('/api/me', { body })), 'me')

export const useChangeEmail = () =>
  useAccountChange((body: BodyOf<'/api/me/email', 'post'>) => responseBody(api.POST('/api/me/email', { body })))

export const useAskConfirmation = () =>
  useAccountChange((_: undefined) => responseBody(api.POST('/api/me/email/confirmation')), 'me')

export const useChangePassword = () =>
  useAccountChange(
    async (body: BodyOf<'/api/me/password', 'post'>) => void (await api.POST('/api/me/password', { body })),
    'sessions',
  )

export const useEnrolTotp = () =>
  useAccountChange((body: BodyOf<'/api/me/totp', 'post'>) => responseBody(api.POST('/api/me/totp', { body })))

export const useConfirmTotp = () =>
  useAccountChange(
    (body: BodyOf<'/api/me/totp/confirm', 'post'>) => responseBody(api.POST('/api/me/totp/confirm', { body })),
    'totp',
  )

export const useReplaceCodes = () =>
  useAccountChange(
    (body: BodyOf<'/api/me/totp/recovery-codes', 'post'>) =>
      responseBody(api.POST('/api/me/totp/recovery-codes', { body })),
    'totp',
  )

export const useRemoveTotp = () =>
  useAccountChange(async (body: Schemas['RemoveTotpBody']) => void (await api.DELETE('/api/me/totp', { body })), 'totp')

export const useRevokeSession = () =>
  useAccountChange(
    async (id: number) => void (await api.DELETE('/api/me/tokens/{id}', { params: { path: { id: String(id) } } })),
    'sessions',
  )

export const useRevokeOthers = () =>
  useAccountChange(async () => responseBody(api.DELETE('/api/me/tokens/others')), 'sessions')

export const useCreateApiToken = () =>
  useAccountChange(
    (body: BodyOf<'/api/me/api-tokens', 'post'>) => responseBody(api.POST('/api/me/api-tokens', { body })),
    'api-tokens',
  )

export const useRevokeApiToken = () =>
  useAccountChange(
    async (id: number) => void (await api.DELETE('/api/me/api-tokens/{id}', { params: { path: { id: String(id) } } })),
    'api-tokens',
  )

export const useDeleteMe = () =>
  useAccountChange(async (body: Schemas['DeleteMeBody']) => void (await api.DELETE('/api/me', { body })))
