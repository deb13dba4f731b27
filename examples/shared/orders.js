class OrderError extends Error {
  name = 'OrderError'
}

/** Fails for every order. */
export function findOrder(id) {
  throw new OrderError(`order ${id} is stuck`)
}
