/** An order desk on Fastify that reports to Bugle. It prints its port. */
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleFastify } from '@bugle/node/fastify'
import fastify from 'fastify'

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

const app = fastify()
app.register(bugleFastify)
app.setErrorHandler((error, _, reply) => reply.code(error.statusCode ?? 500).send({ error: error.message }))
app.get('/ok', async () => ({ ok: true }))
app.get('/closed', () => {
  throw Object.assign(new Error('closed'), { statusCode: 403 })
})
app.register(
  async (api) => {
    api.get('/orders/:id', (request) => findOrder(request.params.id))
    api.post('/orders', async (request) => priceOf(request.body))
  },
  { prefix: '/api' },
)

await app.listen({ host: '127.0.0.1', port: 0 })
const { server } = app
console.log(server.address().port)

process.once('SIGTERM', async () => {
  server.close()
  await close(60_000)
})
