// Usage: SENTRY_DSN=… SDK=folder COUNT=300 node flood.mjs
// Reports many errors at once, and whatever the SDK dropped of them.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.env.SDK, 'package.json'))
const Sentry = require(join(process.env.SDK, 'node_modules/@sentry/node'))

Sentry.init({ dsn: process.env.SENTRY_DSN, transportOptions: { bufferSize: 1000 }, defaultIntegrations: false })
const count = Number(process.env.COUNT)
for (let index = 0; index < count; index++) {
  Sentry.captureException(new Error(`flood ${index}`))
  if (index % 50 === 49) await Sentry.flush(5000)
}
await Sentry.close(5000)
