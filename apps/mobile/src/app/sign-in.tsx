import { t } from '@bugle/presentation/i18n'
import { useRouter } from 'expo-router'
import { View } from 'react-native'
import { Button } from '../components/button'
import { QrCode } from '../components/icons'
import { AuthScreen } from '../features/auth/auth-screen'
import { PushWay } from '../features/auth/push-way'
import { canScan } from '../features/auth/scanner'
import { ServerField } from '../features/auth/server-field'
import { SignInForm } from '../features/auth/sign-in-form'
import { SsoButton, SsoFailure } from '../features/auth/sso'
import { ssoLeft } from '../lib/sso'

export default function SignIn() {
  const router = useRouter()
  return (
    <AuthScreen title={t('Sign in')} text={t('What broke, for whom, and since when.')}>
      <View style={{ gap: 16 }}>
        <ServerField />
        <SsoFailure code={ssoLeft.failure} />
        <SignInForm challenge={ssoLeft.challenge} />
        <SsoButton />
      </View>
      <View style={{ gap: 4 }}>
        {canScan && (
          <Button
            kind="quiet"
            icon={QrCode}
            label={t('Scan the code of a computer')}
            onPress={() => router.push('/link')}
          />
        )}
        <Button kind="quiet" label={t('Create an account')} onPress={() => router.push('/register')} />
        <Button kind="quiet" label={t('Forgot password')} onPress={() => router.push('/forgot-password')} />
        <PushWay />
      </View>
    </AuthScreen>
  )
}
