import { t } from '@bugle/presentation/i18n'
import { useSegments } from 'expo-router'
import { useEffect } from 'react'
import { View } from 'react-native'
import { reportFault } from '../lib/faults'
import { useColors } from '../theme'
import { Button } from './button'
import { TriangleAlert } from './icons'
import { Empty } from './states'

/** Shown in place of a screen that failed. */
export function Fault({ error, retry }: { error: unknown; retry: () => void }) {
  const colors = useColors()
  // The name of the route, never the ids in its address.
  const screen = useSegments().join('/') || 'index'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is reported once, wherever one goes then
  useEffect(() => reportFault(error, screen), [error])
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Empty
        icon={TriangleAlert}
        title={t('This screen failed.')}
        text={t('The fault is in the app. Your data on the server is as it was.')}
      >
        <Button kind="main" label={t('Try again')} onPress={retry} />
      </Empty>
    </View>
  )
}
