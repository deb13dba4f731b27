// The script of a page at `?SENTRY_DSN=…&COUNT=300`.
// Reports many errors at once; `done` settles when all is sent or dropped.
import * as Sentry from '@sentry/browser'

const query = new URLSearchParams(location.search)
Sentry.init({ dsn: query.get('SENTRY_DSN'), transportOptions: { bufferSize: 1000 }, defaultIntegrations: false })

window.done = (async () => {
  const count = Number(query.get('COUNT'))
  for (let index = 0; index < count; index++) {
    Sentry.captureException(new Error(`flood ${index}`))
    if (index % 50 === 49) await flushed()
  }
  await flushed()
})()

/** Waits until all is sent or dropped: old versions reject at the first request that fails, with others on their way. */
function flushed() {
  return Sentry.flush(5000).catch(flushed)
}
