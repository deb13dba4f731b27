import { useStore } from '@bugle/client-state/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ErrorBoundaryProps, type Href, Stack, useRouter } from 'expo-router'
import { StatusBar } from 'expo-status-bar'
import { useEffect } from 'react'
import { View } from 'react-native'
import { SafeAreaProvider } from 'react-native-safe-area-context'
import { Horn } from '../components/brand'
import { Fault } from '../components/fault'
import { LockScreen } from '../components/lock-screen'
import { Toasts } from '../components/toasts'
import { SignInAgain } from '../features/auth/sign-in-again'
import { startOutbox } from '../features/issues/outbox'
import { startPush } from '../features/push/take-over'
import { decisionBarHeight, selectionBarHeight, tabBarHeight } from '../lib/bar-heights'
import { startLive } from '../lib/live'
import { startLock } from '../lib/lock'
import { savedCache } from '../lib/offline'
import { queryClient } from '../lib/queries'
import { startReadiness } from '../lib/readiness'
import { currentSession, ownerOfSession, restoreSession, useSession } from '../lib/session'
import { useIsSplit } from '../lib/use-is-split'
import { startWorker } from '../lib/worker'
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

/** Catches what a screen throws. The providers of the layout are above the screens, and so outside of it. */
export function ErrorBoundary({ error, retry }: ErrorBoundaryProps) {
  return (
    <ThemeProvider>
      <Fault error={error} retry={() => void retry()} />
    </ThemeProvider>
  )
}

function Screens() {
  const { colors, isDark } = useTheme()
  const router = useRouter()
  const { state } = useSession()
  const isFontReady = useIsFontReady()
  const isSplit = useIsSplit()
  const selectionHeight = useStore(selectionBarHeight)
  useEffect(() => {
    if (currentSession().state === 'unknown') void restoreSession()
    startWorker((path) => router.push(path as Href))
    const ends = [
      startLive(),
      startOutbox(),
      startLock(),
      startReadiness(),
      startPush(),
      savedCache.follow(ownerOfSession),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [router])
  if (!isFontReady || state === 'unknown') return <Splash />
  const isIn = state !== 'out'
  // Beside a list, the bar of decisions is above that of tabs; elsewhere it takes its place.
  const besideTabs = isSplit ? tabBarHeight + decisionBarHeight : Math.max(tabBarHeight, decisionBarHeight)
  const barsHeight = Math.max(besideTabs, tabBarHeight + selectionHeight)
  return (
    <View style={{ flex: 1, backgroundColor: colors.bg }}>
      <StatusBar style={isDark ? 'light' : 'dark'} />
      <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.bg }, title: 'Bugle' }}>
        <Stack.Protected guard={isIn}>
          <Stack.Screen name="(tabs)" />
          <Stack.Screen name="issues/[id]" />
          <Stack.Screen name="projects/new" />
          <Stack.Screen name="two-factor" />
          <Stack.Screen name="notifications" />
          <Stack.Screen name="projects/[id]/index" />
          <Stack.Screen name="projects/[id]/set-up" />
          <Stack.Screen name="organizations/[id]" />
          <Stack.Screen name="alerts/[id]" />
        </Stack.Protected>
        <Stack.Protected guard={!isIn}>
          <Stack.Screen name="sign-in" />
          <Stack.Screen name="register" />
          <Stack.Screen name="forgot-password" />
        </Stack.Protected>
        <Stack.Screen name="link" />
        <Stack.Screen name="invitation" />
        <Stack.Screen name="sso" />
      </Stack>
      {state === 'over' && <SignInAgain />}
      <Toasts bottom={isIn ? barsHeight : 0} />
      <LockScreen />
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
