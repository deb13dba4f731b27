import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

/** Source of a program that fails inside a function whose name a bundler removes. */
export const shopSource = `export class Cart {
  constructor(private readonly prices: number[]) {}
  total(): number {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + price)
  }
}
`

/** The line of `shopSource` that throws. */
export const failingLine = 4

const settings = `{ token: '__TOKEN__', endpoint: '__ENDPOINT__', appId: 'com.example.shop' }`

export interface Settings {
  token: string
  endpoint: string
  /** The program's release; without one, debug ids alone lead to the maps. */
  release?: string
}

const filled = (code: string, { token, endpoint, release }: Settings) =>
  code
    .replace('__TOKEN__', token)
    .replace('__ENDPOINT__', endpoint)
    .replace("'com.example.shop' }", `'com.example.shop'${release === undefined ? '' : `, release: '${release}'`} }`)

/** Writes the sources of a Node program; its entry reports the error of `shop.ts`. */
function writeNodeProgram(folder: string, given: Settings): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'shop.ts'), shopSource)
  const main = `import { captureException, flush, init } from '@bugle/node'
import { Cart } from './shop'
init({ ...${settings}, storeDirectory: false })
try {
  new Cart([]).total()
} catch (error) {
  captureException(error)
}
await flush(60_000)
`
  writeFileSync(join(folder, 'main.ts'), filled(main, given))
  return join(folder, 'main.ts')
}

/** Builds the Node program with esbuild, minified, into `dist/main.mjs`; the SDK stays outside, as in most servers. */
export async function buildNodeProgram(folder: string, given: Settings): Promise<string> {
  const entry = writeNodeProgram(folder, given)
  const outfile = join(folder, 'dist/main.mjs')
  await esbuild({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    sourcemap: true,
    platform: 'node',
    format: 'esm',
    external: ['@bugle/node'],
  })
  return outfile
}

/** Writes the Node program for TypeScript's own compiler, with a configuration. */
export function writeCompiledProgram(folder: string, given: Settings, configuration: string): void {
  const entry = writeNodeProgram(join(folder, 'src'), given)
  // Node wants the endings of files.
  writeFileSync(entry, readFileSync(entry, 'utf8').replace("'./shop'", "'./shop.js'"))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), configuration)
}

/** Writes a page that fails when its button is clicked. */
export function writePage(folder: string, given: Settings): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'shop.ts'), shopSource)
  const main = `import { init } from '@bugle/browser'
import { Cart } from './shop'
init(${settings})
document.querySelector('button')!.onclick = () => new Cart([]).total()
document.documentElement.dataset.ready = ''
`
  writeFileSync(join(folder, 'main.ts'), filled(main, given))
  const html = '<!doctype html><title>Shop</title><button>Pay</button><script type="module" src="/main.ts"></script>'
  writeFileSync(join(folder, 'index.html'), html)
}

/** Builds the page with Vite into `dist`. */
export async function buildPage(folder: string, given: Settings): Promise<string> {
  writePage(folder, given)
  await vite({ root: folder, configFile: false, logLevel: 'error', build: { sourcemap: true, modulePreload: false } })
  return join(folder, 'dist')
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.map': 'application/json' }

/** Serves a folder, as a web server would; returns its address. */
export async function serveFolder(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    try {
      response.setHeader('content-type', types[extname(file)] ?? 'text/plain')
      response.end(readFileSync(file))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
