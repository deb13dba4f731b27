import { t } from '@bugle/presentation/i18n'
import { useRouter } from 'expo-router'
import { Button } from '../components/button'
import { AuthScreen } from '../features/auth/auth-screen'
import { RegisterForm } from '../features/auth/register-form'

export default function Register() {
  const router = useRouter()
  return (
    <AuthScreen title={t('Create an account')}>
      <RegisterForm />
      <Button kind="quiet" label={t('Sign in')} onPress={() => router.replace('/sign-in')} />
    </AuthScreen>
  )
}
