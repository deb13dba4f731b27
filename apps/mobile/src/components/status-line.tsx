import type { ReactNode } from 'react'
import { View } from 'react-native'
import { useColors } from '../theme'
import type { LucideIcon } from './icons'
import { iconSize, Txt } from './txt'

/** A line that says what does not hold at the moment, read aloud when it appears. */
export function StatusLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  const colors = useColors()
  return (
    <View
      role="status"
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: 8,
        minHeight: 36,
        paddingHorizontal: 16,
        paddingVertical: 6,
        backgroundColor: colors.warningWash,
      }}
    >
      <Icon size={iconSize(16)} color={colors.warningInk} />
      <Txt kind="meta" color="warningInk" style={{ flex: 1 }}>
        {children}
      </Txt>
    </View>
  )
}
