import { snippets } from './source.ts'

/** Source around some calls of the shop, by file and line. `>` marks the line that ran. */
export const webShopSource = snippets({
  'cart/totals.js:48': `
/** Price of a cart line, after its discount. */
export function lineTotal(line, products) {
  const product = products.get(line.sku)
  // A gift costs nothing, and is no product.
  if (line.isGift) return 0
> return line.quantity * product.price * (1 - discountOf(line))
}

export function cartTotal(cart, products) {
  return cart.lines.map((line) => lineTotal(line, products)).reduce((sum, next) => sum + next, 0)
}`,
  'cart/cart-summary.js:21': `
export function CartSummary({ cart, products, shipping }) {
  const { currency } = useCountry()
  const isEmpty = cart.lines.length === 0
  if (isEmpty) return <EmptyCart />

> const totals = cart.lines.map((line) => lineTotal(line, products))
  const subtotal = totals.reduce((sum, next) => sum + next, 0)
  return (
    <aside className="summary">
      <Price value={subtotal + shipping.price} currency={currency} />`,
  'runtime/load-chunk.js:33': `
async function loadChunk(id, tries = 2) {
  const url = chunkUrls[id]
  const script = document.createElement('script')
  script.src = url
  const outcome = await settled(script)
> if (outcome.type === 'error') throw new ChunkLoadError(id, url)
  loaded.add(id)
}`,
  'checkout/submit.js:31': `
  async function submit(event) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    track('checkout', { step: 'pay', method: method.id })
>   const order = await placeOrder(cart, method)
    navigate(\`/orders/\${order.number}?thanks=1\`)
  }

  return (
    <form onSubmit={submit}>`,
  'api/http.js:19': `
export async function unwrap(response, { method, path }) {
  if (response.ok) return response.status === 204 ? undefined : response.json()
  // Our own error body says more than the status.
  const problem = await response.json().catch(() => ({}))
  const text = \`\${method} \${path} failed with status \${response.status}\`
> throw new HttpError(text, { status: response.status, code: problem.code })
}`,
  'checkout/shipping-rates.js:26': `
export function useShippingRates(address) {
  const [rates, setRates] = useState([])
  const [chosen, setChosen] = useState(null)

  useEffect(() => {
>   setChosen(cheapest(rates) ?? { ...standard, price: estimate(address) })
  })

  useEffect(() => {
    void ratesFor(address).then(setRates)
  }, [address.postcode])`,
  'search/facet-list.js:14': `
export function FacetList({ result, onToggle }) {
  const { facets } = result
  return (
    <nav aria-label="Filters">
>     {facets.map((facet) => (
        <Facet key={facet.name} {...facet} onToggle={onToggle} />
      ))}
    </nav>
  )`,
})
