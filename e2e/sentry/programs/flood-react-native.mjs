// Bundled with react-native-stub.cjs, then: SENTRY_DSN=… COUNT=300 node bundle.mjs
// Reports many errors at once, from an app's JavaScript.
import * as Sentry from '@sentry/react-native'

globalThis.ErrorUtils = { getGlobalHandler: () => undefined, setGlobalHandler: () => {} }

Sentry.init({ dsn: process.env.SENTRY_DSN, enableNative: false, transportOptions: { bufferSize: 1000 } })
const count = Number(process.env.COUNT)
for (let index = 0; index < count; index++) {
  Sentry.captureException(new Error(`flood ${index}`))
  if (index % 10 === 9) await Sentry.flush()
}
await Sentry.close()
process.exit()
