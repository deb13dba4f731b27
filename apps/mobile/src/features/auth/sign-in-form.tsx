import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type TextInput, View } from 'react-native'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { formError, useWait } from '../../lib/errors'
import { signIn, signInWithCode } from '../../lib/session'

/** E-mail and password, then the code where the account has a second factor. */
export function SignInForm({ email: givenEmail }: { email?: string }) {
  const [email, setEmail] = useState(givenEmail ?? '')
  const [password, setPassword] = useState('')
  const [totpToken, setTotpToken] = useState<string>()
  const passwordInput = useRef<TextInput>(null)
  const attempt = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onSuccess: setTotpToken,
  })
  const wait = useWait(attempt.error)
  if (totpToken !== undefined)
    return (
      <CodeForm
        totpToken={totpToken}
        onAgain={() => {
          setTotpToken(undefined)
          attempt.reset()
        }}
      />
    )
  const submit = () => {
    if (!attempt.isPending && wait === 0) attempt.mutate()
  }
  const problem = formError(attempt.error, {
    invalid_credentials: t('E-mail or password is wrong.'),
    rate_limited: t('Too many attempts. Try again in a moment.'),
  })
  return (
    <View style={{ gap: 16 }}>
      <FormProblem text={problem} />
      {givenEmail === undefined && (
        <Field
          label={t('E-mail')}
          value={email}
          onChangeText={setEmail}
          autoComplete="username"
          textContentType="username"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect={false}
          returnKeyType="next"
          onSubmitEditing={() => passwordInput.current?.focus()}
          submitBehavior="submit"
        />
      )}
      <Field
        label={t('Password')}
        inputRef={passwordInput}
        value={password}
        onChangeText={setPassword}
        autoComplete="current-password"
        textContentType="password"
        autoCapitalize="none"
        secureTextEntry
        returnKeyType="go"
        onSubmitEditing={submit}
      />
      <Button
        kind="main"
        label={
          wait > 0
            ? t('Try again in {{seconds}} s', { seconds: wait })
            : attempt.isPending
              ? t('Signing in…')
              : t('Sign in')
        }
        isBusy={attempt.isPending}
        isDisabled={wait > 0 || email.trim() === '' || password === ''}
        onPress={submit}
      />
    </View>
  )
}

function CodeForm({ totpToken, onAgain }: { totpToken: string; onAgain: () => void }) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: (given: string) =>
      signInWithCode(totpToken, isRecovery ? { recovery_code: given.trim() } : { code: given }),
  })
  const wait = useWait(attempt.error)
  const problem = formError(attempt.error, {
    invalid_totp: t('This code is wrong or was already used.'),
    challenge_expired: t('This took too long or too many attempts. Sign in again.'),
  })
  return (
    <View style={{ gap: 16 }}>
      <FormProblem text={problem} />
      <Field
        key={String(isRecovery)}
        label={isRecovery ? t('Recovery code') : t('Authenticator code')}
        hint={isRecovery ? t('Each works once.') : t('Six digits that change every 30 seconds.')}
        value={code}
        onChangeText={(text) => {
          setCode(text)
          const digits = text.replaceAll(/\s/g, '')
          if (!isRecovery && /^\d{6}$/.test(digits) && !attempt.isPending) attempt.mutate(digits)
        }}
        isMono
        autoFocus
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        textContentType={isRecovery ? 'none' : 'oneTimeCode'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoCorrect={false}
        onSubmitEditing={() => attempt.mutate(code)}
      />
      <Button
        kind="main"
        label={
          wait > 0
            ? t('Try again in {{seconds}} s', { seconds: wait })
            : attempt.isPending
              ? t('Checking…')
              : t('Confirm')
        }
        isBusy={attempt.isPending}
        isDisabled={wait > 0 || code.trim() === ''}
        onPress={() => attempt.mutate(code)}
      />
      <Button
        kind="quiet"
        label={isRecovery ? t('Use authenticator') : t('Use a recovery code')}
        onPress={() => {
          setIsRecovery(!isRecovery)
          setCode('')
          attempt.reset()
        }}
      />
      <Button kind="quiet" label={t('Sign in again')} onPress={onAgain} />
    </View>
  )
}
