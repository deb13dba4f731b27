// The script of a page that reports by @sentry/browser; `dsn` is in its address.
import * as Sentry from '@sentry/browser'

const dsn = new URLSearchParams(location.search).get('dsn') ?? ''
Sentry.init({
  dsn,
  release: 'shop@1.2.3',
  environment: 'staging',
  tracesSampleRate: 1,
  integrations: [Sentry.browserTracingIntegration()],
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
})
