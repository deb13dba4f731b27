import { ScrollView, View } from 'react-native'
import { useColors } from '../theme'
import { Txt } from './txt'

/** Text of a program, which scrolls sideways. */
export function Code({ children, label }: { children: string; label: string }) {
  const colors = useColors()
  return (
    <View
      style={{ backgroundColor: colors.codeBg, borderRadius: 8, borderWidth: 1, borderColor: colors.border }}
      aria-label={label}
    >
      <ScrollView horizontal contentContainerStyle={{ padding: 12 }} {...{ tabIndex: 0 }}>
        <Txt kind="mono" selectable>
          {children}
        </Txt>
      </ScrollView>
    </View>
  )
}
