// Usage: SENTRY_DSN=… SDK=folder SDK_NAME=@sentry/node node hang.mjs
// Blocks its event loop until the SDK's other thread has reported that.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const Sentry = createRequire(join(process.env.SDK, 'package.json'))(process.env.SDK_NAME)

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'till@1.0.0',
  // Bun has no debugger that another thread could ask for the stack: its SDK reports the hang without one.
  integrations: [
    Sentry.anrIntegration({ captureStackTrace: process.env.SDK_NAME !== '@sentry/bun', anrThreshold: 500 }),
  ],
})

function countTheTill() {
  const end = Date.now() + 6000
  while (Date.now() < end);
}

setTimeout(() => {
  countTheTill()
  setTimeout(() => process.exit(0), 500)
}, 3000)
