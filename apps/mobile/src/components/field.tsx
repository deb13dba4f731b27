import { t } from '@bugle/presentation/i18n'
import { type Ref, useId, useState } from 'react'
import { TextInput, type TextInputProps, View } from 'react-native'
import { fontScale } from '../lib/font-scale'
import { useColors } from '../theme'
import { mono, sans } from '../theme/fonts'
import { IconButton } from './button'
import { Eye, EyeOff } from './icons'
import { Txt } from './txt'

interface FieldProps extends TextInputProps {
  label: string
  hint?: string
  error?: string | undefined
  isMono?: boolean
  inputRef?: Ref<TextInput>
}

/** An input with its label, and its error below. 16 px, since a phone zooms in on smaller text. */
export function Field({ label, hint, error, isMono = false, inputRef, style, secureTextEntry, ...props }: FieldProps) {
  const colors = useColors()
  const id = useId()
  const [isFocused, setIsFocused] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const isSecret = secureTextEntry === true
  const below = error ?? hint
  return (
    <View style={{ gap: 6 }}>
      <Txt kind="label" nativeID={id}>
        {label}
      </Txt>
      <View>
        <TextInput
          ref={inputRef}
          aria-label={label}
          aria-labelledby={id}
          placeholderTextColor={colors.text3}
          selectionColor={colors.ring}
          {...(isSecret ? { secureTextEntry: !isShown } : {})}
          {...props}
          onFocus={(event) => {
            setIsFocused(true)
            props.onFocus?.(event)
          }}
          onBlur={(event) => {
            setIsFocused(false)
            props.onBlur?.(event)
          }}
          style={[
            {
              minHeight: 46,
              paddingHorizontal: 12,
              paddingVertical: 10,
              paddingRight: isSecret ? 52 : 12,
              borderRadius: 10,
              borderWidth: 1,
              borderColor: error !== undefined ? colors.error : isFocused ? colors.ring : colors.borderStrong,
              backgroundColor: colors.surface,
              color: colors.text,
              fontSize: 16 * fontScale,
            },
            isMono ? mono(400) : sans(400),
            style,
          ]}
        />
        {isSecret && (
          <View style={{ position: 'absolute', right: 1, top: 0, bottom: 0, justifyContent: 'center' }}>
            <IconButton
              label={isShown ? t('Hide the password') : t('Show the password')}
              icon={isShown ? EyeOff : Eye}
              onPress={() => setIsShown(!isShown)}
              color="text3"
            />
          </View>
        )}
      </View>
      {below !== undefined && (
        <Txt
          kind="meta"
          color={error === undefined ? 'text3' : 'errorInk'}
          {...(error === undefined ? {} : { role: 'alert' })}
        >
          {below}
        </Txt>
      )}
    </View>
  )
}
