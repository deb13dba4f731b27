import type { Crumb, SampleProject } from './sample-events.ts'

const origin = 'https://shop.example.com'
const vendor = `${origin}/assets/vendor.{hash}.js`

/** What Chromium prints: the bundle’s own functions, then the framework’s. */
function stack(head: string, ...own: string[]): string {
  const frames = own.map((frame) => `    at ${frame.replace('@', `(${origin}/assets/`)})`)
  return [head, ...frames, `    at Ti (${vendor}:9:41320)`, `    at flushWork (${vendor}:9:88213)`].join('\n')
}

const arrived: Crumb[] = [
  ['navigation', '/ -> /search?q={query}'],
  ['http', 'GET /api/search?q={query}', { status_code: 200, duration_ms: '{ms}' }],
  ['ui.click', 'a.product-card[data-sku={sku}]'],
  ['navigation', '/search -> /products/{product}'],
]
const filledCart: Crumb[] = [
  ...arrived,
  ['ui.click', 'button#add-to-cart'],
  ['http', 'POST /api/cart/items', { status_code: 201, duration_ms: '{ms}' }],
  ['navigation', '/products/{product} -> /cart'],
]
const atCheckout: Crumb[] = [
  ...filledCart,
  ['ui.click', 'button#checkout'],
  ['navigation', '/cart -> /checkout/address'],
  ['http', 'PUT /api/checkout/address', { status_code: 200, city: '{city}' }],
  ['navigation', '/checkout/address -> /checkout/payment'],
]

const browsers = [
  ['Chrome', '142.0'],
  ['Chrome', '141.0'],
  ['Chrome Mobile', '142.0'],
  ['Edge', '142.0'],
  ['Samsung Internet', '28.0'],
] as const

export const webShop: SampleProject = {
  name: 'Web shop',
  appId: 'com.example.shop',
  platform: 'web',
  sdk: { name: 'bugle.browser', version: '0.1.0' },
  releases: ['shop-web@5.8.0', 'shop-web@5.8.1', 'shop-web@5.9.0', 'shop-web@5.9.1', 'shop-web@5.10.0'],
  environments: ['production', 'production', 'production', 'production', 'production', 'staging'],
  users: 260,
  events: 700,
  surroundings: (random) => {
    const [name, version] = random.pick(browsers)
    const os =
      name.includes('Mobile') || name.startsWith('Samsung') ? 'Android' : random.pick(['Windows', 'macOS', 'Linux'])
    return {
      tags: { browser: name, locale: random.pick(['en-GB', 'de-AT', 'fr-FR', 'pl-PL', 'sv-SE']) },
      contexts: { browser: { name, version }, os: { name: os } },
    }
  },
  issues: [
    {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'price')",
      stack: stack(
        "TypeError: Cannot read properties of undefined (reading 'price')",
        'lineTotal @cart.{hash}.js:1:20418',
        'Array.map (<anonymous>',
        'CartSummary @cart.{hash}.js:1:21877',
        'CartPage @cart.{hash}.js:1:24005',
      ),
      mechanism: 'onerror',
      story: [
        ...filledCart,
        ['ui.click', 'button.remove[data-sku={sku}]'],
        ['http', 'DELETE /api/cart/items/{sku}', { status_code: 204 }],
      ],
      tags: { route: '/cart' },
      since: 2,
    },
    {
      type: 'ChunkLoadError',
      message: `Loading chunk 417 failed. (error: ${origin}/assets/417.{hash}.js)`,
      stack: stack(
        'ChunkLoadError: Loading chunk 417 failed.',
        'loadChunk @runtime.{hash}.js:1:3310',
        'openReviews @product.{hash}.js:1:9912',
      ),
      mechanism: 'onunhandledrejection',
      story: [
        ...arrived,
        ['ui.click', 'a[href="#reviews"]'],
        ['http', 'GET /assets/417.{hash}.js', { status_code: 404 }],
      ],
      tags: { route: '/products/:slug' },
    },
    {
      type: 'TypeError',
      message: 'Failed to fetch',
      stack: stack(
        'TypeError: Failed to fetch',
        'request @api.{hash}.js:1:1204',
        'async loadStock @product.{hash}.js:1:7710',
      ),
      mechanism: 'onunhandledrejection',
      story: [...arrived, ['connectivity', 'offline'], ['http', 'GET /api/stock/{sku}', { status_code: 0 }]],
      tags: { route: '/products/:slug' },
      repeat: 3,
    },
    {
      type: 'PaymentDeclinedError',
      message: 'The bank declined order {order} (do_not_honor)',
      stack: stack(
        'PaymentDeclinedError: The bank declined order {order} (do_not_honor)',
        'confirmPayment @checkout.{hash}.js:1:30177',
        'async submit @checkout.{hash}.js:1:31090',
      ),
      level: 'warning',
      handled: true,
      story: [
        ...atCheckout,
        ['ui.click', 'button#pay'],
        ['http', 'POST /api/payments', { status_code: 402, order: '{order}' }],
      ],
      tags: { route: '/checkout/payment', payment_provider: 'stripe' },
    },
    {
      type: 'HttpError',
      message: 'GET /api/products/{sku} failed with status 502',
      stack: stack(
        'HttpError: GET /api/products/{sku} failed with status 502',
        'unwrap @api.{hash}.js:1:1688',
        'async loadProduct @product.{hash}.js:1:6604',
      ),
      handled: true,
      story: [...arrived, ['http', 'GET /api/products/{sku}', { status_code: 502, duration_ms: '{long}' }]],
      burst: [4.2, 3.9],
    },
    {
      type: 'Error',
      message: 'Minified React error #418; visit https://react.dev/errors/418 for the full message',
      stack: stack(
        'Error: Minified React error #418',
        'throwOnHydrationMismatch @vendor.{hash}.js:9:35110',
        'DeliveryDate @product.{hash}.js:1:5120',
      ),
      level: 'warning',
      mechanism: 'onerror',
      story: arrived.slice(2),
      tags: { route: '/products/:slug' },
      until: 3,
    },
    {
      type: 'SyntaxError',
      message: `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`,
      stack: stack(
        'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
        'JSON.parse (<anonymous>',
        'parseAnswer @api.{hash}.js:1:1433',
        'async suggest @search.{hash}.js:1:2209',
      ),
      story: [
        ['ui.input', 'input#search'],
        ['http', 'GET /api/suggest?q={query}', { status_code: 200, duration_ms: '{ms}' }],
      ],
      tags: { route: '/search' },
      burst: [9, 7.5],
    },
    {
      type: 'RangeError',
      message: 'Invalid currency code : ',
      stack: stack(
        'RangeError: Invalid currency code : ',
        'new NumberFormat (<anonymous>',
        'formatPrice @cart.{hash}.js:1:1870',
        'PriceTag @cart.{hash}.js:1:2012',
      ),
      story: [...filledCart, ['ui.click', 'select#currency']],
      tags: { route: '/cart' },
      since: 1,
    },
    {
      type: 'QuotaExceededError',
      message: "Failed to execute 'setItem' on 'Storage': Setting the value of 'recently-viewed' exceeded the quota.",
      stack: stack(
        'QuotaExceededError: Setting the value exceeded the quota.',
        'remember @product.{hash}.js:1:880',
        'ProductPage @product.{hash}.js:1:5540',
      ),
      level: 'info',
      handled: true,
      story: arrived,
    },
    {
      type: 'InventoryConflictError',
      message: 'Item {sku} is out of stock (requested {count})',
      stack: stack(
        'InventoryConflictError: Item {sku} is out of stock (requested {count})',
        'reserve @checkout.{hash}.js:1:22014',
        'async submit @checkout.{hash}.js:1:31044',
      ),
      level: 'warning',
      handled: true,
      story: [...atCheckout, ['http', 'POST /api/reservations', { status_code: 409, sku: '{sku}' }]],
      tags: { route: '/checkout/payment' },
    },
    {
      type: 'TypeError',
      message: 't.facets.map is not a function',
      stack: stack(
        'TypeError: t.facets.map is not a function',
        'FacetList @search.{hash}.js:1:4470',
        'SearchPage @search.{hash}.js:1:8021',
      ),
      mechanism: 'onerror',
      story: [
        ['navigation', '/ -> /search?q={query}'],
        ['http', 'GET /api/search?q={query}', { status_code: 200, duration_ms: '{ms}' }],
      ],
      tags: { route: '/search' },
      since: 4,
    },
    {
      type: 'TimeoutError',
      message: 'Address lookup for {city} took longer than 8000 ms',
      stack: stack(
        'TimeoutError: Address lookup took longer than 8000 ms',
        'withTimeout @api.{hash}.js:1:2207',
        'async lookUp @checkout.{hash}.js:1:12730',
      ),
      level: 'warning',
      handled: true,
      story: [
        ...filledCart,
        ['ui.input', 'input#postcode'],
        ['http', 'GET /api/addresses?city={city}', { status_code: 0, duration_ms: 8000 }],
      ],
    },
    {
      type: 'ReferenceError',
      message: 'gtag is not defined',
      stack: stack(
        'ReferenceError: gtag is not defined',
        'track @analytics.{hash}.js:1:310',
        'onCouponApplied @checkout.{hash}.js:1:9904',
      ),
      mechanism: 'onerror',
      story: [
        ...filledCart,
        ['ui.click', 'button#apply-coupon'],
        ['http', 'POST /api/coupons/{coupon}', { status_code: 200 }],
      ],
    },
    {
      type: 'CheckoutError',
      message: 'Order {order} could not be placed',
      stack: stack(
        'CheckoutError: Order {order} could not be placed',
        'placeOrder @checkout.{hash}.js:1:33420',
        'async submit @checkout.{hash}.js:1:31150',
      ),
      level: 'fatal',
      story: [
        ...atCheckout,
        ['ui.click', 'button#pay'],
        ['http', 'POST /api/orders', { status_code: 500, order: '{order}' }],
      ],
      causes: [
        {
          exception_type: 'HttpError',
          message: 'POST /api/orders failed with status 500',
          stack: stack(
            'HttpError: POST /api/orders failed with status 500',
            'unwrap @api.{hash}.js:1:1688',
            'async createOrder @api.{hash}.js:1:4120',
          ),
        },
      ],
      extra: { order: '{order}', total: '{price}', items: '{count}' },
      tags: { route: '/checkout/payment' },
      since: 3,
    },
    {
      type: 'Error',
      message: 'Script error.',
      level: 'info',
      mechanism: 'onerror',
      story: arrived.slice(0, 2),
    },
    {
      type: 'Error',
      message: 'Minified React error #185; visit https://react.dev/errors/185 for the full message',
      stack: stack(
        'Error: Minified React error #185',
        'useShippingRates @checkout.{hash}.js:1:17020',
        'ShippingOptions @checkout.{hash}.js:1:18133',
      ),
      level: 'fatal',
      mechanism: 'onerror',
      story: [
        ...filledCart,
        ['navigation', '/cart -> /checkout/shipping'],
        ['ui.click', 'input[name=shipping][value=express]'],
      ],
      burst: [1.3, 1.1],
    },
  ],
}
