import { createApp } from './app.js'
import { createRouter } from './router.js'

const app = createApp({ name: 'shop' })
const router = createRouter()
router.get('/users', (request, next) => next(request))
router.get('/users', (request) => request.user.name)
router.get('/orders', async (request) => {
  const total = await app.total(request.ids)
  return { total }
})

app.use(function logger(request, next) {
  request.log = []
  return next(request)
})
app.use(router.handle)

for (const request of [{ path: '/users' }, { path: '/orders', ids: [1, 2] }, { path: '/none' }]) {
  await app.receive(request).catch((error) => report(error))
}
