import { responseBody, type Schemas } from '@bugle/api-client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../lib/api.ts'
import { askForPasskey, offerPasskeys } from '../../lib/passkey.ts'

const loginOptions = () => responseBody(api.POST('/api/auth/passkey/options'))

/** Signs in by a passkey alone: one that was chosen already, or that the browser asks for. */
export function usePasskeyLogIn() {
  return useMutation({
    mutationFn: async (chosen?: Schemas['PasskeyAssertion']) => {
      const credential = chosen ?? (await askForPasskey(await loginOptions()))
      await api.POST('/api/auth/passkey', { body: { credential } })
    },
  })
}

/** Shorter than the server takes a response. */
const renewMs = 4 * 60_000

interface PasskeyOffer {
  isOn: boolean
  /** Whether another request for a passkey is open, which an offer would end. */
  isBusy: boolean
  onChosen: (credential: Schemas['PasskeyAssertion']) => void
}

/** Offers passkeys in the list of the e-mail field. Nobody has asked for it, so a failure says nothing. */
export function usePasskeyOffer({ isOn, isBusy, onChosen }: PasskeyOffer): void {
  const choose = useEffectEvent(onChosen)
  const isOther = useEffectEvent(() => isBusy)
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    const offer = async () => {
      const options = await loginOptions()
      if (isOver || isOther()) return
      const credential = await offerPasskeys(options)
      // A request that the user began meanwhile has ended the offer, or is about to.
      if (credential !== undefined && !isOver && !isOther()) choose(credential)
    }
    const begin = () => void offer().catch(() => {})
    begin()
    const timer = setInterval(begin, renewMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isOn])
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
