import { t } from '@bugle/presentation/i18n'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Modal, ScrollView, View } from 'react-native'
import { Button } from '../../components/button'
import { Txt } from '../../components/txt'
import { signOut, useSession } from '../../lib/session'
import { useColors } from '../../theme'
import { SignInForm } from './sign-in-form'
import { SsoButton } from './sso'

/** Dialog for signing in again, over the screen whose session ended, which is kept with everything that was typed. */
export function SignInAgain() {
  const colors = useColors()
  const client = useQueryClient()
  const { user, ending } = useSession()
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <Modal visible transparent animationType="fade" aria-label={t('Sign in again')} onRequestClose={() => {}}>
      <ScrollView
        style={{ flex: 1, backgroundColor: 'rgba(0,0,0,.4)' }}
        contentContainerStyle={{ flexGrow: 1, justifyContent: 'center', alignItems: 'center', padding: 16 }}
        keyboardShouldPersistTaps="handled"
      >
        <View
          style={{
            width: '100%',
            maxWidth: 400,
            gap: 16,
            padding: 20,
            borderRadius: 16,
            backgroundColor: colors.overlay,
          }}
        >
          <View style={{ gap: 4 }}>
            <Txt kind="title" role="heading" aria-level={2}>
              {t('Sign in again')}
            </Txt>
            <Txt color="text2">
              {ending === 'session_replaced'
                ? t('You signed in elsewhere. Everything on this page stays; sign in to continue.')
                : t('Your session has ended. Everything on this page stays; sign in to continue.')}
            </Txt>
            <Txt kind="label">{user?.email}</Txt>
          </View>
          <SignInForm {...(user === undefined ? {} : { email: user.email })} />
          <SsoButton />
          <Button kind="quiet" label={t('Sign out')} onPress={() => void signOut()} />
        </View>
      </ScrollView>
    </Modal>
  )
}
