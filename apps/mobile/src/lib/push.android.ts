import unifiedPush, { requestPermissions, subscribeDistributorMessages } from 'expo-unified-push'
import { type PushAddress, PushDenied, type PushDevice } from './push-device'
import { storage } from './storage'

const key = 'push-endpoint'

/** Push of an Android phone, by UnifiedPush: an app such as ntfy receives the messages, without Google. */
export const pushDevice: PushDevice = {
  kind: 'unifiedpush',
  support: () => (unifiedPush.getDistributors().length > 0 ? 'yes' : 'distributor'),
  endpoint: async () => storage.get(key),
  subscribe: async (publicKey) => {
    if ((await requestPermissions()) !== 'granted') throw new PushDenied()
    if (unifiedPush.getSavedDistributor() === null) {
      // An app that the person installed comes before the distributor of the library, which needs Google.
      const all = unifiedPush.getDistributors()
      unifiedPush.saveDistributor((all.find(({ isInternal }) => isInternal !== true) ?? all[0])!.id)
    }
    const address = await registered(() => unifiedPush.registerDevice(publicKey))
    storage.set(key, address.endpoint)
    return address
  },
  unsubscribe: async () => {
    unifiedPush.unregisterDevice()
    storage.remove(key)
  },
}

/** Waits until the distributor has made an address. */
function registered(register: () => Promise<void>): Promise<PushAddress> {
  return new Promise((resolve, reject) => {
    const end = subscribeDistributorMessages((message) => {
      if (message.action === 'registered') {
        const { url: endpoint, pubKey: p256dh, auth } = message.data
        end()
        resolve({ endpoint, p256dh, auth })
      }
      if (message.action === 'registrationFailed') {
        end()
        reject(new PushDenied(message.data.reason))
      }
    })
    register().catch((error: unknown) => {
      end()
      reject(error)
    })
  })
}
