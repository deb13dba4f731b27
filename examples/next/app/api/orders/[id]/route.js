import { addBreadcrumb } from '@bugle/node'
import { withBugle } from '@bugle/node/next'

/** Sets a name of its own: class names are lost in the build. */
class OrderError extends Error {
  name = 'OrderError'
}

async function findOrder(id) {
  addBreadcrumb({ category: 'order', message: `looking for ${id}` })
  await new Promise((resolve) => setTimeout(resolve, 20))
  throw new OrderError(`order ${id} is stuck`)
}

export const GET = withBugle(async (_request, { params }) => findOrder((await params).id), '/api/orders/[id]')
