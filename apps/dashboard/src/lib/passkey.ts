import type { Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { PasskeyNotUsed } from './passkey-not-used.ts'

/** Whether this browser knows passkeys here: it does on https and localhost alone. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window
}

/** Lets the browser make a passkey. */
export async function createPasskey(options: Schemas['PasskeyCreation']): Promise<Schemas['PasskeyAttestation']> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options }).catch(notUsed)
}

/** Lets the browser use a passkey. */
export async function askForPasskey(options: Schemas['PasskeyRequest']): Promise<Schemas['PasskeyAssertion']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options }).catch(notUsed)
}

/**
 * Lets the browser offer passkeys in the list of the e-mail field, where it can. Any other request for one ends this.
 *
 * @returns undefined unless one is chosen
 */
export async function offerPasskeys(
  options: Schemas['PasskeyRequest'],
): Promise<Schemas['PasskeyAssertion'] | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser')
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: true }).catch(() => undefined)
}

/** Names the reason as far as it is known: browsers hide it, so that no page learns which passkeys there are. */
function notUsed(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  const text = isKnown
    ? t('This device has a passkey of your account already.')
    : t('No passkey was used: it was canceled, took too long, or this device has none.')
  throw new PasskeyNotUsed(text, { cause: error })
}
