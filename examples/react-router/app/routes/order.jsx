import { findOrder } from '../shared/orders.js'

export function loader({ params }) {
  return findOrder(params.id)
}

export default function Order() {
  return <p>Your order</p>
}
