import type { ReactNode } from 'react'
import { View } from 'react-native'
import { useColors } from '../theme'
import { Txt } from './txt'

/** A part of a page under a heading, with what belongs to it at the right. */
export function Section({ title, right, children }: { title: string; right?: ReactNode; children: ReactNode }) {
  const colors = useColors()
  return (
    <View style={{ marginTop: 16 }}>
      <View style={{ minHeight: 36, flexDirection: 'row', alignItems: 'center', paddingHorizontal: 16, gap: 8 }}>
        <Txt kind="label" color="text2" role="heading" aria-level={2} style={{ flex: 1 }}>
          {title}
        </Txt>
        {right}
      </View>
      <View
        style={{
          backgroundColor: colors.surface,
          borderTopWidth: 1,
          borderBottomWidth: 1,
          borderColor: colors.border,
        }}
      >
        {children}
      </View>
    </View>
  )
}
