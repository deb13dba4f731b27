import type * as Sdk from '@bugle/browser'
import { faultsAppId, faultsTarget, withoutSecrets } from './faults-target'

let sdk: Promise<typeof Sdk> | undefined

/** As faults.ts, in a browser, which loads the SDK only where it is wanted. */
export function startFaults(): void {
  const target = faultsTarget()
  if (target === undefined) return
  sdk = import('@bugle/browser')
  const { token, server: endpoint } = target
  void sdk.then(({ init }) => init({ token, endpoint, appId: faultsAppId, beforeSend: withoutSecrets }))
}

export async function stopFaults(): Promise<void> {
  await (await sdk)?.close()
  sdk = undefined
}

/** Reports what a screen threw, with the name of the screen. */
export function reportFault(error: unknown, screen: string): void {
  void sdk?.then(({ setTag, captureException }) => {
    setTag('screen', screen)
    captureException(error)
  })
}
