import { responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { fieldError } from '@bugle/presentation/form-errors'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { api } from '../../lib/api.ts'
import { onSubmit } from '../../lib/on-submit.ts'
import { useUnlinkIdentity } from './queries.ts'

type Identities = Schemas['IdentityList']

const identitiesQuery = queryOptions({
  queryKey: accountKeys.identities,
  queryFn: () => responseBody(api.GET('/api/me/identities')),
})

/** The identities by which one signs in without a password; nothing where there is no provider. */
export function Identities() {
  const found = useQuery(identitiesQuery).data
  if (found === undefined || (found.provider === null && found.identities.length === 0)) return null
  return (
    <Panel title={t('Single sign-on')} hint={t('Sign in by your identity provider, without a password here.')}>
      {found.identities.length > 0 && <Rows identities={found.identities} />}
      {found.provider !== null && found.identities.length === 0 && <Connect name={found.provider.name} />}
    </Panel>
  )
}

function Connect({ name }: { name: string }) {
  const begin = useMutation({
    mutationFn: (password: string) => responseBody(api.POST('/api/me/identities', { body: { password } })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const submit = onSubmit((fields) => {
    begin.mutate(String(fields.get('password')))
  })
  return (
    <form onSubmit={submit} className="grid max-w-sm gap-4">
      <FormError error={begin.error} />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        error={fieldError(begin.error, 'password')}
      />
      <Button type="submit" className="justify-self-start" disabled={begin.isPending}>
        {t('Connect {{name}}', { name })}
      </Button>
    </form>
  )
}

function Rows({ identities }: Pick<Identities, 'identities'>) {
  const unlink = useUnlinkIdentity()
  const [asked, setAsked] = useState<Identities['identities'][number]>()
  return (
    <>
      <ul className="rounded-card border border-border">
        {identities.map((identity) => (
          <li key={identity.id} className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
            <span className="grid min-w-0 grow">
              <span className="from-event font-medium">{identity.email ?? identity.issuer}</span>
              <span className="from-event text-12 text-text-3">
                {identity.issuer} · {t('connected {{time}}', { time: formatDateTime(identity.linked_at) })}
              </span>
            </span>
            <Button onClick={() => setAsked(identity)}>{t('Disconnect')}</Button>
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Disconnect this identity')}
          action={t('Disconnect')}
          id={asked.id}
          request={unlink}
          done={t('Disconnected')}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {t(
              'Sessions that it opened end. You then sign in with your password; if you have none, “Forgot password” sets one.',
            )}
          </p>
        </ConfirmRequest>
      )}
    </>
  )
}
