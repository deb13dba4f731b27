import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { hashWith, useEmailOfHash, useSsoOfHash } from '../features/auth/address-hash.ts'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { EndsOthers } from '../features/auth/ends-others.tsx'
import { registrationQuery } from '../features/auth/queries.ts'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { SsoButton, SsoFailure } from '../features/auth/sso.tsx'
import { useEnding } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

export function SignInScreen() {
  useTitle(t('Sign in'))
  const registration = useQuery(registrationQuery)
  const { next } = useSearch({ from: '/sign-in' })
  const [email, setEmail] = useEmailOfHash()
  const { failure, challenge } = useSsoOfHash()
  const ending = useEnding()
  const client = useQueryClient()
  const { history } = useRouter()
  const navigate = useNavigate()
  const onDone = () => {
    // Data of the previous user must not be shown to this one.
    client.clear()
    if (next === undefined) void navigate({ to: '/' })
    else history.replace(next)
  }
  // Nobody can sign in yet: the first who comes creates the account that owns everything.
  if (registration.data?.first === true && registration.data.sso === null) return <Navigate to="/register" replace />
  return (
    <AuthCard
      title={t('Sign in')}
      below={
        <>
          <Link to="/forgot-password" hash={hashWith(email)} className={linkClass}>
            {t('Forgot password')}
          </Link>
          {registration.data?.open !== false && (
            <Link to="/register" className={linkClass}>
              {t('Create an account')}
            </Link>
          )}
        </>
      }
    >
      {failure !== undefined && <SsoFailure code={failure} />}
      {ending === 'session_replaced' && (
        <p role="status">{t('Your session here ended because you signed in elsewhere.')}</p>
      )}
      <SignInForm email={email} onEmail={setEmail} challenge={challenge} onDone={onDone} />
      <EndsOthers />
      <SsoButton next={next} />
    </AuthCard>
  )
}
