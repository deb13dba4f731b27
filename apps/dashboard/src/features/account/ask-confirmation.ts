import { responseBody } from '@bugle/api-client'
import { api } from '../../lib/api.ts'
import { useAccountChange } from './account-change.ts'

/** Mails the link again that confirms the address. Every screen offers it: it does not bring the settings of the account along. */
export const useAskConfirmation = () =>
  useAccountChange((_: undefined) => responseBody(api.POST('/api/me/email/confirmation')), { changesProfile: true })
