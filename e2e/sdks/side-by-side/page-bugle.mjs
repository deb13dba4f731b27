// The shop as a page at `?token=…&endpoint=…`, with our SDK.
import * as bugle from '@bugle/browser'
import { attachments } from '@bugle/browser/attachments'
import { trackerOf } from './bugle.mjs'
import { openPage } from './page.mjs'

const { token, endpoint } = Object.fromEntries(new URLSearchParams(location.search))
bugle.init({
  ...{ token, endpoint, appId: 'com.example.shop', integrations: [attachments()] },
  ...{ release: 'shop@4.2.0', dist: '7', environment: 'staging' },
})
openPage(trackerOf(bugle, false))
