/**
 * A Node program with three faults. It reports each as it happens, one per line of output: {"site", "line", "sent": the
 * event, "response": the response of ingest}.
 */
const { INGEST_URL, INGEST_TOKEN } = process.env
const breadcrumbs = []
const note = (category, message, data) =>
  breadcrumbs.push({ category, message, ts: Date.now(), ...(data ? { data } : {}) })

function readPrice(item) {
  return item.price.amount
}

function chargeOrder(order) {
  throw new RangeError(`Order ${order} exceeds the limit by ${order * 7} cents`)
}

class InventoryConflictError extends Error {
  name = 'InventoryConflictError'
}

async function reserve(sku) {
  await Promise.resolve()
  throw new InventoryConflictError(`SKU ${sku} is gone`, { cause: new Error('row was locked') })
}

note('lifecycle', 'program started')
note('http', 'GET /cart', { status_code: 200 })
await attempt('readPrice', () => readPrice({}))
for (const order of [1041, 77_120, 5]) {
  note('queue', `took order ${order}`)
  await attempt('chargeOrder', () => chargeOrder(order))
}
await attempt('reserve', () => reserve('A-17'))

async function attempt(site, action) {
  try {
    await action()
  } catch (error) {
    await report(site, error)
  }
}

async function report(site, error) {
  const sent = {
    exception_type: error.name,
    message: error.message,
    stack: error.stack,
    level: site === 'reserve' ? 'fatal' : 'error',
    release: 'worker@2.4.0',
    environment: 'staging',
    platform: 'node',
    app_id: 'com.example.programs',
    tags: { site, node: process.version, retried: false, attempt: 2 },
    user: { id: 'anon-42' },
    contexts: { os: { name: process.platform, version: process.version } },
    mechanism: { type: 'generic', handled: true },
    breadcrumbs: [...breadcrumbs],
    extra: { argv: process.argv.length, nested: { list: [1, 'two', null] } },
  }
  const response = await fetch(INGEST_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': INGEST_TOKEN },
    body: JSON.stringify(sent),
  })
  console.log(JSON.stringify({ site, sent, status: response.status, response: await response.json() }))
}
