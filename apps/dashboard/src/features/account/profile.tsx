import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import { type Me, useChangeEmail, useRename } from './queries.ts'

/** Name and e-mail of the account. */
export function Profile({ me }: { me: Me }) {
  return (
    <>
      <Name me={me} />
      <Email me={me} />
    </>
  )
}

function Name({ me }: { me: Me }) {
  const rename = useRename()
  const submit = onSubmit((fields) => {
    const name = String(fields.get('name')).trim()
    rename.mutate({ name }, { onSuccess: () => showToast({ text: t('Saved') }) })
  })
  return (
    <Panel title={t('Profile')}>
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={rename.error} />
        <Field
          label={t('Name')}
          name="name"
          autoComplete="name"
          defaultValue={me.name}
          maxLength={200}
          required
          error={fieldError(rename.error, 'name')}
        />
        <Button type="submit" variant="main" className="justify-self-start" disabled={rename.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Panel>
  )
}

function Email({ me }: { me: Me }) {
  const change = useChangeEmail()
  const submit = onSubmit((fields) => {
    change.mutate({ email: String(fields.get('email')).trim(), current_password: String(fields.get('password')) })
  })
  return (
    <Panel
      title={t('E-mail')}
      hint={t('{{email}} stays in use until you confirm the new address.', { email: me.email })}
    >
      {change.isSuccess ? (
        <p role="status">{t('We sent a link to the new address. Open it to confirm.')}</p>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <FormError error={change.error} byCode={{ wrong_password: t('The password is wrong.') }} />
          <Field
            label={t('New e-mail')}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            error={fieldError(change.error, 'email')}
          />
          <PasswordField autoComplete="current-password" />
          <Button type="submit" className="justify-self-start" disabled={change.isPending}>
            {t('Change e-mail')}
          </Button>
        </form>
      )}
    </Panel>
  )
}
