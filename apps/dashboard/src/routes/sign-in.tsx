import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { useTitle } from '../lib/use-title.ts'
import { t } from '../lib/words.ts'

export function SignInScreen() {
  useTitle(t('Sign in'))
  const { next } = useSearch({ from: '/sign-in' })
  const client = useQueryClient()
  const { history } = useRouter()
  const navigate = useNavigate()
  const onDone = () => {
    // Nothing of who was here before is shown to who is here now.
    client.clear()
    if (next === undefined) void navigate({ to: '/' })
    else history.replace(next)
  }
  return (
    <AuthCard
      title={t('Sign in')}
      below={
        <>
          <a href="/forgot-password" className={linkClass}>
            {t('Forgot password')}
          </a>
          <Link to="/register" className={linkClass}>
            {t('Create an account')}
          </Link>
        </>
      }
    >
      <SignInForm onDone={onDone} />
    </AuthCard>
  )
}
