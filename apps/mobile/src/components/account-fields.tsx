import { t } from '@bugle/presentation/i18n'
import type { Ref } from 'react'
import type { TextInput, TextInputProps } from 'react-native'
import { Field } from './field'

interface AccountFieldProps extends Pick<TextInputProps, 'onSubmitEditing' | 'returnKeyType' | 'submitBehavior'> {
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}

/** An e-mail address that signs in, as password managers know it. */
export function EmailField({ onChange, ...props }: AccountFieldProps) {
  return (
    <Field
      label={t('E-mail')}
      onChangeText={onChange}
      autoComplete="username"
      textContentType="username"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect={false}
      {...props}
    />
  )
}

interface PasswordFieldProps extends AccountFieldProps {
  /** Whether the password is chosen now. */
  isNew?: boolean
  hint?: string
  inputRef?: Ref<TextInput>
}

export function PasswordField({ onChange, isNew = false, ...props }: PasswordFieldProps) {
  return (
    <Field
      label={t('Password')}
      onChangeText={onChange}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      textContentType={isNew ? 'newPassword' : 'password'}
      autoCapitalize="none"
      secureTextEntry
      {...props}
    />
  )
}
