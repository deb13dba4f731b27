import { t } from '@bugle/presentation/i18n'
import { authenticateAsync, hasHardwareAsync, isEnrolledAsync } from 'expo-local-authentication'
import { useSyncExternalStore } from 'react'
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

let lock: Lock = { isLocked: false, isCovered: false }
let leftAt: number | undefined
const listeners = new Set<() => void>()

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
  return useSyncExternalStore(subscribe, () => lock)
}

/** Locks at the start of the app, and when it comes back after a while. */
export function startLock(): () => void {
  set({ isLocked: isLockOn() })
  const subscription = AppState.addEventListener('change', (state) => {
    if (!isLockOn()) return
    if (state === 'active') {
      const isLong = leftAt !== undefined && Date.now() - leftAt >= lockAfterMs
      leftAt = undefined
      set({ isCovered: false, isLocked: lock.isLocked || isLong })
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
  lock = { ...lock, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
