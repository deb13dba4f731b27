import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { Platform, useColorScheme } from 'react-native'
import { storage } from '../lib/storage'
import { tokens } from './tokens'

export type Color = keyof typeof tokens
export type Colors = Record<Color, string>
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface ThemeState {
  colors: Colors
  isDark: boolean
  choice: Theme
  choose: (next: Theme) => void
}

const colorsOf = (scheme: 'light' | 'dark') =>
  Object.fromEntries(Object.entries(tokens).map(([name, color]) => [name, color[scheme]])) as Colors
const byScheme = { light: colorsOf('light'), dark: colorsOf('dark') }

const ThemeContext = createContext<ThemeState | undefined>(undefined)

export function ThemeProvider({ children }: { children: ReactNode }) {
  const system = useColorScheme()
  const [choice, setChoice] = useState<Theme>(() => themes.find((name) => name === storage.get('theme')) ?? 'system')
  const scheme = choice === 'system' ? (system === 'dark' ? 'dark' : 'light') : choice
  useEffect(() => {
    if (Platform.OS !== 'web') return
    document.documentElement.style.colorScheme = choice === 'system' ? 'light dark' : choice
  }, [choice])
  const state = useMemo(
    () => ({
      colors: byScheme[scheme],
      isDark: scheme === 'dark',
      choice,
      choose: (next: Theme) => {
        storage.set('theme', next)
        setChoice(next)
      },
    }),
    [scheme, choice],
  )
  return <ThemeContext.Provider value={state}>{children}</ThemeContext.Provider>
}

export function useTheme(): ThemeState {
  const state = useContext(ThemeContext)
  if (state === undefined) throw new Error('a screen is outside ThemeProvider')
  return state
}

export const useColors = (): Colors => useTheme().colors
