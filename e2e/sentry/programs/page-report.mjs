// The script of a page at `?SENTRY_DSN=…`.
// Reports in every way that a page does, then has an error that nobody catches; `done` settles when all is sent.
import * as sdk from '@sentry/browser'

// Old versions lack some of its functions, which the bundler would warn about.
const Sentry = { ...sdk }
const major = Number(Sentry.SDK_VERSION.split('.')[0])

Sentry.init({
  dsn: new URLSearchParams(location.search).get('SENTRY_DSN'),
  release: 'shop@1.2.3',
  dist: '7',
  environment: 'staging',
  tracesSampleRate: 1,
  attachStacktrace: true,
  maxBreadcrumbs: 100,
  sendDefaultPii: true,
})

class StockError extends Error {
  name = 'StockError'
}

function reserve(sku) {
  throw new StockError(`No stock for ${sku}`)
}

Sentry.setUser({ id: 'u-1', email: 'planted.person@example.com', ip_address: '203.0.113.77' })
Sentry.setTag('plan', 'pro')
Sentry.setContext('cart', { items: 3, api_token: 'planted-secret-1' })
Sentry.setExtra('attempt', 2)
// Chrome keeps at most 64 kB of such requests on their way, and forgets some only later.
for (let index = 0; index < 20; index++)
  Sentry.addBreadcrumb({ category: 'ui.click', message: `tap ${index}`, level: 'info', data: { index } })

function report() {
  try {
    reserve('A-17')
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
    Sentry.startSpan({ name: 'work' }, () => {})
  }
}

/** Settles after all that listen to an event of the page. */
function happened(name) {
  return new Promise((resolve) => addEventListener(name, () => setTimeout(resolve), { once: true }))
}

window.done = (async () => {
  report()
  await Sentry.flush(5000)
  setTimeout(() => {
    void Promise.reject(new RangeError('nobody waits for this'))
    throw new TypeError('crash at the end')
  })
  await Promise.all(['error', 'unhandledrejection'].map(happened))
  await Sentry.flush(5000)
})()
