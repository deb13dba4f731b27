// Bundled with e2e/sentry/programs/react-native-stub.cjs, then: DSN=… node bundle.mjs [crash]
// The shop as a phone's JavaScript, with Sentry's SDK, which leaves sessions and crashes to its native half.
import * as Sentry from '@sentry/react-native'
import { trackerOf } from './sentry.mjs'
import { checkOut, keepShop } from './shop.mjs'

let handler = () => process.exit(1)
globalThis.ErrorUtils = {
  getGlobalHandler: () => handler,
  setGlobalHandler: (given) => {
    handler = given
  },
}
process.on('uncaughtException', (error) => handler(error, true))

Sentry.init({
  ...{ dsn: process.env.DSN, enableNative: false },
  ...{ release: 'shop@4.2.0', dist: '7', environment: 'staging' },
})
const tracker = trackerOf(Sentry, false)
await keepShop(tracker)
await tracker.flush()
if (process.argv[2] === 'crash') setTimeout(() => checkOut({}))
// The SDK would watch the app for as long as it is there.
else process.exit()
