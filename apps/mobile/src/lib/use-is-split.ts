import { useWindowDimensions } from 'react-native'

/** Whether the screen has room for a list and the chosen issue beside it, as on a tablet; a phone on its side lacks the height. */
export function useIsSplit(): boolean {
  const { width, height } = useWindowDimensions()
  return width >= 768 && height >= 500
}
