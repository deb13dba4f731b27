/** An order desk on Hono that reports to Bugle. It prints its port. */
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleHono } from '@bugle/node/hono'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

init({
  token: process.env.BUGLE_TOKEN,
  endpoint: process.env.BUGLE_ENDPOINT,
  appId: 'com.example.desk',
  storeDirectory: process.env.BUGLE_STORE,
  enabled: process.env.BUGLE_ENABLED !== 'no',
})

class OrderError extends Error {}

async function findOrder(id) {
  addBreadcrumb({ category: 'order', message: `looking for ${id}` })
  await new Promise((resolve) => setTimeout(resolve, 20))
  throw new OrderError(`order ${id} is stuck`)
}

const priceOf = (order) => order.lines.length

const app = new Hono()
app.use(bugleHono())
app.get('/ok', (context) => context.json({ ok: true }))
app.get('/closed', () => {
  throw new HTTPException(403, { message: 'closed' })
})

const api = new Hono()
api.get('/orders/:id', (context) => findOrder(context.req.param('id')))
api.post('/orders', async (context) => context.json(priceOf(await context.req.json())))
app.route('/api', api)

app.onError((error, context) => context.json({ error: error.message }, error.status ?? 500))

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port))

process.once('SIGTERM', async () => {
  server.close()
  await close(60_000)
})
