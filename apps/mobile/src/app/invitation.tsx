import { ApiError } from '@bugle/api-client'
import { formatDateTime, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { roleHint, roleLabel } from '@bugle/presentation/role'
import { useQuery } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../components/button'
import { FormProblem } from '../components/form-problem'
import { Group, Row } from '../components/group'
import { Clock, Mail, ShieldCheck } from '../components/icons'
import { LoadFailed, Skeleton } from '../components/states'
import { showToast } from '../components/toasts'
import { Txt } from '../components/txt'
import { AuthScreen } from '../features/auth/auth-screen'
import { FindLink } from '../features/auth/find-link'
import { RegisterForm } from '../features/auth/register-form'
import { SignInForm } from '../features/auth/sign-in-form'
import { SsoButton } from '../features/auth/sso'
import { invitationQuery, useAcceptInvitation } from '../features/organizations/queries'
import { formError } from '../lib/errors'
import { type LinkAddress, parseInvitation } from '../lib/link-address'
import { pageLink } from '../lib/page-link'
import { canChooseServer } from '../lib/server-address'
import { addServer, changeServer, chooseServer, knownServers, useSession } from '../lib/session'

/** Joins an organization by the link of an invitation: opened, or pasted from a mail. */
export default function Invitation() {
  const router = useRouter()
  const { s, token } = useLocalSearchParams<{ s?: string; token?: string }>()
  const [link, setLink] = useState<LinkAddress | undefined>(() =>
    s === undefined || token === undefined
      ? parseInvitation(pageLink() ?? '')
      : parseInvitation(`bugle://invitation?s=${encodeURIComponent(s)}&token=${encodeURIComponent(token)}`),
  )
  const leave = () => (router.canGoBack() ? router.back() : router.replace('/'))
  const { server } = useSession()
  if (link === undefined)
    return (
      <FindLink
        title={t('Invitation')}
        text={t('Copy the link from the mail, or from whoever invites you.')}
        label={t('Link')}
        refusal={t('This is not the link of an invitation.')}
        parse={parseInvitation}
        onFound={setLink}
        onLeave={leave}
      />
    )
  const again = () => setLink(undefined)
  if (link.server !== server) return <Elsewhere link={link} onAgain={again} onLeave={leave} />
  return <Invited token={link.code} onAgain={again} onLeave={leave} />
}

interface StepProps {
  onLeave: () => void
}

interface AgainProps extends StepProps {
  /** Asks for another link. */
  onAgain: () => void
}

/** Asks before another server is turned to: a link may come from anybody. */
function Elsewhere({ link, onAgain, onLeave }: AgainProps & { link: LinkAddress }) {
  const router = useRouter()
  const host = new URL(link.server).host
  const isKnown = knownServers().some(({ url }) => url === link.server)
  const turn = () => {
    // The other server's session renders all screens again, this one from its parameters.
    router.setParams({ s: link.server, token: link.code })
    if (isKnown) return void changeServer(link.server)
    addServer()
    chooseServer(link.server)
  }
  return (
    <AuthScreen title={t('Invitation')} text={t('To an organization on {{host}}.', { host })}>
      <View style={{ gap: 16 }}>
        {canChooseServer ? (
          <Button kind="main" label={t('Continue on {{host}}', { host })} onPress={turn} />
        ) : (
          <>
            <FormProblem text={t('This invitation belongs to another server. Open the link with its own page.')} />
            <Button label={t('Use another link')} onPress={onAgain} />
          </>
        )}
        <Button kind="quiet" label={t('Cancel')} onPress={onLeave} />
      </View>
    </AuthScreen>
  )
}

function Invited({ token, onAgain, onLeave }: AgainProps & { token: string }) {
  const invitation = useQuery(invitationQuery(token))
  const isOver = invitation.error instanceof ApiError && invitation.error.code === 'link_expired'
  const { organization, invited_by, role, email, expires_at, may_register, requires_sso } = invitation.data ?? {}
  return (
    <AuthScreen
      title={t('Invitation')}
      {...(organization === undefined
        ? {}
        : {
            text: t('{{name}} invites you to {{organization}}.', {
              name: oneLine(invited_by ?? ''),
              organization: oneLine(organization),
            }),
          })}
    >
      {invitation.isPending ? (
        <Skeleton rows={2} />
      ) : isOver ? (
        <>
          <FormProblem
            text={t('This invitation was accepted already, was revoked or has expired. Ask for another one.')}
          />
          <Button label={t('Use another link')} onPress={onAgain} />
          <Button kind="quiet" label={t('Back')} onPress={onLeave} />
        </>
      ) : role === undefined ? (
        <LoadFailed error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <View>
          <Group>
            <Row icon={ShieldCheck} label={roleLabel(role)} detail={roleHint(role)} />
            {email != null && <Row icon={Mail} label={t('For')} detail={email} />}
            <Row icon={Clock} label={t('Valid until')} detail={formatDateTime(expires_at!)} />
          </Group>
          <Decision
            token={token}
            email={email ?? null}
            mayRegister={may_register === true}
            isSsoOnly={requires_sso === true}
            onLeave={onLeave}
          />
        </View>
      )}
    </AuthScreen>
  )
}

interface DecisionProps extends StepProps {
  token: string
  /** The only address whose account may accept. */
  email: string | null
  mayRegister: boolean
  /** Members of the organization sign in by the identity provider alone. */
  isSsoOnly: boolean
}

/** Accepts as the signed-in user, or after signing in or registering. */
function Decision({ token, email, mayRegister, isSsoOnly, onLeave }: DecisionProps) {
  const { state, user } = useSession()
  if (state === 'in' && user !== undefined) return <Accept token={token} isSsoOnly={isSsoOnly} onLeave={onLeave} />
  return (
    <View style={{ gap: 16 }}>
      {isSsoOnly ? (
        <Txt color="text2">{t('This organization requires single sign-on. Sign in, then open the link again.')}</Txt>
      ) : (
        <Enter token={token} email={email} mayRegister={mayRegister} />
      )}
      <SsoButton />
      <Button kind="quiet" label={t('Not now')} onPress={onLeave} />
    </View>
  )
}

function Enter({ token, email, mayRegister }: Pick<DecisionProps, 'token' | 'email' | 'mayRegister'>) {
  const router = useRouter()
  const [isNew, setIsNew] = useState(mayRegister)
  return (
    <>
      {isNew ? (
        <RegisterForm invitation={token} email={email} onDone={() => router.replace('/')} />
      ) : (
        <SignInForm {...(email === null ? {} : { email })} />
      )}
      {mayRegister && (
        <Button
          label={isNew ? t('I have an account') : t('Create an account instead')}
          onPress={() => setIsNew(!isNew)}
        />
      )}
    </>
  )
}

function Accept({ token, isSsoOnly, onLeave }: Pick<DecisionProps, 'token' | 'isSsoOnly' | 'onLeave'>) {
  const router = useRouter()
  const { user } = useSession()
  const accept = useAcceptInvitation()
  const isRefused = accept.error instanceof ApiError && accept.error.code === 'sso_required'
  return (
    <View style={{ gap: 16 }}>
      <Txt color="text2">
        {t('You are signed in as {{name}} ({{email}}).', { name: oneLine(user?.name ?? ''), email: user?.email ?? '' })}
      </Txt>
      <FormProblem text={formError(accept.error)} />
      {isSsoOnly && isRefused && <SsoButton />}
      <Button
        kind="main"
        label={t('Accept')}
        isBusy={accept.isPending}
        onPress={() =>
          accept.mutate(token, {
            onSuccess: ({ id, name }) => {
              showToast({ text: t('You joined {{name}}', { name: oneLine(name) }) })
              router.replace({ pathname: '/organizations/[id]', params: { id } })
            },
          })
        }
      />
      <Button kind="quiet" label={t('Not now')} onPress={onLeave} />
      <Txt kind="meta" color="text3">
        {t('An invitation that is not accepted ends by itself.')}
      </Txt>
    </View>
  )
}
