import { faultsAppId, faultsTarget, withoutSecrets } from './faults-target'

/** Our SDK, loaded only where it is wanted. */
let sdk: Promise<typeof import('@bugle/browser')> | undefined

/** As faults.ts, in a browser. The program waits for it: it is there before what may throw. */
export async function startFaults(): Promise<void> {
  const target = faultsTarget()
  if (target === undefined) return
  sdk = import('@bugle/browser')
  const options = { token: target.token, endpoint: target.server, appId: faultsAppId, beforeSend: withoutSecrets }
  await sdk.then(({ init }) => init(options)).catch(() => {})
}

export async function stopFaults(): Promise<void> {
  await (await sdk)?.close()
}

/** Reports what a screen threw, with the name of the screen. */
export function reportFault(error: unknown, screen: string): void {
  void sdk?.then(({ setTag, captureException }) => {
    setTag('screen', screen)
    captureException(error)
  })
}
