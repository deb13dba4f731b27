/** An order desk on Hono that reports to Bugle. It prints its port. */
import { createServer } from 'node:http'
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleHono } from '@bugle/node/hono'
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

/** What @hono/node-server does, in a few lines. */
const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const { method, headers } = request
  const answer = await app.fetch(new Request(`http://${headers.host}${request.url}`, { method, headers, body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))

process.once('SIGTERM', async () => {
  server.close()
  await close(60_000)
})
