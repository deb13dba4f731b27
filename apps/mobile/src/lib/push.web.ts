import { PushDenied, type PushDevice } from './push-device'

/** Push of the browser, by Web Push. */
export const pushDevice: PushDevice = {
  kind: 'webpush',
  support: () => {
    if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window) return 'yes'
    // Safari on a phone has push for pages on the home screen alone.
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'no'
  },
  endpoint: async () => {
    if (pushDevice.support() !== 'yes') return undefined
    return (await (await registration())?.pushManager.getSubscription())?.endpoint
  },
  subscribe: async (publicKey) => {
    if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
    const { pushManager } = await navigator.serviceWorker.ready
    // A subscription with another server's key cannot be changed.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = subscription.toJSON()
    return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
  },
  unsubscribe: async () => {
    await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  },
}

function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration('/m/')
}
