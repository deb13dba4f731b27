/** Runs in the browser on navigation from another page. */
export function load() {
  const cart = {}
  return { count: cart.items.length }
}
