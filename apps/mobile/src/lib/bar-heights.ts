import { createStore } from '@bugle/client-state/store'
import { fontScale } from './font-scale'

/** Height of the bar of tabs, which grows with the text as far as a phone has room. */
export const tabBarHeight = 56 * Math.min(fontScale, 1.4)

/** Height of the bar of decisions about an issue, without the room that a phone keeps below it. */
export const decisionBarHeight = 62

/** Height of the bar of a selection, above that of tabs; 0 while nothing is selected. */
export const selectionBarHeight = createStore(0)
