import { QueryClientProvider } from '@tanstack/react-query'
import { Stack } from 'expo-router'
import { StatusBar } from 'expo-status-bar'
import { useEffect } from 'react'
import { View } from 'react-native'
import { SafeAreaProvider } from 'react-native-safe-area-context'
import { Horn } from '../components/brand'
import { Toasts } from '../components/toasts'
import { SignInAgain } from '../features/auth/sign-in-again'
import { queryClient } from '../lib/queries'
import { restoreSession, useSession } from '../lib/session'
import { ThemeProvider, useTheme } from '../theme'
import { useIsFontReady } from '../theme/fonts'

export default function Layout() {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <SafeAreaProvider>
          <Screens />
        </SafeAreaProvider>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

function Screens() {
  const { colors, isDark } = useTheme()
  const { state } = useSession()
  const isFontReady = useIsFontReady()
  useEffect(() => void restoreSession(), [])
  if (!isFontReady || state === 'unknown') return <Splash />
  const isIn = state !== 'out'
  return (
    <View style={{ flex: 1, backgroundColor: colors.bg }}>
      <StatusBar style={isDark ? 'light' : 'dark'} />
      <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.bg }, title: 'Bugle' }}>
        <Stack.Protected guard={isIn}>
          <Stack.Screen name="(tabs)" />
          <Stack.Screen name="issues/[id]" />
          <Stack.Screen name="projects/new" />
          <Stack.Screen name="two-factor" />
          <Stack.Screen name="projects/[id]/index" />
          <Stack.Screen name="projects/[id]/set-up" />
        </Stack.Protected>
        <Stack.Protected guard={!isIn}>
          <Stack.Screen name="sign-in" />
          <Stack.Screen name="register" />
          <Stack.Screen name="forgot-password" />
        </Stack.Protected>
      </Stack>
      {state === 'over' && <SignInAgain />}
      <Toasts bottom={isIn ? 60 : 0} />
    </View>
  )
}

function Splash() {
  const { colors } = useTheme()
  return (
    <View style={{ flex: 1, alignItems: 'center', justifyContent: 'center', backgroundColor: colors.bg }}>
      <Horn size={56} />
    </View>
  )
}
