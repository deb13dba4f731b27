import { withBugle } from '@bugle/node/next'

const priceOf = (order) => order.lines.length

/** A handler of the pages router. */
export default withBugle((request, response) => {
  response.json(priceOf({ sku: request.query.sku }))
}, '/api/price')
