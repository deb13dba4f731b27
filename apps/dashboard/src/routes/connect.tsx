import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { hashWith, useEmailOfHash } from '../features/auth/address-hash.ts'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { ConnectForm } from '../features/auth/connect-form.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Shown after a login by the identity provider, if an account with its address is not connected to it yet. */
export function ConnectScreen() {
  const title = t('Connect your account')
  useTitle(title)
  const [email] = useEmailOfHash()
  return (
    <AuthCard
      title={title}
      below={
        <>
          <Link to="/forgot-password" hash={hashWith(email)} className={linkClass}>
            {t('Forgot password')}
          </Link>
          <Link to="/sign-in" className={linkClass}>
            {t('Back to sign-in')}
          </Link>
        </>
      }
    >
      <ConnectForm email={email} onDone={(address) => window.location.assign(address)} />
    </AuthCard>
  )
}
