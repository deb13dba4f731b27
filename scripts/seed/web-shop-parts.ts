import type { Crumb } from './sample-events.ts'

export const origin = 'https://shop.example.com'
const react = `${origin}/assets/node_modules/react-dom/react-dom-client.production.js`
const scheduler = `${origin}/assets/node_modules/scheduler/scheduler.production.js`

/** A stack as Chromium prints it: the shop's own modules, each with the release's hash, then the framework's. */
export function stack(head: string, ...own: string[]): string {
  const frames = own.map((frame) => `    at ${frame.replace(/@([\w/-]+)\.js/, `(${origin}/assets/$1.{hash}.js`)})`)
  const theirs = [`callCallback (${react}:3921:14)`, `commitWork (${react}:8412:9)`, `flushWork (${scheduler}:211:24)`]
  return [head, ...frames, ...theirs.map((frame) => `    at ${frame}`)].join('\n')
}

export const arrived: Crumb[] = [
  ['navigation', '/ -> /search?q={query}'],
  ['http', 'GET /api/search?q={query}', { status_code: 200, duration_ms: '{ms}' }],
  ['ui.click', 'a.product-card[data-sku={sku}]'],
  ['navigation', '/search -> /products/{product}'],
]
export const filledCart: Crumb[] = [
  ...arrived,
  ['ui.click', 'button#add-to-cart'],
  ['http', 'POST /api/cart/items', { status_code: 201, duration_ms: '{ms}' }],
  ['navigation', '/products/{product} -> /cart'],
]
export const atCheckout: Crumb[] = [
  ...filledCart,
  ['ui.click', 'button#checkout'],
  ['navigation', '/cart -> /checkout/address'],
  ['http', 'PUT /api/checkout/address', { status_code: 200, city: '{city}' }],
  ['navigation', '/checkout/address -> /checkout/payment'],
]
