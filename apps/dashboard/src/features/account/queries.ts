import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { accountQueries } from '@bugle/client-state/queries/account'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { withBasePath } from '../../lib/base-path.ts'
import { createPasskey } from '../../lib/passkey.ts'
import { source } from '../../lib/source.ts'
import { useAccountChange } from './account-change.ts'
import { setNewCodes } from './recovery-codes.tsx'

export type Me = Schemas['Me']
export type Session = Schemas['AccessToken']
export type Passkey = Schemas['Passkey']
export type ApiToken = Schemas['ApiToken']
export type Scope = ApiToken['scopes'][number]

export const { apiTokensQuery, sessionsQuery, totpQuery } = accountQueries(source)

export const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: () => responseBody(api.GET('/api/me/passkeys')),
})

export const auditQuery = infiniteQueryOptions({
  queryKey: accountKeys.audit,
  queryFn: ({ pageParam }) => {
    const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
    return responseBody(api.GET('/api/me/audit', { params: { query } }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/**
 * Keeps recovery codes at once: they are shown only in this response, and a form that is gone by the time the account has
 * been read again would lose them.
 */
function keepCodes<Made extends { recovery_codes: string[] | null }>(made: Made): Made {
  if (made.recovery_codes !== null) setNewCodes(made.recovery_codes)
  return made
}

export const useRename = () =>
  useAccountChange((body: BodyOf<'/api/me', 'patch'>) => responseBody(api.PATCH('/api/me', { body })), {
    changesProfile: true,
  })

export const useChangeEmail = () =>
  useAccountChange((body: BodyOf<'/api/me/email', 'post'>) => responseBody(api.POST('/api/me/email', { body })))

export const useChangePassword = () =>
  useAccountChange(
    async (body: BodyOf<'/api/me/password', 'post'>) => void (await api.POST('/api/me/password', { body })),
    { stale: accountKeys.sessions },
  )

export const useEnrolTotp = () =>
  useAccountChange((body: BodyOf<'/api/me/totp', 'post'>) => responseBody(api.POST('/api/me/totp', { body })))

export const useConfirmTotp = () =>
  useAccountChange(
    async (body: BodyOf<'/api/me/totp/confirm', 'post'>) =>
      keepCodes(await responseBody(api.POST('/api/me/totp/confirm', { body }))),
    { stale: accountKeys.totp },
  )

export const useReplaceCodes = () =>
  useAccountChange(
    async (body: BodyOf<'/api/me/totp/recovery-codes', 'post'>) =>
      keepCodes(await responseBody(api.POST('/api/me/totp/recovery-codes', { body }))),
    { stale: accountKeys.totp },
  )

export const useRemoveTotp = () =>
  useAccountChange(async (body: Schemas['RemoveTotpBody']) => void (await api.DELETE('/api/me/totp', { body })), {
    stale: accountKeys.totp,
  })

/** Lets the browser make a passkey and adds it. */
export const useAddPasskey = () =>
  useAccountChange(
    async ({ name, password }: { name: string; password?: string }) => {
      const options = await responseBody(
        api.POST('/api/me/passkeys/options', { body: password === undefined ? {} : { password } }),
      )
      const credential = await createPasskey(options)
      return keepCodes(await responseBody(api.POST('/api/me/passkeys', { body: { name, credential } })))
    },
    { stale: accountKeys.totp, changesProfile: true },
  )

export const useRenamePasskey = () =>
  useAccountChange(
    ({ id, name }: { id: number; name: string }) =>
      responseBody(api.PATCH('/api/me/passkeys/{id}', { params: { path: { id: String(id) } }, body: { name } })),
    { stale: accountKeys.passkeys },
  )

export const useRemovePasskey = () =>
  useAccountChange(
    async ({ id, password }: { id: number; password: string }) =>
      void (await api.DELETE('/api/me/passkeys/{id}', { params: { path: { id: String(id) } }, body: { password } })),
    { stale: accountKeys.totp, changesProfile: true },
  )

export const useRevokeSession = () =>
  useAccountChange(
    async (id: number) => void (await api.DELETE('/api/me/tokens/{id}', { params: { path: { id: String(id) } } })),
    { stale: accountKeys.sessions },
  )

export const useRevokeOthers = () =>
  useAccountChange(async () => responseBody(api.DELETE('/api/me/tokens/others')), { stale: accountKeys.sessions })

export const useCreateApiToken = () =>
  useAccountChange(
    (body: BodyOf<'/api/me/api-tokens', 'post'>) => responseBody(api.POST('/api/me/api-tokens', { body })),
    { stale: accountKeys.apiTokens },
  )

export const useRevokeApiToken = () =>
  useAccountChange(
    async (id: number) => void (await api.DELETE('/api/me/api-tokens/{id}', { params: { path: { id: String(id) } } })),
    { stale: accountKeys.apiTokens },
  )

export const useDeleteMe = () =>
  useAccountChange(async (body: Schemas['DeleteMeBody']) => void (await api.DELETE('/api/me', { body })))

/** Creates a code that signs a phone in. */
export const useLoginCode = () =>
  useMutation({
    mutationFn: (body: BodyOf<'/api/me/links', 'post'>) => responseBody(api.POST('/api/me/links', { body })),
  })

/** Whether this server serves the mobile app; it is built by a command of its own. */
export const hasMobilePageQuery = queryOptions({
  queryKey: accountKeys.mobilePage,
  queryFn: async () => (await fetch(withBasePath('/m/'), { method: 'HEAD' })).ok,
  staleTime: Number.POSITIVE_INFINITY,
})

export const useUnlinkIdentity = () =>
  useAccountChange(
    async (id: number) => void (await api.DELETE('/api/me/identities/{id}', { params: { path: { id: String(id) } } })),
    { stale: accountKeys.identities },
  )
