/**
 * The React Native SDK in a Node program, with a phone's modules: files, a global error handler, and an exit caused by
 * it. `init` accepts the Node SDK's options, so that both run the same stories.
 */
import { fileStorage, init as initNative } from '@bugle/react-native'
import { fileSystem } from './file-system.mjs'

export * from '@bugle/react-native'

export function init({ storeDirectory, ...options }) {
  initNative({ storage: fileStorage(fileSystem(storeDirectory)), ...options })
}

let handler = (error) => {
  console.error(error.message)
  process.exit(1)
}
globalThis.ErrorUtils = {
  getGlobalHandler: () => handler,
  setGlobalHandler: (given) => {
    handler = given
  },
}
process.on('uncaughtException', (error) => handler(error, true))
