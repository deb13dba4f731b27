import { t } from '@bugle/presentation/i18n'
import { ssoReason } from '@bugle/presentation/sso-reason'
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
      {ssoReason(code)}
    </p>
  )
}
