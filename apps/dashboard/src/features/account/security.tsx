import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { clearSent, onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { totpQuery, useChangePassword } from './queries.ts'
import { TotpOff } from './totp-off.tsx'
import { TotpOn } from './totp-on.tsx'

/** Password, second factor and passkeys. */
export function Security() {
  const totp = useQuery(totpQuery)
  return (
    <>
      <Password />
      <Loaded query={totp} name={t('two-factor authentication')}>
        {(state) => (
          <>
            {state.enabled ? <TotpOn state={state} /> : <TotpOff />}
            <Passkeys hasTotp={state.enabled} />
          </>
        )}
      </Loaded>
      <Identities />
    </>
  )
}

function Password() {
  const change = useChangePassword()
  const submit = onSubmit((fields, form) => {
    change.mutate(
      { current_password: String(fields.get('current')), password: String(fields.get('next')) },
      {
        onSuccess: () => {
          clearSent(form, fields)
          showToast({ text: t('Password changed. All other sessions were signed out.') })
        },
      },
    )
  })
  return (
    <Panel title={t('Password')} hint={t('Changing it signs out all other sessions.')}>
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={change.error} byCode={{ wrong_password: t('The current password is wrong.') }} />
        <PasswordField label={t('Current password')} name="current" autoComplete="current-password" />
        <PasswordField
          label={t('New password')}
          name="next"
          autoComplete="new-password"
          minLength={limits.passwordMin}
          hint={t('8 characters or more.')}
          error={fieldError(change.error, 'password')}
        />
        <Button type="submit" className="justify-self-start" disabled={change.isPending}>
          {t('Change password')}
        </Button>
      </form>
    </Panel>
  )
}
