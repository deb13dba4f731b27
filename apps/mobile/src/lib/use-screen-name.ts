import type { RefObject } from 'react'
import type { Text } from 'react-native'

/** Names the screen. Phones announce a new screen by themselves. */
export function useScreenName(_title: string): RefObject<Text | null> | undefined {
  return undefined
}
