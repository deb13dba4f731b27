import { faultsAppId, faultsTarget, withoutSecrets } from './faults-target'

type Sdk = typeof import('@bugle/browser')

/** The SDK, once it is wanted: hardly anybody reports faults, and all would load it before their first screen. */
let started: Promise<Sdk> | undefined

/** As faults.ts, in a browser. What is thrown until the SDK is loaded waits for it. */
export function startFaults(): void {
  const target = faultsTarget()
  if (target === undefined) return
  const early: unknown[] = []
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => {
    early.push('reason' in event ? event.reason : event.error)
  }
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
  started = import('@bugle/browser').then((sdk) => {
    removeEventListener('error', keep)
    removeEventListener('unhandledrejection', keep)
    sdk.init({ token: target.token, endpoint: target.server, appId: faultsAppId, beforeSend: withoutSecrets })
    for (const error of early) sdk.captureException(error)
    return sdk
  })
}

export async function stopFaults(): Promise<void> {
  await (await started)?.close()
  started = undefined
}

/** Reports what a screen threw, with the name of the screen. */
export function reportFault(error: unknown, screen: string): void {
  void started?.then((sdk) => {
    sdk.setTag('screen', screen)
    sdk.captureException(error)
  })
}
