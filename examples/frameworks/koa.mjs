/** An order desk on Koa that reports to Bugle. It prints its port. */
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleKoa } from '@bugle/node/koa'
import Router from '@koa/router'
import Koa from 'koa'

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

const router = new Router()
router.get('/ok', (context) => {
  context.body = { ok: true }
})
router.get('/closed', (context) => context.throw(403, 'closed'))

const api = new Router()
api.get('/orders/:id', (context) => findOrder(context.params.id))
api.post('/orders', async (context) => {
  let text = ''
  for await (const chunk of context.req) text += chunk
  context.body = priceOf(JSON.parse(text))
})
router.use('/api', api.routes())

const app = new Koa()
app.use(async (context, next) => {
  try {
    await next()
  } catch (error) {
    context.status = error.status ?? 500
    context.body = { error: error.message }
  }
})
app.use(bugleKoa())
app.use(router.routes())

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))

process.once('SIGTERM', async () => {
  server.close()
  await close(60_000)
})
