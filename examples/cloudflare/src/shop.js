import { findOrder } from './shared/orders.js'

export function handle(request) {
  const { pathname } = new URL(request.url)
  const order = /^\/orders\/(\w+)$/.exec(pathname)
  if (order !== null) return Response.json(findOrder(order[1]))
  return pathname === '/' ? new Response('open') : new Response('not here', { status: 404 })
}
