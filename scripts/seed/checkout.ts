import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { origin } from './web-shop-parts.ts'

// The checkout of the shop as its customers get it: bundled and minified, with a source map that only Bugle gets. It runs here once, so that
// the stacks of its errors are those that a browser prints.

const sources: Record<string, string> = {
  'src/api/http.ts': `export class HttpError extends Error {
  override name = 'HttpError'

  constructor(
    message: string,
    readonly status: number,
    readonly code?: string,
  ) {
    super(message)
  }
}

/** Returns the body of a response, or throws what our API says about the failure. */
export async function unwrap(response: Response, method: string, path: string): Promise<unknown> {
  if (response.ok) return response.status === 204 ? undefined : response.json()
  // Our own error body says more than the status.
  const problem = await response.json().catch(() => ({}))
  const text = \`\${method} \${path} failed with status \${response.status}\`
  throw new HttpError(text, response.status, problem.code)
}

export async function request(method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(path, { method, body: JSON.stringify(body) })
  return unwrap(response, method, path)
}
`,
  'src/api/orders.ts': `import { request } from './http'
import type { Reservation } from '../checkout/place-order'

/** Turns reservations into an order; the same number twice is one order. */
export async function createOrder(reservation: Reservation, payment: string): Promise<{ number: string }> {
  const { number, lines } = reservation
  const order = await request('POST', '/api/orders', { number, lines, payment })
  return order as { number: string }
}
`,
  'src/checkout/place-order.ts': `import { createOrder } from '../api/orders'

export interface Reservation {
  number: string
  lines: { sku: string; quantity: number }[]
  isOrdered: boolean
}

class CheckoutError extends Error {
  override name = 'CheckoutError'
}

/** Pays for what is reserved, and orders it. */
export async function placeOrder(reservation: Reservation, pay: () => Promise<string>): Promise<string> {
  const { number } = reservation
  try {
    const payment = await pay()
    const order = await createOrder(reservation, payment)
    reservation.isOrdered = true
    return order.number
  } catch (cause) {
    throw new CheckoutError(\`Order \${number} could not be placed\`, { cause })
  } finally {
    // Goods that were not ordered are for sale again.
    if (!reservation.isOrdered) release(reservation)
  }
}

function release({ lines }: Reservation): void {
  for (const line of lines) navigator.sendBeacon('/api/stock/release', line.sku)
}
`,
  'src/checkout/payment-step.ts': `import { placeOrder, type Reservation } from './place-order'

interface Step {
  reservation: Reservation
  pay: () => Promise<string>
  setBusy: (isBusy: boolean) => void
  navigate: (path: string) => void
}

/** Places the order when somebody clicks on «Pay», once. */
export async function onPayClick({ reservation, pay, setBusy, navigate }: Step): Promise<void> {
  setBusy(true)
  try {
    const number = await placeOrder(reservation, pay)
    navigate(\`/orders/\${number}?thanks=1\`)
  } finally {
    setBusy(false)
  }
}
`,
  'src/checkout.ts': `import { onPayClick } from './checkout/payment-step'

Object.assign(globalThis, { onPayClick })
`,
}

/** The name of the built file, for each release; see the slots of events. */
export const builtFile = 'assets/checkout.{hash}.js'

export interface Checkout {
  /** Stack of an order that the API refuses, and that of its cause. */
  stack: string
  causeStack: string
  map: string
}

/** Builds the checkout and lets it fail. */
export async function buildCheckout(): Promise<Checkout> {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-checkout-'))
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  const { outputFiles } = await build({
    absWorkingDir: directory,
    entryPoints: ['src/checkout.ts'],
    outdir: 'assets',
    bundle: true,
    minify: true,
    sourcemap: 'external',
    write: false,
  }).finally(() => rmSync(directory, { recursive: true }))
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text
  const failed = await failOnce(textOf('.js'))
  return {
    stack: ofShop(failed),
    causeStack: ofShop(failed.cause as Error),
    map: textOf('.map'),
  }
}

/** Runs the built code in a page whose API responds with 500. */
async function failOnce(code: string): Promise<Error> {
  const page: Record<string, unknown> = {
    fetch: async () => ({ ok: false, status: 500, json: async () => ({ code: 'out_of_stock' }) }),
    navigator: { sendBeacon: () => true },
  }
  runInNewContext(code, page, { filename: `${origin}/${builtFile}` })
  const pay = page.onPayClick as (step: object) => Promise<void>
  const reservation = { number: '{order}', lines: [{ sku: 'SKU-20417', quantity: 2 }], isOrdered: false }
  const step = { reservation, pay: async () => 'pay_1', setBusy: () => {}, navigate: () => {} }
  return pay(step).then(
    () => {
      throw new Error('the order was placed')
    },
    (error: Error) => error,
  )
}

/** The stack without the frames of this script. */
function ofShop({ stack = '' }: Error): string {
  const [head, ...frames] = stack.split('\n')
  return [head, ...frames.filter((frame) => frame.includes(origin))].join('\n')
}
