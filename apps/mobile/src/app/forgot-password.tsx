import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { EmailField } from '../components/account-fields'
import { Button } from '../components/button'
import { FormProblem } from '../components/form-problem'
import { Txt } from '../components/txt'
import { AuthScreen } from '../features/auth/auth-screen'
import { ServerField } from '../features/auth/server-field'
import { formError } from '../lib/errors'
import { api } from '../lib/session'

export default function ForgotPassword() {
  const router = useRouter()
  const [email, setEmail] = useState('')
  const attempt = useMutation({
    mutationFn: () => api().POST('/api/auth/password/forgot', { body: { email: email.trim() } }),
  })
  return (
    <AuthScreen title={t('Forgot password')}>
      {attempt.isSuccess ? (
        <Txt role="status" color="text2">
          {t('If there is an account with this e-mail, a link is on its way.')}
        </Txt>
      ) : (
        <View style={{ gap: 16 }}>
          <FormProblem text={formError(attempt.error)} />
          <ServerField />
          <EmailField value={email} onChange={setEmail} onSubmitEditing={() => attempt.mutate()} />
          <Button
            kind="main"
            label={t('Send a link')}
            isBusy={attempt.isPending}
            isDisabled={email.trim() === ''}
            onPress={() => attempt.mutate()}
          />
        </View>
      )}
      <Button kind="quiet" label={t('Sign in')} onPress={() => router.replace('/sign-in')} />
    </AuthScreen>
  )
}
