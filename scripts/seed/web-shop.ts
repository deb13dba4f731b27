import { buildCheckout, builtFile } from './checkout.ts'
import type { SampleProject } from './sample-events.ts'
import { arrived, atCheckout, filledCart, origin, stack } from './web-shop-parts.ts'
import { webShopSource } from './web-shop-source.ts'

const browsers = [
  ['Chrome', '142.0'],
  ['Chrome', '141.0'],
  ['Chrome Mobile', '142.0'],
  ['Edge', '142.0'],
  ['Samsung Internet', '28.0'],
] as const

const checkout = await buildCheckout()

export const webShop: SampleProject = {
  name: 'Web shop',
  appId: 'com.example.shop',
  platform: 'web',
  sdk: { name: 'bugle.browser', version: '0.1.0' },
  releases: ['shop-web@5.8.0', 'shop-web@5.8.1', 'shop-web@5.9.0', 'shop-web@5.9.1', 'shop-web@5.10.0'],
  environments: ['production', 'production', 'production', 'production', 'production', 'staging'],
  users: 260,
  events: 700,
  context: (random) => {
    const [name, version] = random.pick(browsers)
    const os =
      name.includes('Mobile') || name.startsWith('Samsung') ? 'Android' : random.pick(['Windows', 'macOS', 'Linux'])
    return {
      tags: { browser: name, locale: random.pick(['en-GB', 'de-AT', 'fr-FR', 'pl-PL', 'sv-SE']) },
      contexts: { browser: { name, version }, os: { name: os } },
    }
  },
  source: { files: (file) => `${origin}/assets/${file.replace(/\.js$/, '.{hash}.js')}`, snippets: webShopSource },
  built: { file: builtFile, map: checkout.map },
  issues: [
    {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'price')",
      stack: stack(
        "TypeError: Cannot read properties of undefined (reading 'price')",
        'lineTotal @cart/totals.js:48:34',
        'Array.map (<anonymous>',
        'CartSummary @cart/cart-summary.js:21:29',
        'CartPage @cart/cart-page.js:64:7',
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
        'loadChunk @runtime/load-chunk.js:33:40',
        'async openReviews @product/reviews.js:18:22',
        'async onReviewsClick @product/product-page.js:92:5',
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
        'request @api/http.js:41:26',
        'async loadStock @product/stock.js:9:18',
        'async StockBadge @product/stock-badge.js:27:20',
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
        'confirmPayment @checkout/payment.js:77:11',
        'async pay @checkout/payment.js:52:10',
        'async placeOrder @checkout/place-order.js:54:21',
        'async submit @checkout/submit.js:31:19',
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
        'unwrap @api/http.js:19:9',
        'async loadProduct @product/product.js:22:19',
        'async ProductPage @product/product-page.js:31:19',
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
        'DeliveryDate @product/delivery-date.js:16:10',
        'BuyBox @product/buy-box.js:58:9',
        'ProductPage @product/product-page.js:77:7',
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
        'parseAnswer @api/http.js:29:15',
        'async suggest @search/suggest.js:12:18',
        'async onInput @search/search-field.js:44:23',
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
        'formatPrice @ui/format-price.js:7:22',
        'PriceTag @ui/price-tag.js:11:31',
        'CartLine @cart/cart-line.js:38:13',
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
        'remember @product/recently-viewed.js:14:16',
        'noteView @product/recently-viewed.js:23:3',
        'ProductPage @product/product-page.js:40:5',
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
        'reserve @checkout/reserve.js:19:11',
        'async placeOrder @checkout/place-order.js:52:23',
        'async submit @checkout/submit.js:31:19',
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
        'FacetList @search/facet-list.js:14:15',
        'SearchPage @search/search-page.js:51:9',
        'SearchRoute @search/route.js:12:10',
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
      message: 'Address lookup took longer than 8000 ms',
      stack: stack(
        'TimeoutError: Address lookup took longer than 8000 ms',
        'withTimeout @api/with-timeout.js:12:13',
        'async lookUp @checkout/address-lookup.js:26:20',
        'async suggestAddresses @checkout/address-form.js:71:24',
        'async onPostcode @checkout/address-form.js:88:5',
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
        'track @analytics/track.js:6:3',
        'onCouponApplied @checkout/coupon.js:34:5',
        'applyCoupon @checkout/coupon.js:21:11',
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
      stack: checkout.stack,
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
          stack: checkout.causeStack,
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
        'useShippingRates @checkout/shipping-rates.js:26:5',
        'ShippingOptions @checkout/shipping-options.js:19:17',
        'ShippingStep @checkout/shipping-step.js:44:9',
      ),
      level: 'fatal',
      mechanism: 'onerror',
      story: [
        ...filledCart,
        ['navigation', '/cart -> /checkout/shipping'],
        ['ui.click', 'input[name=shipping][value=express]'],
      ],
      burst: [0.3, 0.05],
    },
  ],
}
