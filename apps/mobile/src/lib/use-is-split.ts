import { useWindowDimensions } from 'react-native'

/** Whether the screen is wide enough for a list and the chosen issue beside it, as on a tablet. */
export function useIsSplit(): boolean {
  return useWindowDimensions().width >= 768
}
