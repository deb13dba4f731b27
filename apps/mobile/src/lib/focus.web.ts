import type { View } from 'react-native'

/** As focus.ts: the keyboard's focus, which a browser drops with the element that had it. */
export function focusOn(row: View | undefined): void {
  if (document.activeElement === document.body) (row as unknown as HTMLElement | undefined)?.focus()
}
