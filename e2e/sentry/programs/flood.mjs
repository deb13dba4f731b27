// Usage: SENTRY_DSN=… SDK=folder [ENTRY=node_modules/@sentry/node] COUNT=300 node flood.mjs
// Reports many errors at once, and whatever the SDK dropped of them.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(join(process.env.SDK, 'package.json'))
const entry = join(process.env.SDK, process.env.ENTRY ?? 'node_modules/@sentry/node')
const Sentry = entry.endsWith('.js') ? await import(pathToFileURL(entry).href) : require(entry)

Sentry.init({ dsn: process.env.SENTRY_DSN, transportOptions: { bufferSize: 1000 }, defaultIntegrations: false })
const count = Number(process.env.COUNT)
for (let index = 0; index < count; index++) {
  Sentry.captureException(new Error(`flood ${index}`))
  if (index % 50 === 49) await Sentry.flush(5000)
}
await Sentry.close(5000)
