// The script of a page that reports by @sentry/browser; `dsn` is in its address.
import * as Sentry from '@sentry/browser'

const query = new URLSearchParams(location.search)
const dsn = query.get('dsn') ?? ''
const makeOffline = Sentry.makeBrowserOfflineTransport(Sentry.makeFetchTransport)
const keepingTransport: typeof makeOffline = (options) => makeOffline({ ...options, flushAtStartup: true })
Sentry.init({
  dsn,
  release: 'shop@1.2.3',
  environment: 'staging',
  tracesSampleRate: 1,
  integrations: [Sentry.browserTracingIntegration()],
  ...(query.has('offline') && { transport: keepingTransport }),
})
Sentry.setUser({ id: 'u-1', email: 'planted.person@example.com' })
Sentry.setTag('plan', 'pro')

function total(cart: { items: { price: number }[] }): number {
  return cart.items.reduce((sum, { price }) => sum + price, 0)
}

document.querySelector('button')!.addEventListener('click', () => {
  console.log('the button was clicked')
  try {
    total(undefined as never)
  } catch (error) {
    Sentry.captureException(new Error('no cart', { cause: error }))
  }
  setTimeout(() => total({} as never))
})
Object.assign(window, {
  ask: () => Sentry.showReportDialog({ eventId: Sentry.lastEventId()!, title: 'Something broke' }),
  trace: () => Sentry.startSpan({ name: 'work' }, () => {}),
  flush: () => Sentry.flush(5000),
  kept: keptEnvelopes,
})

/** Counts the envelopes that the SDK has stored for later. */
function keptEnvelopes(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('sentry-offline')
    opened.onerror = () => reject(opened.error)
    opened.onsuccess = () => {
      const database = opened.result
      if (!database.objectStoreNames.contains('queue')) return resolve(0)
      const counted = database.transaction('queue').objectStore('queue').count()
      counted.onsuccess = () => resolve(counted.result)
      counted.onerror = () => reject(counted.error)
    }
  })
}
