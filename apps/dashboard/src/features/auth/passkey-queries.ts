import { responseBody } from '@bugle/api-client'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { askForPasskey } from '../../lib/passkey.ts'

/** Signs in by a passkey alone. */
export function usePasskeyLogIn() {
  return useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await responseBody(api.POST('/api/auth/passkey/options')))
      await api.POST('/api/auth/passkey', { body: { credential } })
    },
  })
}

/** Completes a login by a passkey. */
export function useCompleteByPasskey() {
  return useMutation({
    mutationFn: async (totp_token: string) => {
      const options = await responseBody(api.POST('/api/auth/login/passkey/options', { body: { totp_token } }))
      await api.POST('/api/auth/login/passkey', { body: { totp_token, credential: await askForPasskey(options) } })
    },
  })
}
