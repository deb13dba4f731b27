import { AppState } from 'react-native'

/** Whether the app is on the screen. */
export function isInForeground(): boolean {
  return AppState.currentState !== 'background' && AppState.currentState !== 'inactive'
}

/** Calls a function when the app comes to the screen or leaves it. */
export function onForeground(listener: (isShown: boolean) => void): () => void {
  const subscription = AppState.addEventListener('change', (state) => {
    if (state !== 'inactive') listener(state === 'active')
  })
  return () => subscription.remove()
}
