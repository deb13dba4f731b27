// Usage: SENTRY_DSN=… SDK=folder node hang.mjs
// Blocks its event loop until the SDK's other thread has reported that.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const Sentry = createRequire(join(process.env.SDK, 'package.json'))('@sentry/node')

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'till@1.0.0',
  integrations: [Sentry.anrIntegration({ captureStackTrace: true, anrThreshold: 500 })],
})

function countTheTill() {
  const end = Date.now() + 6000
  while (Date.now() < end);
}

setTimeout(() => {
  countTheTill()
  setTimeout(() => process.exit(0), 500)
}, 3000)
