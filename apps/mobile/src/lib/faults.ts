import { captureException, close, init, noteScreen } from '@bugle/react-native'
import Storage from 'expo-sqlite/kv-store'
import { faultsAppId, faultsTarget, withoutSecrets } from './faults-target'

/** Starts reporting errors of this app through our own SDK, if its user wants that. */
export function startFaults(): Promise<void> {
  const target = faultsTarget()
  if (target !== undefined) {
    const options = { token: target.token, endpoint: target.server, appId: faultsAppId, beforeSend: withoutSecrets }
    init({ ...options, storage: Storage })
  }
  return Promise.resolve()
}

export async function stopFaults(): Promise<void> {
  await close()
}

/** Reports what a screen threw, with the name of the screen. */
export function reportFault(error: unknown, screen: string): void {
  noteScreen(screen)
  captureException(error)
}
