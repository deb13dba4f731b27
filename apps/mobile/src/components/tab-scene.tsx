import { useIsFocused } from 'expo-router'
import type { ReactNode } from 'react'
import { Platform, View, type ViewStyle } from 'react-native'

/** The navigator hides a tab from sight and from screen readers alone; neither the keyboard nor a key may reach it. */
const hidden = Platform.OS === 'web' ? ({ visibility: 'hidden' } as ViewStyle) : undefined

/** A tab, which is out of reach while another one is shown. Its place in a list stays. */
export function TabScene({ children }: { children: ReactNode }) {
  const isFocused = useIsFocused()
  return <View style={[{ flex: 1 }, !isFocused && hidden]}>{children}</View>
}
