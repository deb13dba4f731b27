import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { type Me, useDeleteMe } from './queries.ts'

/** Deletes the account with its projects and their events. */
export function DeleteAccount({ me, onDeleted }: { me: Me; onDeleted: () => void }) {
  const remove = useDeleteMe()
  const [typed, setTyped] = useState('')
  const submit = onSubmit((fields) => {
    const password = String(fields.get('password'))
    remove.mutate({ password }, { onSuccess: onDeleted })
  })
  return (
    <Panel
      title={t('Delete account')}
      hint={t(
        'This also deletes your projects with their issues and events, your sessions and your tokens. It cannot be undone.',
      )}
      isDanger
    >
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={remove.error} byCode={{ wrong_password: t('The password is wrong.') }} />
        <Field
          label={t('Type {{name}} to confirm', { name: me.email })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <PasswordField autoComplete="current-password" />
        <Button
          type="submit"
          variant="danger"
          className="justify-self-start"
          disabled={remove.isPending || typed.trim() !== me.email}
        >
          {t('Delete account')}
        </Button>
      </form>
    </Panel>
  )
}
