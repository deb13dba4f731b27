import { createElement, type ReactNode } from 'react'
import type { Native } from '../native.ts'

/**
 * A stand-in for React Native, which the repository does not install: the modules that the SDK imports, without
 * rendering. The tests of `examples/expo` run the SDK on React Native itself.
 */
export const Platform: Native['Platform'] = {
  OS: 'android',
  Version: 35,
  constants: { Manufacturer: 'Fairphone', Model: 'FP5', Release: '15' },
}

type Listener = (state: string) => void
const listeners = new Map<string, Set<Listener>>()

export const AppState = {
  currentState: 'active' as string | null,
  addEventListener(type: 'change' | 'memoryWarning', listener: Listener) {
    const all = listeners.get(type) ?? new Set()
    listeners.set(type, all.add(listener))
    return { remove: () => void all.delete(listener) }
  },
}

/** Changes the app's state as the system would. */
export function setAppState(state: string, type: 'change' | 'memoryWarning' = 'change'): void {
  if (type === 'change') AppState.currentState = state
  for (const listener of listeners.get(type) ?? []) listener(state)
}

/** Returns the number of app-state listeners. */
export function listenerCount(): number {
  return [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
}

/** A native component. */
export function View({ style, children }: { style?: object; children?: ReactNode }): ReactNode {
  return createElement('view', { style }, children)
}
