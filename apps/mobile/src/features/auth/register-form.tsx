import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { EmailField, PasswordField } from '../../components/account-fields'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { SubmitButton } from '../../components/submit-button'
import { formError } from '../../lib/errors'
import { register } from '../../lib/session'
import { ServerField } from './server-field'

interface RegisterFormProps {
  /** The token of an invitation, which is accepted with the account. */
  invitation?: string
  /** The only address that the invitation is for. */
  email?: string | null
  onDone?: () => void
}

export function RegisterForm({ invitation, email: givenEmail = null, onDone }: RegisterFormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState(givenEmail ?? '')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () =>
      register({ name, email: email.trim(), password, ...(invitation === undefined ? {} : { invitation }) }),
    onSuccess: () => onDone?.(),
  })
  const problem = formError(attempt.error, {
    email_taken: t('An account with this e-mail already exists. Sign in instead.'),
    registration_closed: t('Registration is closed. Ask the operator of this server for an account.'),
    rate_limited: t('Too many registrations from your network. Try again later.'),
  })
  return (
    <View style={{ gap: 16 }}>
      <FormProblem text={problem} />
      {invitation === undefined && <ServerField />}
      <Field
        label={t('Name')}
        value={name}
        onChangeText={setName}
        autoComplete="name"
        maxLength={200}
        error={fieldError(attempt.error, 'name')}
      />
      <EmailField value={email} onChange={setEmail} error={fieldError(attempt.error, 'email')} />
      <PasswordField
        isNew
        value={password}
        onChange={setPassword}
        hint={t('8 characters or more.')}
        error={fieldError(attempt.error, 'password')}
      />
      <SubmitButton
        label={t('Create account')}
        busyLabel={t('Creating…')}
        attempt={attempt}
        isDisabled={name.trim() === '' || email.trim() === '' || password === ''}
        onPress={() => attempt.mutate()}
      />
    </View>
  )
}
