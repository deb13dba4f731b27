// Usage: SENTRY_DSN=… SDK=folder [ENTRY=node_modules/@sentry/node] node node.mjs
// Reports in every way that a program of Node, Bun or Deno does, then crashes.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(join(process.env.SDK, 'package.json'))
// By its folder or file: the repository has no package of this name.
const entry = join(process.env.SDK, process.env.ENTRY ?? 'node_modules/@sentry/node')
const Sentry = entry.endsWith('.js') ? await import(pathToFileURL(entry).href) : require(entry)
const major = Number(Sentry.SDK_VERSION.split('.')[0])

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'shop@1.2.3',
  dist: '7',
  environment: 'staging',
  tracesSampleRate: 1,
  attachStacktrace: true,
  includeLocalVariables: true,
  maxBreadcrumbs: 100,
  sendDefaultPii: true,
})

class StockError extends Error {
  name = 'StockError'
}

function reserve(sku, password) {
  if (password !== undefined) throw new StockError(`No stock for ${sku}`)
}

Sentry.setUser({ id: 'u-1', email: 'planted.person@example.com', ip_address: '203.0.113.77' })
Sentry.setTag('plan', 'pro')
Sentry.setContext('cart', { items: 3, api_token: 'planted-secret-1' })
Sentry.setExtra('attempt', 2)
for (let index = 0; index < 60; index++)
  Sentry.addBreadcrumb({ category: 'ui.click', message: `tap ${index}`, level: 'info', data: { index } })
try {
  reserve('A-17', 'planted-secret-2')
} catch (error) {
  Sentry.captureException(error)
}
try {
  try {
    JSON.parse('{')
  } catch (cause) {
    throw new Error('no cart', { cause })
  }
} catch (error) {
  Sentry.captureException(error, { level: 'fatal', fingerprint: ['{{ default }}', 'cart'] })
}
const inner = new AggregateError([new RangeError('two')], 'inner')
Sentry.captureException(new AggregateError([new TypeError('one', { cause: new Error('why') }), inner], 'both'))
Sentry.captureMessage('The queue is long', 'warning')
Sentry.withScope((scope) => {
  scope.addAttachment({ filename: 'cart.txt', data: 'three items' })
  Sentry.captureException(new Error('with a file'))
})
if (major >= 8) {
  Sentry.captureFeedback({ message: 'The button does nothing', name: 'Bea', email: 'bea@example.com' })
  const id = Sentry.captureCheckIn(
    { monitorSlug: 'nightly', status: 'in_progress' },
    { schedule: { type: 'crontab', value: '0 3 * * *' }, checkinMargin: 5, maxRuntime: 10, timezone: 'Europe/Berlin' },
  )
  Sentry.captureCheckIn({ checkInId: id, monitorSlug: 'nightly', status: 'ok', duration: 4 })
  Sentry.startSpan({ name: 'work' }, () => {})
}
await Sentry.flush(5000)
setTimeout(() => {
  throw new TypeError('crash at the end')
}, 10)
