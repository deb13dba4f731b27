import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UploadResponse } from '@bugle/protocol'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { type Account, listIssues, type Project } from '../harness/account.ts'
import { pause } from '../harness/built-server.ts'

/** Sources of a shop: `cart.ts` throws, called by a library that has a file of its own. */
const sources = {
  'cart.ts': `export interface Item {
  price: number
  amount: number
}

/** Sums up a cart. */
export function totalOf(items: Item[]): number {
  let total = 0
  for (const item of items) {
    if (item.amount < 0) throw new RangeError('An amount is negative')
    total += item.price * item.amount
  }
  return total
}
`,
  'checkout.ts': `import { type Item, totalOf } from './cart'

export class Checkout {
  readonly #items: Item[]

  constructor(items: Item[]) {
    this.#items = items
  }

  pay(): number {
    try {
      return totalOf(this.#items)
    } catch (cause) {
      throw new Error('The payment failed', { cause })
    }
  }
}
`,
  'main.ts': `import { init } from '@bugle/browser'
import { Checkout } from './checkout'

declare const page: { token: string; endpoint: string; release: string; library: { onClick(act: () => void): void } }
const { token, endpoint, release, library } = page
init({ token, endpoint, release, appId: 'com.example.shop' })
library.onClick(() => {
  new Checkout([{ price: 3, amount: -1 }]).pay()
})
`,
  'library.ts': `function dispatch(act: () => void) {
  act()
}

function later(act: () => void) {
  dispatch(act)
}

Object.assign(Object(Reflect.get(globalThis, 'page')), {
  library: { onClick: (act: () => void) => document.addEventListener('click', () => later(act)) },
})
`,
}

export interface Shop {
  url: string
  /** Source maps by the name of their file. */
  maps: { 'app.js.map': string; 'library.js.map': string }
  /** Opens the page of a release in Chromium and clicks, which throws and reports; returns the issue. */
  crash: (browser: Browser, account: Account, project: Project, release: string) => Promise<string>
  close: () => void
}

/** Builds the shop as a customer would, minified by esbuild, and serves it. */
export async function serveShop(): Promise<Shop> {
  const directory = mkdtempSync(join(fileURLToPath(new URL('../../node_modules', import.meta.url)), '.shop-'))
  const built = await buildAll(directory).finally(() => rmSync(directory, { recursive: true }))
  const fileOf = (name: string) => built.find(({ path }) => path.endsWith(`/${name}`))!.text
  const page = { token: '', endpoint: '', release: '' }
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice('/assets/'.length)
    const isPage = request.url === '/'
    if (!isPage && !built.some(({ path }) => path.endsWith(`/${name}`))) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': `${isPage ? 'text/html' : 'text/javascript'}; charset=utf-8` })
    response.end(isPage ? pageOf(page) : fileOf(name))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    maps: { 'app.js.map': fileOf('app.js.map'), 'library.js.map': fileOf('library.js.map') },
    crash: async (browser, account, project, release) => {
      Object.assign(page, { token: project.ingestToken, endpoint: account.url, release })
      const customer = await browser.newPage()
      await customer.goto(url)
      const sent = customer.waitForResponse(
        (response) => response.url().endsWith('/ingest') && response.status() === 202,
      )
      await customer.mouse.click(10, 10)
      await sent
      await customer.close()
      for (;;) {
        const issue = (await listIssues(account, project)).find(({ last_release }) => last_release === release)
        if (issue !== undefined) return issue.id
        await pause(50)
      }
    },
    close: () => server.close(),
  }
}

async function buildAll(directory: string): Promise<{ path: string; text: string }[]> {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(directory, name), text)
  const { outputFiles } = await build({
    absWorkingDir: directory,
    entryPoints: { app: 'main.ts', library: 'library.ts' },
    outdir: 'dist',
    bundle: true,
    minify: true,
    sourcemap: 'external',
    write: false,
    logLevel: 'error',
  })
  return outputFiles
}

function pageOf(page: object): string {
  const scripts = ['library', 'app'].map((name) => `<script src="/assets/${name}.js"></script>`).join('')
  return `<!doctype html><title>Shop</title><script>page = ${JSON.stringify(page)}</script>${scripts}`
}

/** Uploads a source map by the API, as the command line does, and waits until it is indexed. */
export async function uploadMap(
  { url, token }: Account,
  project: Project,
  map: { name: string; text: string; release: string },
): Promise<void> {
  const form = new FormData()
  form.append('release', map.release)
  form.append('url', `~/assets/${map.name.replace(/\.map$/, '')}`)
  form.append('file', new Blob([map.text]), map.name)
  const headers = { authorization: `Bearer ${token}` }
  const path = `${url}/api/projects/${project.id}/artifacts` as const
  const response = await fetch(path, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
  const { files } = (await response.json()) as UploadResponse
  for (;;) {
    const { artifact } = (await (await fetch(`${path}/${files[0]!.artifact_id}`, { headers })).json()) as {
      artifact: { state: string }
    }
    if (artifact.state !== 'indexing') return
    await pause(50)
  }
}
