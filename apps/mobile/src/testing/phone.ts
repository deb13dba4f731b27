/** The keychain and the store of a phone; the real ones are native. For `jest.mock`. */

/** @public for `require` */
export function fakeKeychain() {
  const kept = new Map<string, string>()
  return {
    getItemAsync: async (name: string) => kept.get(name) ?? null,
    setItemAsync: async (name: string, value: string) => void kept.set(name, value),
    deleteItemAsync: async (name: string) => void kept.delete(name),
    kept,
  }
}

/** @public for `require` */
export function fakeStore() {
  const kept = new Map<string, string>()
  return {
    __esModule: true,
    default: {
      getItemSync: (name: string) => kept.get(name) ?? null,
      setItemSync: (name: string, value: string) => void kept.set(name, value),
      removeItemSync: (name: string) => void kept.delete(name),
    },
  }
}
