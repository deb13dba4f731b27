import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { registrationQuery } from '../features/auth/queries.ts'
import { RegisterForm } from '../features/auth/register-form.tsx'
import { useTitle } from '../lib/use-title.ts'

export function RegisterScreen() {
  useTitle(t('Create an account'))
  const client = useQueryClient()
  const isFirst = useQuery(registrationQuery).data?.first === true
  const navigate = useNavigate()
  const onDone = () => {
    client.clear()
    void navigate({ to: '/projects/new' })
  }
  return (
    <AuthCard
      title={isFirst ? t('Create the first account') : t('Create an account')}
      below={
        !isFirst && (
          <Link to="/sign-in" className={linkClass}>
            {t('Already have an account? Sign in')}
          </Link>
        )
      }
    >
      {isFirst && (
        <p className="text-text-2">{t('This server is new. Its first account owns it, and can invite others.')}</p>
      )}
      <RegisterForm onDone={onDone} />
    </AuthCard>
  )
}
