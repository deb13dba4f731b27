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
  kept: keptErrors,
})

/** Counts the errors that the SDK has stored for later; it stores sessions and transactions as well. */
function keptErrors(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('sentry-offline')
    opened.onerror = () => reject(opened.error)
    opened.onsuccess = () => {
      const database = opened.result
      if (!database.objectStoreNames.contains('queue')) return resolve(0)
      const stored = database.transaction('queue').objectStore('queue').getAll()
      stored.onsuccess = () => {
        const texts = (stored.result as (string | Uint8Array)[]).map((envelope) =>
          typeof envelope === 'string' ? envelope : new TextDecoder().decode(envelope),
        )
        resolve(texts.filter((text) => text.includes('"type":"event"')).length)
      }
      stored.onerror = () => reject(stored.error)
    }
  })
}
