import { AccessibilityInfo, type View } from 'react-native'

/** Gives a row the focus that a removed one had: that of a screen reader. */
export function focusOn(row: View | undefined): void {
  if (row !== undefined) AccessibilityInfo.sendAccessibilityEvent(row, 'focus')
}
