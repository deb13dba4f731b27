import type { IngestAcknowledgement } from '@bugle/protocol'

const app = { app_id: 'com.example.shop', platform: 'web' }

/** Four issues of different levels, the first with every field an event may have. */
export const events: Record<string, unknown>[] = [
  {
    ...app,
    exception_type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    stack:
      "TypeError: Cannot read properties of undefined (reading 'total')\n    at applyDiscount (/srv/shop/cart.js:118:24)\n    at run (/srv/shop/node_modules/express/lib/router.js:9:1)",
    exceptions: [
      {
        exception_type: 'RangeError',
        message: 'code is empty',
        stack: 'RangeError: code is empty\n    at parse (/srv/shop/code.js:3:1)',
      },
    ],
    tags: { browser: 'Safari', os: 'iOS 19' },
    user: { id: 'u-1' },
    release: 'shop@5.10.0',
    extra: { cart: { items: 2 } },
    breadcrumbs: [
      { category: 'navigation', message: '/cart', ts: Date.now() - 9000 },
      { category: 'http', message: 'POST /api/voucher', ts: Date.now() - 1000, data: { status: 500 } },
    ],
  },
  { ...app, exception_type: 'QuotaExceededError', message: 'The quota has been exceeded.', level: 'info' },
  { ...app, exception_type: 'PaymentDeclined', message: 'do_not_honor', level: 'warning' },
  { ...app, exception_type: 'OutOfMemory', message: '', level: 'fatal' },
]

/** Sends an event as a program does. */
export async function sendEvent(
  url: string,
  token: string,
  event: Record<string, unknown>,
): Promise<IngestAcknowledgement> {
  const answer = await fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'x-service-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as IngestAcknowledgement
}
