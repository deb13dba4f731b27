import type { Schemas } from '@bugle/api-client'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRemoveTotp, useReplaceCodes } from './queries.ts'
import { RecoveryCodes, useNewCodes } from './recovery-codes.tsx'

/** Shown while the second factor is on: new recovery codes, or turning it off. */
export function TotpOn({ state }: { state: Schemas['TotpState'] }) {
  const [asked, setAsked] = useState<'codes' | 'off'>()
  const codes = useNewCodes()
  return (
    <Panel title={t('Two-factor authentication')}>
      <p className="flex items-center gap-2">
        <CircleCheck size={16} aria-hidden className="shrink-0 text-ok" />
        <span>
          {state.confirmed_at === null ? t('On') : t('On since {{day}}', { day: formatDate(state.confirmed_at) })}
          {' · '}
          {t('{{count, number}} recovery codes left', { count: state.recovery_codes_left })}
        </span>
      </p>
      {codes !== undefined && <RecoveryCodes codes={codes} />}
      {asked === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsked('codes')}>{t('New recovery codes…')}</Button>
          <Button onClick={() => setAsked('off')}>{t('Turn off…')}</Button>
        </div>
      ) : (
        <Proof kind={asked} onClose={() => setAsked(undefined)} />
      )}
    </Panel>
  )
}

/** Asks for password and code again before a change that weakens or replaces the second factor. */
function Proof({ kind, onClose }: { kind: 'codes' | 'off'; onClose: () => void }) {
  const replace = useReplaceCodes()
  const remove = useRemoveTotp()
  const { error, isPending } = kind === 'codes' ? replace : remove
  const submit = onSubmit((fields) => {
    const body = { password: String(fields.get('password')), code: String(fields.get('code')).replaceAll(/\s/g, '') }
    if (kind === 'codes') return replace.mutate(body, { onSuccess: onClose })
    const { password, code } = body
    const proof = /^\d{6}$/.test(code) ? { code } : { recovery_code: code }
    remove.mutate(
      { password, ...proof },
      { onSuccess: () => showToast({ text: t('Two-factor authentication is off.') }) },
    )
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormError
        error={error}
        byCode={{
          wrong_password: t('The password is wrong.'),
          invalid_totp: t('This code is wrong or was already used.'),
        }}
      />
      <PasswordField autoComplete="current-password" />
      <Field
        label={kind === 'codes' ? t('Authenticator code') : t('Authenticator code or recovery code')}
        name="code"
        required
        autoComplete="one-time-code"
        className="max-w-72 font-mono"
      />
      <div className="flex gap-2">
        <Button type="submit" variant={kind === 'off' ? 'danger' : 'plain'} disabled={isPending}>
          {kind === 'codes' ? t('Create new codes') : t('Turn off two-factor authentication')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
