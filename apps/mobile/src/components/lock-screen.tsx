import { t } from '@bugle/presentation/i18n'
import { useEffect } from 'react'
import { View } from 'react-native'
import { unlock, useLock } from '../lib/lock'
import { useColors } from '../theme'
import { Horn } from './brand'
import { Button } from './button'
import { LockKeyhole } from './icons'

/** Covers everything while the app is locked, and while it leaves the screen. */
export function LockScreen() {
  const colors = useColors()
  const { isLocked, isCovered } = useLock()
  useEffect(() => {
    if (isLocked && !isCovered) void unlock()
  }, [isLocked, isCovered])
  if (!isLocked && !isCovered) return null
  return (
    <View
      accessibilityViewIsModal
      style={{
        position: 'absolute',
        inset: 0,
        alignItems: 'center',
        justifyContent: 'center',
        gap: 24,
        backgroundColor: colors.bg,
      }}
    >
      <Horn size={56} />
      {isLocked && <Button kind="main" icon={LockKeyhole} label={t('Unlock')} onPress={() => void unlock()} />}
    </View>
  )
}
