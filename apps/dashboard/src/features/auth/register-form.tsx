import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { useRetryCountdown } from '../../lib/use-retry-countdown.ts'
import { useRegister } from './queries.ts'

interface RegisterFormProps {
  /** Token of the invitation that is accepted with the account, and the address it is for. */
  invitation?: string
  email?: string | null
  onDone: () => void
}

export function RegisterForm({ invitation, email = null, onDone }: RegisterFormProps) {
  const register = useRegister()
  const wait = useRetryCountdown(register.error)
  const submit = onSubmit((fields) => {
    const body = {
      name: String(fields.get('name')),
      email: String(fields.get('email')),
      password: String(fields.get('password')),
      ...(invitation !== undefined && { invitation }),
    }
    register.mutate(body, { onSuccess: onDone })
  })
  const { error } = register
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormError
        error={error}
        byCode={{
          email_taken: t('An account with this e-mail already exists. Sign in instead.'),
          registration_closed: t('Registration is closed. Ask the operator of this server for an account.'),
          link_expired: t('This invitation was accepted already, was revoked or has expired. Ask for another one.'),
          rate_limited: t('Too many registrations from your network. Try again later.'),
        }}
      />
      <Field
        label={t('Name')}
        name="name"
        autoComplete="name"
        maxLength={200}
        required
        autoFocus
        error={fieldError(error, 'name')}
      />
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? ''}
        readOnly={email !== null}
        maxLength={254}
        required
        error={fieldError(error, 'email')}
      />
      <PasswordField
        autoComplete="new-password"
        minLength={limits.passwordMin}
        hint={t('8 characters or more.')}
        error={fieldError(error, 'password')}
      />
      <Button type="submit" variant="main" className="min-h-9" disabled={register.isPending || wait > 0}>
        {wait > 0
          ? t('Try again in {{seconds}} s', { seconds: wait })
          : register.isPending
            ? t('Creating…')
            : t('Create account')}
      </Button>
    </form>
  )
}
