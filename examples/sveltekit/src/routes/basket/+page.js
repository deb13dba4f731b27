/** Runs in the browser on navigation from another page. */
export function load() {
  const basket = {}
  return { count: basket.items.length }
}
