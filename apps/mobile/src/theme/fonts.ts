import { Geist_400Regular } from '@expo-google-fonts/geist/400Regular'
import { Geist_500Medium } from '@expo-google-fonts/geist/500Medium'
import { Geist_600SemiBold } from '@expo-google-fonts/geist/600SemiBold'
import { GeistMono_400Regular } from '@expo-google-fonts/geist-mono/400Regular'
import { GeistMono_600SemiBold } from '@expo-google-fonts/geist-mono/600SemiBold'
import { useFonts } from 'expo-font'
import type { TextStyle } from 'react-native'

type Weight = 400 | 500 | 600

/** A phone knows each weight as a family of its own. */
export const sans = (weight: Weight): TextStyle => ({
  fontFamily: { 400: 'Geist_400Regular', 500: 'Geist_500Medium', 600: 'Geist_600SemiBold' }[weight],
})
export const mono = (weight: Weight): TextStyle => ({
  fontFamily: weight === 600 ? 'GeistMono_600SemiBold' : 'GeistMono_400Regular',
})

/** Whether text can be shown; also after a failure, in the system's font. */
export function useIsFontReady(): boolean {
  const [isLoaded, error] = useFonts({
    Geist_400Regular,
    Geist_500Medium,
    Geist_600SemiBold,
    GeistMono_400Regular,
    GeistMono_600SemiBold,
  })
  return isLoaded || error !== null
}
