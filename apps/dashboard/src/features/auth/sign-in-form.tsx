import { ApiError } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { canUsePasskeys } from '../../lib/passkey.ts'
import { useRetryCountdown } from '../../lib/use-retry-countdown.ts'
import type { Challenge } from './challenge.ts'
import { PasskeySignIn, PasskeyStep } from './passkey-steps.tsx'
import { useCompleteLogIn, useLogIn } from './queries.ts'

interface SignInFormProps {
  /** Initial value. */
  email?: string | undefined
  /** Called on each edit of the e-mail. */
  onEmail?: ((email: string) => void) | undefined
  /** A login that needs the second factor only: the identity provider has done the rest. */
  challenge?: Challenge | undefined
  onDone: () => void
}

/** Asks for e-mail and password, then for the second factor where it is on. */
export function SignInForm({ email, onEmail, challenge: first, onDone }: SignInFormProps) {
  const [challenge, setChallenge] = useState(first)
  if (challenge === undefined)
    return <PasswordStep email={email} onEmail={onEmail} onChallenge={setChallenge} onDone={onDone} />
  return <FactorStep challenge={challenge} onDone={onDone} onBack={() => setChallenge(undefined)} />
}

interface PasswordStepProps extends SignInFormProps {
  onChallenge: (challenge: Challenge) => void
}

function PasswordStep({ email = '', onEmail, onChallenge, onDone }: PasswordStepProps) {
  const [isKnown] = useState(email !== '')
  const logIn = useLogIn()
  const wait = useRetryCountdown(logIn.error)
  const submit = onSubmit((fields) => {
    logIn.mutate(
      { email: String(fields.get('email')), password: String(fields.get('password')) },
      { onSuccess: ({ challenge }) => (challenge === undefined ? onDone() : onChallenge(challenge)) },
    )
  })
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="grid gap-4">
        <FormError
          error={logIn.error}
          byCode={{
            invalid_credentials: t('E-mail or password is wrong.'),
            rate_limited: t('Too many attempts. Try again in a moment.'),
          }}
        />
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          onChange={(event) => onEmail?.(event.target.value)}
          required
          autoFocus={!isKnown}
        />
        <PasswordField autoComplete="current-password" autoFocus={isKnown} />
        <Button type="submit" variant="main" className="min-h-9" disabled={logIn.isPending || wait > 0}>
          {wait > 0
            ? t('Try again in {{seconds}} s', { seconds: wait })
            : logIn.isPending
              ? t('Signing in…')
              : t('Sign in')}
        </Button>
      </form>
      <PasskeySignIn onDone={onDone} />
    </div>
  )
}

interface FactorStepProps {
  challenge: Challenge
  onDone: () => void
  onBack: () => void
}

/** Asks for a second factor. A passkey comes first: a page that imitates this one cannot use it. */
function FactorStep({ challenge, ...rest }: FactorStepProps) {
  const { token, factors } = challenge
  const kinds = [
    ...(factors.includes('passkey') && canUsePasskeys() ? ['passkey' as const] : []),
    ...(factors.includes('totp') ? ['totp' as const] : []),
    'recovery' as const,
  ]
  const [kind, setKind] = useState(kinds[0]!)
  const labels = { passkey: t('Use a passkey'), totp: t('Use authenticator'), recovery: t('Use a recovery code') }
  return (
    <div className="grid gap-4">
      {kind === 'passkey' ? (
        <PasskeyStep token={token} {...rest} />
      ) : (
        // A new form for each kind, so that text typed for one is never sent as the other.
        <CodeStep key={kind} token={token} isRecovery={kind === 'recovery'} {...rest} />
      )}
      {kinds
        .filter((other) => other !== kind)
        .map((other) => (
          <Button key={other} variant="quiet" onClick={() => setKind(other)}>
            {labels[other]}
          </Button>
        ))}
    </div>
  )
}

interface StepProps extends Omit<FactorStepProps, 'challenge'> {
  token: string
}

function CodeStep({ token, isRecovery, onDone, onBack }: StepProps & { isRecovery: boolean }) {
  const [typed, setTyped] = useState('')
  const complete = useCompleteLogIn()
  const wait = useRetryCountdown(complete.error)
  const isOver = complete.error instanceof ApiError && complete.error.code === 'challenge_expired'
  const send = (value: string) => {
    const proof = isRecovery ? { recovery_code: value.trim() } : { code: value }
    // A code that was typed since then stays.
    const clear = () => setTyped((now) => (now === value ? '' : now))
    complete.mutate({ totp_token: token, ...proof }, { onSuccess: onDone, onError: clear })
  }
  const type = (value: string) => {
    const next = isRecovery ? value : value.replaceAll(/\D/g, '').slice(0, 6)
    setTyped(next)
    if (!isRecovery && next.length === 6 && !complete.isPending) send(next)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(typed)
      }}
      className="grid gap-4"
    >
      <FormError
        error={complete.error}
        byCode={{
          invalid_totp: t('This code is wrong or was already used.'),
          challenge_expired: t('This took too long or too many attempts. Sign in again.'),
        }}
      />
      <Field
        label={isRecovery ? t('Recovery code') : t('Authenticator code')}
        hint={isRecovery ? t('Each works once.') : t('Six digits that change every 30 seconds.')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        spellCheck={false}
        autoFocus
        required
        className={isRecovery ? 'font-mono' : 'font-mono text-20 tracking-[0.4em]'}
      />
      {isOver ? (
        <Button variant="main" className="min-h-9" onClick={onBack}>
          {t('Sign in again')}
        </Button>
      ) : (
        <Button type="submit" variant="main" className="min-h-9" disabled={complete.isPending || wait > 0}>
          {wait > 0
            ? t('Try again in {{seconds}} s', { seconds: wait })
            : complete.isPending
              ? t('Checking…')
              : t('Confirm')}
        </Button>
      )}
    </form>
  )
}
