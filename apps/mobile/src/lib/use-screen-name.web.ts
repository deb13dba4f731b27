import { useFocusEffect, useNavigation } from 'expo-router'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Text } from 'react-native'

/** As use-screen-name.ts: the title of the document, and the focus, which is lost with the screen before. */
export function useScreenName(title: string): RefObject<Text | null> {
  const heading = useRef<Text>(null)
  const navigation = useNavigation()
  useEffect(() => navigation.setOptions({ title: `${title} · Bugle` }), [navigation, title])
  useFocusEffect(
    useCallback(() => {
      // Only now the screen before is hidden, and its focus with it.
      const timer = setTimeout(() => {
        if (document.activeElement === document.body) (heading.current as unknown as HTMLElement | null)?.focus()
      }, 50)
      return () => clearTimeout(timer)
    }, []),
  )
  return heading
}
