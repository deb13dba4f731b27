import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useEffect } from 'react'
import { Button } from '../components/button'
import { FormProblem } from '../components/form-problem'
import { Skeleton } from '../components/states'
import { AuthScreen } from '../features/auth/auth-screen'
import { CodeForm } from '../features/auth/sign-in-form'
import { SsoFailure } from '../features/auth/sso'
import { formError } from '../lib/errors'
import { signInBySso } from '../lib/session'

/** The return from the identity provider. A code that this phone did not ask for opens nothing. */
export default function Sso() {
  const router = useRouter()
  const { code, error } = useLocalSearchParams<{ code?: string; error?: string }>()
  const finish = useMutation({
    mutationFn: (given: string) => signInBySso(given),
    onSuccess: (challenge) => challenge === undefined && router.replace('/'),
  })
  const { mutate } = finish
  useEffect(() => {
    if (code !== undefined) mutate(code)
  }, [code, mutate])
  const leave = () => router.replace('/sign-in')
  if (finish.data !== undefined)
    return (
      <AuthScreen title={t('Sign in')}>
        <CodeForm challenge={finish.data} onAgain={leave} />
      </AuthScreen>
    )
  return (
    <AuthScreen title={t('Sign in')}>
      <SsoFailure code={code === undefined ? (error ?? 'sso_failed') : undefined} />
      <FormProblem text={formError(finish.error)} />
      {finish.isPending && <Skeleton rows={2} />}
      <Button kind="quiet" label={t('Back to sign-in')} onPress={leave} />
    </AuthScreen>
  )
}
