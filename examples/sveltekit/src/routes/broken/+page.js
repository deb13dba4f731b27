/** Runs in the browser when somebody comes from another page. */
export function load() {
  const cart = {}
  return { count: cart.items.length }
}
