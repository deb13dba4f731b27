import { findOrder } from '../../shared/orders.js'

export function GET({ params }) {
  return Response.json(findOrder(params.id))
}
