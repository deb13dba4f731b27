import { ApiError } from '@bugle/api-client'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { roleHint, roleLabel } from '@bugle/presentation/role'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Loaded } from '../components/loaded.tsx'
import { reasonOf } from '../components/notice.tsx'
import { keepInvitation, useInvitationToken } from '../features/auth/address-hash.ts'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { TokenMissing } from '../features/auth/link-form.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { RegisterForm } from '../features/auth/register-form.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { SsoButton } from '../features/auth/sso.tsx'
import { invitationQuery, useAcceptInvitation } from '../features/organizations/queries.ts'
import { useTitle } from '../lib/use-title.ts'

/** The page behind the link of an invitation: who invites to what, and how it is accepted. */
export function InvitationScreen() {
  const title = t('Invitation')
  useTitle(title)
  const token = useInvitationToken()
  return (
    <AuthCard
      title={title}
      below={
        <Link to="/" className={linkClass}>
          {t('Open Bugle')}
        </Link>
      }
    >
      {token === undefined ? <TokenMissing /> : <Invited token={token} />}
    </AuthCard>
  )
}

function Invited({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token))
  if (invitation.error instanceof ApiError && invitation.error.code === 'link_expired')
    return (
      <p role="alert" className="text-error-ink">
        {t('This invitation was accepted already, was revoked or has expired. Ask for another one.')}
      </p>
    )
  return (
    <Loaded query={invitation} name={t('the invitation')} waiting={<div className="skeleton h-40" />}>
      {({ organization, invited_by, role, email, expires_at, may_register, requires_sso }) => (
        <>
          <p className="from-event">
            {t('{{name}} invites you to {{organization}}.', { name: invited_by, organization })}
          </p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            <dt className="text-text-3">{t('Your role')}</dt>
            <dd>
              {roleLabel(role)} <span className="block text-12 text-text-3">{roleHint(role)}</span>
            </dd>
            {email !== null && (
              <>
                <dt className="text-text-3">{t('For')}</dt>
                <dd className="from-event">{email}</dd>
              </>
            )}
            <dt className="text-text-3">{t('Valid until')}</dt>
            <dd>{formatDateTime(expires_at)}</dd>
          </dl>
          <Answer token={token} email={email} mayRegister={may_register} isSsoOnly={requires_sso} />
        </>
      )}
    </Loaded>
  )
}

interface AnswerProps {
  token: string
  email: string | null
  mayRegister: boolean
  /** Members of the organization log in by the identity provider alone. */
  isSsoOnly: boolean
}

/** Accepts as the signed-in user, or after signing in or registering. */
function Answer({ token, email, mayRegister, isSsoOnly }: AnswerProps) {
  const me = useQuery({ ...meQuery, retry: false })
  const client = useQueryClient()
  const navigate = useNavigate()
  const [mode, setMode] = useState<'register' | 'sign-in'>(mayRegister ? 'register' : 'sign-in')
  if (me.isPending) return <div className="skeleton h-10" />
  const sso = <SsoButton next="/invitation" isMain={isSsoOnly} onLeave={() => keepInvitation(token)} />
  if (me.data !== undefined)
    return <AcceptButton token={token} name={me.data.name} account={me.data.email} orElse={isSsoOnly && sso} />
  if (isSsoOnly)
    return (
      <>
        <p className="text-text-2">{t('This organization requires single sign-on.')}</p>
        {sso}
      </>
    )
  if (mode === 'sign-in')
    return (
      <>
        <SignInForm onDone={() => void me.refetch()} />
        {sso}
        {mayRegister && <Button onClick={() => setMode('register')}>{t('Create an account instead')}</Button>}
      </>
    )
  return (
    <>
      <RegisterForm
        invitation={token}
        email={email}
        onDone={() => {
          client.clear()
          void navigate({ to: '/', replace: true })
        }}
      />
      {sso}
      <Button onClick={() => setMode('sign-in')}>{t('I have an account')}</Button>
    </>
  )
}

interface AcceptButtonProps {
  token: string
  name: string
  account: string
  /** Shown when this session may not accept. */
  orElse: ReactNode
}

function AcceptButton({ token, name, account, orElse }: AcceptButtonProps) {
  const accept = useAcceptInvitation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <div className="grid gap-3">
      <p className="from-event text-text-2">
        {t('You are signed in as {{name}} ({{email}}).', { name, email: account })}
      </p>
      {accept.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(accept.error)}
        </p>
      )}
      {accept.error instanceof ApiError && accept.error.code === 'sso_required' && orElse}
      <Button
        variant="main"
        className="min-h-9"
        disabled={accept.isPending}
        onClick={() =>
          accept.mutate(token, {
            onSuccess: ({ id }) => {
              client.clear()
              const params = { organizationId: id, section: 'members' }
              void navigate({ to: '/organizations/$organizationId/$section', params, replace: true })
            },
          })
        }
      >
        {t('Accept')}
      </Button>
    </div>
  )
}
