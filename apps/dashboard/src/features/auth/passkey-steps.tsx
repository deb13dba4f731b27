import { ApiError, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { FormError } from '../../components/form-error.tsx'
import { canUsePasskeys } from '../../lib/passkey.ts'
import { useCompleteByPasskey, usePasskeyLogIn, usePasskeyOffer } from './passkey-queries.ts'
import { registrationQuery } from './queries.ts'

/** Signs in without e-mail and password, where server and browser can. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const logIn = usePasskeyLogIn()
  const isOn = useQuery(registrationQuery).data?.passkeys === true && canUsePasskeys()
  const logInBy = (chosen?: Schemas['PasskeyAssertion']) => logIn.mutate(chosen, { onSuccess: onDone })
  usePasskeyOffer({ isOn, isBusy: logIn.isPending, onChosen: logInBy })
  if (!isOn) return null
  return (
    <>
      <FormError error={logIn.error} byCode={reasons()} />
      <Button className="min-h-9" disabled={logIn.isPending} onClick={() => logInBy()}>
        <Fingerprint size={16} aria-hidden />
        {t('Sign in with a passkey')}
      </Button>
    </>
  )
}

/** Completes a login with a passkey. */
export function PasskeyStep({ token, onDone, onBack }: { token: string; onDone: () => void; onBack: () => void }) {
  const complete = useCompleteByPasskey()
  const isOver = complete.error instanceof ApiError && complete.error.code === 'challenge_expired'
  return (
    <>
      <FormError error={complete.error} byCode={reasons()} />
      <p className="text-text-2">{t('Confirm with a passkey that it is you.')}</p>
      {isOver ? (
        <Button variant="main" className="min-h-9" onClick={onBack}>
          {t('Sign in again')}
        </Button>
      ) : (
        <Button
          variant="main"
          className="min-h-9"
          disabled={complete.isPending}
          onClick={() => complete.mutate(token, { onSuccess: onDone })}
          autoFocus
        >
          <Fingerprint size={16} aria-hidden />
          {complete.isPending ? t('Checking…') : t('Continue with a passkey')}
        </Button>
      )}
    </>
  )
}

function reasons(): Record<string, string> {
  return {
    invalid_passkey: t('This passkey was not accepted. Sign in another way.'),
    challenge_expired: t('This took too long or too many attempts. Sign in again.'),
    rate_limited: t('Too many attempts. Try again in a moment.'),
  }
}
