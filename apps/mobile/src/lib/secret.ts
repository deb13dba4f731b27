import * as SecureStore from 'expo-secure-store'

const options = { keychainAccessible: SecureStore.WHEN_UNLOCKED_THIS_DEVICE_ONLY }

/** Session tokens, in the keychain of the phone. */
export const secrets = {
  /** Whether the app keeps the token itself; in a browser the server keeps it in a cookie that no script can read. */
  isOurs: true,
  get: (name: string): Promise<string | null> => SecureStore.getItemAsync(name, options),
  set: (name: string, value: string): Promise<void> => SecureStore.setItemAsync(name, value, options),
  remove: (name: string): Promise<void> => SecureStore.deleteItemAsync(name, options),
}
