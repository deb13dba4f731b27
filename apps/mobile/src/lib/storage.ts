import Storage from 'expo-sqlite/kv-store'

/** Choices and cached data of this installation. Never a token. */
export const storage = {
  get: (key: string): string | undefined => Storage.getItemSync(key) ?? undefined,
  set: (key: string, value: string): void => void Storage.setItemSync(key, value),
  remove: (key: string): void => void Storage.removeItemSync(key),
}
