/**
 * The client for React Native in a program of Node, with what a phone brings: files, a handler of what nobody catches, and an
 * end by it. `init` takes the options of the client for Node, so that the same stories are told of both.
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
