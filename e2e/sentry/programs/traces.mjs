// Usage: SENTRY_DSN=… SDK=folder node traces.mjs
// Sends a transaction, then three more after the response to the first, and an error.

import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.env.SDK, 'package.json'))
const Sentry = require(join(process.env.SDK, 'node_modules/@sentry/node'))

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 })
for (let index = 0; index < 4; index++) {
  Sentry.startSpan({ name: `work ${index}` }, () => {})
  await Sentry.flush(5000)
}
Sentry.captureException(new Error('still heard'))
await Sentry.close(5000)
