/** Runs in the browser on navigation from another page. */
export function clientLoader() {
  const basket = {}
  return basket.items.length
}

export default function Basket() {
  return <p>Your basket</p>
}
