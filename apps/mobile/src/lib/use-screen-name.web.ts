import { useFocusEffect } from 'expo-router'
import { type RefObject, useCallback, useRef } from 'react'
import type { Text } from 'react-native'

/** The navigator names the document and hides the screen before, whose focus is lost, in effects of its own. */
const afterNavigatorMs = 50

/** As use-screen-name.ts: the title of the document, and the focus, which is lost with the screen before. */
export function useScreenName(title: string): RefObject<Text | null> {
  const heading = useRef<Text>(null)
  useFocusEffect(
    useCallback(() => {
      const timer = setTimeout(() => {
        document.title = `${title} · Bugle`
        if (document.activeElement === document.body) (heading.current as unknown as HTMLElement | null)?.focus()
      }, afterNavigatorMs)
      return () => clearTimeout(timer)
    }, [title]),
  )
  return heading
}
