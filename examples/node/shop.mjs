/**
 * A small order desk that reports to Bugle. Run it with
 *
 *   BUGLE_TOKEN=bgl_live_… BUGLE_ENDPOINT=http://127.0.0.1:8080 node shop.mjs [crash | reject | exit | loop]
 */
import http from 'node:http'
import { addBreadcrumb, captureException, captureMessage, init, setTag, setUser, withScope } from '@bugle/node'

init({
  token: process.env.BUGLE_TOKEN,
  endpoint: process.env.BUGLE_ENDPOINT,
  appId: 'com.example.desk',
  release: 'desk@1.4.0',
  environment: 'staging',
  storeDirectory: process.env.BUGLE_STORE,
  // This program may take its time when the network is slow.
  exitTimeoutMs: 60_000,
})
/** Data that must never leave this program. */
const customer = { card: '4111 1111 1111 1111', password: 'hunter2' }

setUser({ id: 'anon-7' })
setTag('region', 'eu')

class StockError extends Error {
  constructor(message, options) {
    super(message, options)
    this.code = 'E_STOCK'
  }
}

function readShelf(sku) {
  return { 'A-17': undefined }[sku].count
}

function reserve(sku) {
  try {
    return readShelf(sku)
  } catch (cause) {
    throw new StockError(`No stock for ${sku}`, { cause })
  }
}

async function handleOrder(id) {
  await withScope(async (scope) => {
    scope.setTag('order', id)
    scope.setContext('order', { id, items: 2, card_number: customer.card })
    addBreadcrumb({ category: 'order', message: `took order ${id}` })
    await new Promise((resolve) => setImmediate(resolve))
    try {
      reserve('A-17')
    } catch (error) {
      captureException(error, { extra: { sku: 'A-17', password: customer.password } })
      captureException(error) // the same object: reported once
    }
  })
}

/** Makes some requests, so that breadcrumbs precede the error. */
async function lookUpPrice() {
  const server = http.createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const shelf = `http://127.0.0.1:${server.address().port}`
  await new Promise((resolve) =>
    http.get(`${shelf}/price?key=hidden`, (response) => response.resume().on('end', resolve)),
  )
  const headers = { Authorization: 'Bearer hidden', Cookie: 'sid=hidden', Connection: 'close' }
  await fetch(`${shelf}/quote?key=hidden`, { method: 'POST', headers, body: 'hidden' })
  server.close()
}

console.log('desk is open')
await lookUpPrice()
await Promise.all([handleOrder(1), handleOrder(2)])

switch (process.argv[2]) {
  case 'crash':
    setTimeout(() => {
      throw new TypeError('the desk fell over')
    })
    break
  case 'reject':
    void Promise.reject(new RangeError('nobody waits for this'))
    break
  case 'exit':
    captureException(new Error('giving up'))
    process.exit(3)
    break
  case 'loop':
    for (let i = 0; i < 500; i += 1) captureException(new SyntaxError('again and again'))
    break
  default:
    captureMessage('desk is closed', 'warning')
}
