/** An order desk on Express that reports to Bugle. It prints its port. */
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleErrors, bugleRequests } from '@bugle/node/express'
import express from 'express'

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

const app = express()
app.use(bugleRequests())
app.use(express.json())
app.get('/ok', (_, response) => response.json({ ok: true }))
app.get('/closed', () => {
  throw Object.assign(new Error('closed'), { status: 403 })
})

const api = express.Router()
api.get('/orders/:id', async (request) => findOrder(request.params.id))
api.post('/orders', (request, response) => response.json(priceOf(request.body)))
app.use('/api', api)

app.use(bugleErrors())
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ error: error.message }))

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))

process.once('SIGTERM', async () => {
  server.close()
  await close(60_000)
})
