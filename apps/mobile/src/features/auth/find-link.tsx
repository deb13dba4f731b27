import { t } from '@bugle/presentation/i18n'
import { type ReactNode, useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import type { LinkAddress } from '../../lib/link-address'
import { AuthScreen } from './auth-screen'

interface FindLinkProps {
  title: string
  /** Says where the link is found. */
  text: string
  /** Label of the field that it is pasted into. */
  label: string
  /** Shown for a text that is not such a link. */
  refusal: string
  parse: (text: string) => LinkAddress | undefined
  onFound: (link: LinkAddress) => void
  onLeave: () => void
  /** Another way to the link, above the field. */
  children?: ReactNode
}

/** Asks for a link that was not opened but copied. */
export function FindLink({ title, text, label, refusal, parse, onFound, onLeave, children }: FindLinkProps) {
  const [pasted, setPasted] = useState('')
  const found = parse(pasted)
  return (
    <AuthScreen title={title} text={text}>
      <View style={{ gap: 16 }}>
        {children}
        <Field
          label={label}
          value={pasted}
          onChangeText={setPasted}
          isMono
          autoCapitalize="none"
          autoCorrect={false}
          inputMode="url"
          error={pasted.trim() !== '' && found === undefined ? refusal : undefined}
        />
        <Button
          kind="main"
          label={t('Continue')}
          isDisabled={found === undefined}
          onPress={() => found !== undefined && onFound(found)}
        />
        <Button kind="quiet" label={t('Cancel')} onPress={onLeave} />
      </View>
    </AuthScreen>
  )
}
