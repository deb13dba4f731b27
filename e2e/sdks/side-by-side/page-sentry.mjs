// The shop as a page at `?dsn=…`, with Sentry's SDK.
import * as Sentry from '@sentry/browser'
import { openPage } from './page.mjs'
import { trackerOf } from './sentry.mjs'

Sentry.init({
  dsn: new URLSearchParams(location.search).get('dsn'),
  ...{ release: 'shop@4.2.0', dist: '7', environment: 'staging' },
})
openPage(trackerOf(Sentry, false))
