import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type TextInput, View } from 'react-native'
import { EmailField, PasswordField } from '../../components/account-fields'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { SubmitButton } from '../../components/submit-button'
import { Txt } from '../../components/txt'
import type { Challenge } from '../../lib/challenge'
import { formError, useRetryCountdown } from '../../lib/errors'
import { signIn, signInWithCode } from '../../lib/session'

interface SignInFormProps {
  /** A known address is not asked for. */
  email?: string
  /** A login that needs the second factor only: the identity provider has done the rest. */
  challenge?: Challenge | undefined
}

/** E-mail and password, then the code where the account has a second factor. */
export function SignInForm({ email: givenEmail, challenge: first }: SignInFormProps) {
  const [email, setEmail] = useState(givenEmail ?? '')
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState(first)
  const passwordInput = useRef<TextInput>(null)
  const attempt = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onSuccess: setChallenge,
  })
  const wait = useRetryCountdown(attempt.error)
  if (challenge !== undefined)
    return (
      <CodeForm
        challenge={challenge}
        onAgain={() => {
          setChallenge(undefined)
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
        <EmailField
          value={email}
          onChange={setEmail}
          returnKeyType="next"
          onSubmitEditing={() => passwordInput.current?.focus()}
          submitBehavior="submit"
        />
      )}
      <PasswordField
        inputRef={passwordInput}
        value={password}
        onChange={setPassword}
        returnKeyType="go"
        onSubmitEditing={submit}
      />
      <SubmitButton
        label={t('Sign in')}
        busyLabel={t('Signing in…')}
        attempt={attempt}
        isDisabled={email.trim() === '' || password === ''}
        onPress={submit}
      />
    </View>
  )
}

interface CodeFormProps {
  challenge: Challenge
  onAgain: () => void
}

/** The second step of a login. */
export function CodeForm({ challenge: { token, hasAuthenticator }, onAgain }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(!hasAuthenticator)
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: (given: string) =>
      signInWithCode(token, isRecovery ? { recovery_code: given.trim() } : { code: given }),
  })
  const problem = formError(attempt.error, {
    invalid_totp: t('This code is wrong or was already used.'),
    challenge_expired: t('This took too long or too many attempts. Sign in again.'),
  })
  return (
    <View style={{ gap: 16 }}>
      <FormProblem text={problem} />
      {!hasAuthenticator && (
        <Txt color="text2">
          {t(
            'Your second factor is a passkey, which works in the dashboard alone. Sign in there and scan the code under Account, Sessions, or enter a recovery code here.',
          )}
        </Txt>
      )}
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
      <SubmitButton
        label={t('Confirm')}
        busyLabel={t('Checking…')}
        attempt={attempt}
        isDisabled={code.trim() === ''}
        onPress={() => attempt.mutate(code)}
      />
      {hasAuthenticator && (
        <Button
          kind="quiet"
          label={isRecovery ? t('Use authenticator') : t('Use a recovery code')}
          onPress={() => {
            setIsRecovery(!isRecovery)
            setCode('')
            attempt.reset()
          }}
        />
      )}
      <Button kind="quiet" label={t('Sign in again')} onPress={onAgain} />
    </View>
  )
}
