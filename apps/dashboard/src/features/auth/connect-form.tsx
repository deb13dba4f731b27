import { responseBody, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { api } from '../../lib/api.ts'
import { onSubmit } from '../../lib/on-submit.ts'
import { useRetryCountdown } from '../../lib/use-retry-countdown.ts'

/** Proves the account that has the address of an identity, once, and connects the two. */
export function ConnectForm({ email, onDone }: { email: string; onDone: (address: string) => void }) {
  const connect = useMutation({
    mutationFn: (body: Schemas['LinkSsoBody']) => responseBody(api.POST('/api/auth/oidc/link', { body })),
    onSuccess: ({ redirect }) => {
      if (redirect !== null) onDone(redirect)
    },
  })
  const wait = useRetryCountdown(connect.error)
  const { code, recovery_code } = connect.variables ?? {}
  const needsCode = connect.data?.requires_totp === true || code != null || recovery_code != null
  const submit = onSubmit((fields) =>
    connect.mutate({ password: String(fields.get('password')), ...toProof(fields.get('code')) }),
  )
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="from-event text-text-2">
        {t(
          'There is an account with {{email}} already. Enter its password once; from then on you sign in without it.',
          {
            email,
          },
        )}
      </p>
      <FormError
        error={connect.error}
        byCode={{
          invalid_credentials: t('The password is wrong.'),
          invalid_totp: t('This code is wrong or was already used.'),
          sso_expired: t('Signing in took too long. Begin again.'),
          rate_limited: t('Too many attempts. Try again in a moment.'),
        }}
      />
      <PasswordField autoComplete="current-password" autoFocus />
      {needsCode && (
        <Field
          label={t('Authenticator code or recovery code')}
          hint={t('If you have a passkey, you can also sign in with it and connect under Account, Security.')}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          required
          className="font-mono"
        />
      )}
      <Button type="submit" variant="main" className="min-h-9" disabled={connect.isPending || wait > 0}>
        {wait > 0 ? t('Try again in {{seconds}} s', { seconds: wait }) : t('Connect')}
      </Button>
    </form>
  )
}

function toProof(given: FormDataEntryValue | null): Pick<Schemas['LinkSsoBody'], 'code' | 'recovery_code'> {
  const text = typeof given === 'string' ? given.trim() : ''
  if (text === '') return {}
  const digits = text.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? { code: digits } : { recovery_code: text }
}
