// Usage: SDK=@bugle/node TOKEN=… ENDPOINT=… node node.mjs [crash]
// Usage: SDK=@sentry/node DSN=… node node.mjs [crash]
// The shop as a program of Node, or of a phone's JavaScript in Node; with `crash` it ends by an error that nobody catches.
import { checkOut, keepShop } from './shop.mjs'

const { SDK, TOKEN: token, ENDPOINT: endpoint, STORE: storeDirectory, DSN: dsn } = process.env
const sdk = await import(SDK)
const { trackerOf } = await import(dsn ? './sentry.mjs' : './bugle.mjs')
const common = { release: 'shop@4.2.0', dist: '7', environment: 'staging' }
sdk.init(dsn ? { dsn, ...common } : { token, endpoint, storeDirectory, appId: 'com.example.shop', ...common })

const tracker = trackerOf(sdk)
await keepShop(tracker)
await tracker.flush(60_000)
if (process.argv[2] === 'crash') setTimeout(() => checkOut({}))
