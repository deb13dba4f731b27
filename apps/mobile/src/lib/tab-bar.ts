import { fontScale } from './font-scale'

/** Height of the bar of tabs, which grows with the text as far as a phone has room. */
export const tabBarHeight = 56 * Math.min(fontScale, 1.4)
