import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, request } from '../harness/account.ts'
import type { Stage } from '../sdks/stage.ts'

const cart = `export class Cart {
  constructor(prices) {
    this.prices = prices
  }
  total() {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + price)
  }
}
`

/** Writes a program that reports the error of its cart; returns its folder. */
export function writeProgram({ host, server }: Stage, name: string, token: string): string {
  const folder = join(host.directory, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cart.js'), cart)
  const main = `import { captureException, flush, init } from '@bugle/node'
import { Cart } from './cart.js'
init({ token: '${token}', endpoint: '${server.url}', appId: 'com.example.shop', storeDirectory: false })
try {
  new Cart([]).total()
} catch (error) {
  captureException(error)
}
await flush(60_000)
`
  writeFileSync(join(folder, 'main.js'), main)
  return folder
}

/** Creates a token as a build has it. */
export async function apiTokenOf(account: Account): Promise<string> {
  const body = { name: 'build', scopes: ['artifact:write', 'project:read'] } as const
  return (await request(account, 'POST', '/api/me/api-tokens', body)).token
}
