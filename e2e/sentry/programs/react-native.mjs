// Bundled with react-native-stub.cjs, then: SENTRY_DSN=… node bundle.mjs
// Reports in every way that an app does through JavaScript, then crashes.
import * as Sentry from '@sentry/react-native'

let onCrash = () => {}
globalThis.ErrorUtils = {
  getGlobalHandler: () => undefined,
  setGlobalHandler: (handler) => (onCrash = handler),
}

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  enableNative: false,
  release: 'com.example.shop@1.2.3',
  dist: '7',
  environment: 'staging',
  attachStacktrace: true,
  sendDefaultPii: true,
  tracesSampleRate: 1,
})

class StockError extends Error {
  name = 'StockError'
}

Sentry.setUser({ id: 'u-1', email: 'planted.person@example.com' })
Sentry.setTag('plan', 'pro')
Sentry.setContext('cart', { items: 3, api_token: 'planted-secret-1' })
Sentry.setExtra('attempt', 2)
for (let index = 0; index < 60; index++)
  Sentry.addBreadcrumb({ category: 'ui.tap', message: `tap ${index}`, level: 'info', data: { index } })
Sentry.captureException(new StockError('No stock for A-17'))
Sentry.captureException(new Error('no cart', { cause: new SyntaxError('bad JSON') }), { level: 'fatal' })
Sentry.captureException(
  new AggregateError([new TypeError('one', { cause: new Error('why') }), new Error('two')], 'both'),
)
Sentry.captureMessage('The queue is long', 'warning')
Sentry.withScope((scope) => {
  scope.addAttachment({ filename: 'cart.txt', data: 'three items' })
  scope.setFingerprint(['{{ default }}', 'cart'])
  Sentry.captureException(new Error('with a file'))
})
Sentry.captureFeedback?.({ message: 'The button does nothing', name: 'Bea', email: 'bea@example.com' })
await Sentry.flush()
onCrash(new TypeError('crash at the end'), true)
await Sentry.flush()
// The SDK would watch the app for as long as it is there.
process.exit()
