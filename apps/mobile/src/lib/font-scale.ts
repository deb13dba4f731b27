/** React Native itself enlarges text as the system says. */
export const fontScale = 1
