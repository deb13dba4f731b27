import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

// The only hook of this package: both apps need it, and it decides nothing.

/** Returns the value of a store; the component renders again after each change. */
export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get, get)
}
