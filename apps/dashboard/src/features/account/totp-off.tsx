import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { useConfirmTotp, useEnrolTotp } from './queries.ts'

/** Turns on the second factor: password, QR code, then a code. */
export function TotpOff() {
  const enrol = useEnrolTotp()
  const submit = onSubmit((fields) => {
    enrol.mutate({ password: String(fields.get('password')) })
  })
  return (
    <Panel
      title={t('Two-factor authentication')}
      hint={t('A six-digit code from an app on your phone, in addition to your password.')}
    >
      {enrol.data === undefined ? (
        <form onSubmit={submit} className="grid gap-4">
          <FormError error={enrol.error} byCode={{ wrong_password: t('The password is wrong.') }} />
          <PasswordField autoComplete="current-password" />
          <Button type="submit" className="justify-self-start" disabled={enrol.isPending}>
            {t('Set up two-factor authentication')}
          </Button>
        </form>
      ) : (
        <ConfirmCode secret={enrol.data.secret} svg={enrol.data.qr_svg} url={enrol.data.otpauth_url} />
      )}
    </Panel>
  )
}

function ConfirmCode({ secret, svg, url }: { secret: string; svg: string; url: string }) {
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const type = (text: string) => {
    const next = text.replaceAll(/\D/g, '').slice(0, 6)
    setCode(next)
    if (next.length === 6)
      confirm.mutate({ code: next }, { onError: () => setCode((now) => (now === next ? '' : now)) })
  }
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          <p>{t('Scan this with an authenticator app.')}</p>
          {/* An image, not markup: a response never becomes part of the page. */}
          <a
            href={url}
            className="mt-2 inline-block rounded-card bg-white p-3"
            aria-label={t('Open in an authenticator')}
          >
            <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t('QR code')} width={168} height={168} />
          </a>
          <p className="mt-2 flex flex-wrap items-center gap-1 text-text-2">
            {t('Or enter this key:')} <code className="font-mono text-12 break-all text-text">{secret}</code>
            <CopyButton text={secret} label={t('Copy key')} />
          </p>
        </li>
        <li>{t('Enter the code it shows.')}</li>
      </ol>
      <FormError error={confirm.error} byCode={{ invalid_totp: t('This code is wrong or was already used.') }} />
      <Field
        label={t('Code')}
        value={code}
        onChange={(event) => type(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        className="max-w-44 font-mono text-20 tracking-[0.3em]"
      />
    </div>
  )
}
