import { ApiError } from '@bugle/api-client'
import { fieldError } from '@bugle/presentation/form-errors'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { clearSent, onSubmit } from '../../lib/on-submit.ts'
import { canUsePasskeys } from '../../lib/passkey.ts'
import { showToast } from '../../lib/toasts.ts'
import {
  type Passkey,
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
  useReplaceCodes,
} from './queries.ts'
import { RecoveryCodes, useNewCodes } from './recovery-codes.tsx'

type Asked = { change: 'rename' | 'remove'; passkey: Passkey } | { change: 'codes' }

/** The passkeys of the account; nothing where there are none and can be none. */
export function Passkeys({ hasTotp }: { hasTotp: boolean }) {
  const found = useQuery(passkeysQuery).data
  const [asked, setAsked] = useState<Asked>()
  const codes = useNewCodes()
  const canAdd = found?.can_add === true && canUsePasskeys()
  if (found === undefined || (!canAdd && found.passkeys.length === 0)) return null
  const close = () => setAsked(undefined)
  return (
    <Panel
      title={t('Passkeys')}
      hint={t('Sign in with your fingerprint, face or a security key, with or without your password.')}
    >
      {found.passkeys.length > 0 && (
        <ul className="rounded-card border border-border">
          {found.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onAsk={(change) => setAsked({ change, passkey })} />
          ))}
        </ul>
      )}
      {/* With an authenticator app, its panel has them. */}
      {!hasTotp && found.passkeys.length > 0 && codes !== undefined && <RecoveryCodes codes={codes} />}
      {!hasTotp && found.passkeys.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span>{t('{{count, number}} recovery codes left', { count: found.recovery_codes_left })}</span>
          <Button onClick={() => setAsked({ change: 'codes' })}>{t('New recovery codes…')}</Button>
        </div>
      )}
      {canAdd && <Add />}
      {asked?.change === 'rename' && <Rename passkey={asked.passkey} onClose={close} />}
      {asked?.change === 'remove' && <Remove passkey={asked.passkey} onClose={close} />}
      {asked?.change === 'codes' && <NewCodes onClose={close} />}
    </Panel>
  )
}

function Row({ passkey, onAsk }: { passkey: Passkey; onAsk: (change: 'rename' | 'remove') => void }) {
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
      <span className="grid min-w-0 grow">
        <span className="from-event font-medium">{name}</span>
        <span className="text-12 text-text-3">
          {t('added {{day}}', { day: formatDate(created_at) })} ·{' '}
          {last_used_at === null ? (
            t('never used')
          ) : (
            <>
              {t('last used')} <TimeAgo at={last_used_at} isPhrase />
            </>
          )}
        </span>
      </span>
      <Button onClick={() => onAsk('rename')}>{t('Rename')}</Button>
      <Button onClick={() => onAsk('remove')}>{t('Remove')}</Button>
    </li>
  )
}

/** Asks for a name and, in an old session, the password; the browser does the rest. */
function Add() {
  const add = useAddPasskey()
  const code = add.error instanceof ApiError ? add.error.code : undefined
  const needsPassword = code === 'password_needed' || code === 'wrong_password'
  const submit = onSubmit((fields, form) => {
    const password = fields.get('password')
    add.mutate(
      { name: String(fields.get('name')).trim(), ...(password !== null && { password: String(password) }) },
      {
        onSuccess: () => {
          clearSent(form, fields)
          showToast({ text: t('Passkey added') })
        },
      },
    )
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormError
        error={add.error}
        byCode={{
          password_needed: t('You signed in more than an hour ago. Your password proves that it is you.'),
          wrong_password: t('The password is wrong.'),
          passkey_not_accepted: t('The passkey could not be added. Try again.'),
        }}
      />
      <Field
        label={t('Name of the passkey')}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        placeholder={t('Laptop')}
        error={fieldError(add.error, 'name')}
      />
      {needsPassword && <PasswordField autoComplete="current-password" />}
      <Button type="submit" className="justify-self-start" disabled={add.isPending}>
        {t('Add a passkey')}
      </Button>
    </form>
  )
}

interface ChangeProps {
  passkey: Passkey
  onClose: () => void
}

function Rename({ passkey, onClose }: ChangeProps) {
  const rename = useRenamePasskey()
  const submit = onSubmit((fields) => {
    rename.mutate({ id: passkey.id, name: String(fields.get('name')).trim() }, { onSuccess: onClose })
  })
  return (
    <Dialog title={t('Rename the passkey')} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={rename.error} />
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={passkey.name}
          error={fieldError(rename.error, 'name')}
          autoFocus
        />
        <Button type="submit" variant="main" className="justify-self-end" disabled={rename.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}

function Remove({ passkey, onClose }: ChangeProps) {
  const remove = useRemovePasskey()
  const submit = onSubmit((fields) => {
    const onSuccess = () => {
      onClose()
      showToast({ text: t('Passkey removed') })
    }
    remove.mutate({ id: passkey.id, password: String(fields.get('password')) }, { onSuccess })
  })
  return (
    <Dialog title={t('Remove {{name}}', { name: passkey.name })} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-text-2">
          {t(
            'It no longer signs you in. Recovery codes end with your last passkey, unless an authenticator app is on.',
          )}
        </p>
        <FormError error={remove.error} byCode={{ wrong_password: t('The password is wrong.') }} />
        <PasswordField autoComplete="current-password" />
        <Button type="submit" variant="danger" className="justify-self-end" disabled={remove.isPending}>
          {t('Remove the passkey')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Replaces the recovery codes of an account without an authenticator app. */
function NewCodes({ onClose }: { onClose: () => void }) {
  const replace = useReplaceCodes()
  const submit = onSubmit((fields) => {
    replace.mutate({ password: String(fields.get('password')) }, { onSuccess: onClose })
  })
  return (
    <Dialog title={t('New recovery codes')} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={replace.error} byCode={{ wrong_password: t('The password is wrong.') }} />
        <PasswordField autoComplete="current-password" />
        <Button type="submit" variant="main" className="justify-self-end" disabled={replace.isPending}>
          {t('Create new codes')}
        </Button>
      </form>
    </Dialog>
  )
}
