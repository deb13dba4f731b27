import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { buttonClass } from '../../components/button.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { registrationQuery } from './queries.ts'

interface SsoButtonProps {
  /** Where the browser returns to. */
  next?: string | undefined
  isMain?: boolean
  /** Called before the browser leaves. */
  onLeave?: () => void
}

/** The button that logs in by the identity provider, if there is one. */
export function SsoButton({ next, isMain = false, onLeave }: SsoButtonProps) {
  const sso = useQuery(registrationQuery).data?.sso
  if (sso == null) return null
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  return (
    <a
      href={withBasePath(`/api/auth/oidc/start${query}`)}
      onClick={onLeave}
      className={`${buttonClass(isMain ? 'main' : undefined)} min-h-9`}
    >
      <KeyRound size={16} aria-hidden />
      {t('Continue with {{name}}', { name: sso.name })}
    </a>
  )
}

/** Says why a login by the identity provider has failed. */
export function SsoFailure({ code }: { code: string }) {
  return (
    <p role="alert" className="rounded-control bg-error-wash px-3 py-2 text-error-ink">
      {reasonOf(code)}
    </p>
  )
}

function reasonOf(code: string): string {
  switch (code) {
    case 'sso_expired':
      return t('Signing in took too long. Begin again.')
    case 'sso_email_unverified':
      return t('Your identity provider names no verified e-mail address, so there is no account for you.')
    case 'sso_domain':
      return t('Addresses of your domain get no account on this server.')
    case 'sso_taken':
      return t('This identity belongs to another account.')
    case 'sso_unreachable':
      return t('The identity provider does not respond. Try again in a moment.')
    case 'account_disabled':
      return t('The operator of this server has disabled this account.')
    default:
      return t('Signing in by the identity provider failed. Begin again.')
  }
}
