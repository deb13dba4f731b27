import type { TextStyle } from 'react-native'

type Weight = 400 | 500 | 600

/** As fonts.ts; base.css has the files, since a style element of expo-font would be inline. */
export const sans = (weight: Weight): TextStyle => ({
  fontFamily: 'Geist, system-ui, sans-serif',
  fontWeight: String(weight) as '400',
})
export const mono = (weight: Weight): TextStyle => ({
  fontFamily: '"Geist Mono", ui-monospace, monospace',
  fontWeight: String(weight) as '400',
  fontVariant: ['no-common-ligatures'],
})

export function useIsFontReady(): boolean {
  return true
}
