import { t } from '@bugle/presentation/i18n'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { RegisterForm } from '../features/auth/register-form.tsx'
import { useTitle } from '../lib/use-title.ts'

export function RegisterScreen() {
  useTitle(t('Create an account'))
  const client = useQueryClient()
  const navigate = useNavigate()
  const onDone = () => {
    client.clear()
    void navigate({ to: '/projects/new' })
  }
  return (
    <AuthCard
      title={t('Create an account')}
      below={
        <Link to="/sign-in" className={linkClass}>
          {t('Already have an account? Sign in')}
        </Link>
      }
    >
      <RegisterForm onDone={onDone} />
    </AuthCard>
  )
}
