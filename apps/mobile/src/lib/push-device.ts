export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** The push service of this device. */
export interface PushDevice {
  kind: 'webpush' | 'unifiedpush'
  /** `install`: only once the page is on the home screen. `distributor`: only with an app that receives messages. */
  support(): 'yes' | 'install' | 'distributor' | 'no'
  /** Returns the address that this device is subscribed with. */
  endpoint(): Promise<string | undefined>
  /** @throws PushDenied if the person or the system refuses */
  subscribe(publicKey: string): Promise<PushAddress>
  unsubscribe(): Promise<void>
}

/** Notifications are not allowed on this device. */
export class PushDenied extends Error {}
