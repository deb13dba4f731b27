// The vocabulary of the fictitious shop whose errors the bench sends.

export const exceptionTypes = [
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'PaymentDeclinedError',
  'InventoryConflictError',
  'NetworkTimeoutError',
  'ValidationError',
  'UnauthorizedError',
  'DatabaseError',
] as const

/** Messages with parts that grouping must ignore. */
export const messages = [
  "Cannot read properties of undefined (reading 'price')",
  'Order @d6@ could not be charged: gateway answered after @d4@ ms',
  'Timeout of @d5@ ms exceeded while waiting for https://api.pay.example.com/v1/charges/@x12@',
  'Session @u@ has expired',
  'Unexpected token < in JSON at position @d3@',
  'Item @d5@ is out of stock (requested @d3@)',
  'connect ECONNREFUSED 10.0.3.17:@d4@',
  'duplicate key value violates unique constraint "carts_pkey": (id)=(@u@)',
  'Für den Warenkorb @d6@ ist keine Lieferung möglich',
  'user-@p@@example.com is not allowed to read /var/lib/shop/exports/@x8@.csv',
  'Maximum call stack size exceeded',
  'Request failed with status code 502 (request @x16@)',
] as const

export const platforms = ['node', 'web', 'web', 'ios', 'android'] as const
export const levels = ['error', 'error', 'error', 'error', 'warning', 'fatal', 'info'] as const
export const environments = ['production', 'production', 'production', 'staging', 'development'] as const
export const releases = ['shop@4.1.0', 'shop@4.1.1', 'shop@4.2.0', 'shop@4.2.1', 'shop@4.3.0'] as const
export const locales = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'pt-BR', 'ja-JP'] as const
export const plans = ['free', 'starter', 'business', 'enterprise'] as const
export const providers = ['stripe', 'adyen', 'paypal', 'invoice'] as const
export const flags = ['new-checkout', 'new-checkout,fast-search', 'fast-search', 'none'] as const
export const statuses = [200, 200, 200, 201, 204, 304, 404, 500] as const

export const routes = [
  '/home',
  '/search',
  '/cart',
  '/checkout',
  '/payment',
  '/orders',
  '/account',
  '/addresses',
  '/products',
  '/wishlist',
] as const

export const buttons = ['buy-now', 'add-to-cart', 'apply-coupon', 'next-step', 'confirm-order', 'open-menu'] as const

export const notes = [
  'cart restored',
  'prices refreshed',
  'translations loaded',
  'payment sheet opened',
  'image cache pruned',
  'websocket reconnected',
] as const

export const devices = [
  { manufacturer: 'Apple', model: 'iPhone 15 Pro', modelId: 'iPhone16,1', os: 'iOS', version: '18.2' },
  { manufacturer: 'Apple', model: 'iPad Air', modelId: 'iPad14,8', os: 'iPadOS', version: '18.1' },
  { manufacturer: 'Google', model: 'Pixel 8', modelId: 'shiba', os: 'Android', version: '15' },
  { manufacturer: 'Samsung', model: 'Galaxy S24', modelId: 'SM-S921B', os: 'Android', version: '14' },
  { manufacturer: 'Lenovo', model: 'ThinkPad X1', modelId: '21HM', os: 'Linux', version: '6.12' },
] as const

export const verbs = ['load', 'charge', 'render', 'apply', 'merge', 'parse', 'reserve', 'send', 'resolve'] as const
export const nouns = ['Cart', 'Order', 'Price', 'Coupon', 'Invoice', 'Stock', 'Address', 'Session', 'Basket'] as const
export const folders = ['checkout', 'catalog', 'billing', 'accounts', 'shipping', 'search', 'shared/http'] as const
export const suffixes = ['service', 'store', 'handler', 'client', 'view', 'mapper'] as const

/** Library, file and function of frames outside the application. */
export const libraryCalls = [
  ['fastify', 'lib/handle-request.js', 'preHandlerCallback'],
  ['fastify', 'lib/hooks.js', 'hookRunnerGenerator'],
  ['fastify', 'lib/reply.js', 'onSendEnd'],
  ['pg', 'lib/client.js', 'Client._handleErrorMessage'],
  ['pg-protocol', 'dist/parser.js', 'Parser.handlePacket'],
  ['react-dom', 'cjs/react-dom.js', 'performWorkOnRoot'],
  ['react-dom', 'cjs/react-dom.js', 'renderRootSync'],
  ['got', 'dist/index.js', 'run'],
  ['undici', 'lib/core/request.js', 'Request.onComplete'],
  ['avvio', 'boot.js', 'Boot._loadPlugin'],
  ['zod', 'lib/index.mjs', 'ZodObject._parse'],
  ['stripe', 'esm/RequestSender.js', 'Object.executeRequest'],
] as const
