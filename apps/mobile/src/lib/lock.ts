import { useStore } from '@bugle/client-state/react'
import { createStore } from '@bugle/client-state/store'
import { t } from '@bugle/presentation/i18n'
import { authenticateAsync, hasHardwareAsync, isEnrolledAsync } from 'expo-local-authentication'
import { AppState } from 'react-native'
import { storage } from './storage'

// The app asks for face, finger or code after some minutes in the background, if its owner wants that. While it leaves the
// screen it is covered, so that the list of recent apps shows nothing.

const lockAfterMs = 5 * 60_000
const key = 'lock'

interface Lock {
  isLocked: boolean
  isCovered: boolean
}

const lock = createStore<Lock>({ isLocked: false, isCovered: false })
let leftAt: number | undefined

export async function canLock(): Promise<boolean> {
  return (await hasHardwareAsync()) && (await isEnrolledAsync())
}

export function isLockOn(): boolean {
  return storage.get(key) === 'on'
}

export function setLockOn(isOn: boolean): void {
  if (isOn) storage.set(key, 'on')
  else storage.remove(key)
}

export function useLock(): Lock {
  return useStore(lock)
}

/** Locks at the start of the app, and when it comes back after a while. */
export function startLock(): () => void {
  set({ isLocked: isLockOn() })
  const subscription = AppState.addEventListener('change', (state) => {
    if (!isLockOn()) return
    if (state === 'active') {
      const isLong = leftAt !== undefined && Date.now() - leftAt >= lockAfterMs
      leftAt = undefined
      set({ isCovered: false, isLocked: lock.get().isLocked || isLong })
    } else {
      leftAt ??= Date.now()
      set({ isCovered: true })
    }
  })
  return () => subscription.remove()
}

export async function unlock(): Promise<void> {
  const { success } = await authenticateAsync({ promptMessage: t('Unlock Bugle') })
  if (success) set({ isLocked: false })
}

function set(change: Partial<Lock>): void {
  lock.set({ ...lock.get(), ...change })
}
