import { captureException, close, init, setTag } from '@bugle/browser'
import { faultsAppId, faultsTarget, withoutSecrets } from './faults-target'

/** As faults.ts, in a browser. */
export function startFaults(): void {
  const target = faultsTarget()
  if (target === undefined) return
  init({ token: target.token, endpoint: target.server, appId: faultsAppId, beforeSend: withoutSecrets })
}

export async function stopFaults(): Promise<void> {
  await close()
}

/** Reports what a screen threw, with the name of the screen. */
export function reportFault(error: unknown, screen: string): void {
  setTag('screen', screen)
  captureException(error)
}
