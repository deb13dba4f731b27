import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { build } from 'vite'

export interface Site {
  url: string
  /** Where `/relay` forwards events. */
  relayTo: string
  close(): void
}

/** The debug id that a build step would write into the bundle of `/marked.html`. */
export const debugId = '7f1d2c3b-0000-4000-8000-0123456789ab'
const mark = `(globalThis.__bugleDebugIds ??= {})[new Error().stack] = '${debugId}';`

/** Pages of one script each, with an element to render into. */
const apps = ['react', 'vue', 'svelte']
const app = (name: string) =>
  `<!doctype html><title>${name}</title><div id="app"></div><script type="module" src="/${name}.js"></script>`

/**
 * The example pages, built and minified by Vite as a customer would, on an origin of their own with a strict policy.
 */
export async function serveSite(directory: string): Promise<Site> {
  const shop = readFileSync(join(directory, 'browser/index.html'), 'utf8')
  writeFileSync(join(directory, 'browser/docs.js'), linesOfDocs())
  const bundles = await built(directory, ['shop', 'docs', ...apps])
  const files = new Map<string, string>([
    ['/index.html', shop],
    ['/auto.html', shop.replace('</html>', `${auto}</html>`)],
    ['/marked.html', shop.replace('shop.js', 'marked.js')],
    ['/marked.js', mark + bundles.get('/shop.js')],
    ['/situations.js', readFileSync(new URL('situations.mjs', import.meta.url), 'utf8')],
    ['/auto.js', autoScript],
    ['/elsewhere.js', elsewhere],
    ['/worker.js', worker],
    ['/other.html', '<!doctype html><title>Elsewhere</title>'],
    ['/early.js', readFileSync(join(directory, 'browser/early.js'), 'utf8')],
    ...apps.map((name) => [`/${name}.html`, app(name)] as const),
    ...['loader.js', 'bugle.js'].map((name) => [`/bugle/${name}`, scriptOf(directory, name)] as const),
    ...bundles,
  ])
  const { relay } = await import(join(directory, 'browser/relay.mjs'))
  const site = { url: '', relayTo: '', close: () => void server.close() }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    if (pathname.startsWith('/relay/ingest')) return void relay(request, response, site.relayTo)
    const file = pathname === '/' ? '/index.html' : pathname
    const body = filled[file]?.(searchParams, files.get(file) ?? '') ?? files.get(file)
    if (body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': `${file.endsWith('.js') ? 'text/javascript' : 'text/html'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; script-src 'self' http://localhost:*; connect-src *",
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

const scriptOf = (directory: string, name: string) =>
  readFileSync(join(directory, 'node_modules/@bugle/browser/script', name), 'utf8')

async function built(directory: string, names: string[]): Promise<Map<string, string>> {
  const result = await build({
    root: join(directory, 'browser'),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'svelte',
        transform: (code, id) =>
          id.endsWith('.svelte') ? compile(code, { filename: id, generate: 'client' }).js : undefined,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(directory, 'browser', `${name}.js`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const [bundle] = [result].flat() as { output: { type: string; fileName: string; code: string }[] }[]
  const chunks = bundle!.output.filter(({ type }) => type === 'chunk')
  return new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]))
}

/** Project-specific settings: of the loader, or in the documentation's example. */
const filled: Record<string, (settings: URLSearchParams, text: string) => string> = {
  '/early.html': (settings) => `${scriptPage(settings)}<script src="/early.js"></script>`,
  '/script.html': scriptPage,
  '/docs.html': (settings) => `<!doctype html><script type="module" src="/docs.js?${settings}"></script>`,
  '/docs.js': (settings, text) =>
    text
      .replace(/bgl_live_(?:…|\\u2026)/, settings.get('token') ?? '')
      .replace('https://bugle.example.com', settings.get('endpoint') ?? ''),
}

function scriptPage(settings: URLSearchParams): string {
  const data = [...settings].map(([name, value]) => ` data-${name}="${value}"`).join('')
  return `<!doctype html><title>Script</title>
<script src="/bugle/loader.js" data-app-id="com.example.shop" data-release="shop@4.2.0"${data}></script>`
}

/** The first example of the documentation page, verbatim. */
function linesOfDocs(): string {
  return /```js\n(.*?)```/s.exec(readFileSync(new URL('../../docs/sdk-browser.md', import.meta.url), 'utf8'))![1]!
}

/** Loaded from `localhost`, another origin than the page's: browsers hide its errors. */
const elsewhere = `{
  const heard = (globalThis.heard = [])
  const fail = (name) => { throw new RangeError(name) }
  const target = new EventTarget()
  const listener = { name: 'object', handleEvent() { fail(this.name + ' ' + (this === listener)) } }
  const never = () => heard.push('removed')
  const once = () => heard.push('once')
  setTimeout((a, b) => fail('timer ' + a + b), 0, 1, 2)
  const interval = setInterval(() => { clearInterval(interval); fail('interval') })
  requestAnimationFrame((time) => fail('frame ' + typeof time))
  target.addEventListener('x', function (event) { fail('listener ' + (this === target) + ' ' + event.type) })
  target.addEventListener('x', listener)
  target.addEventListener('x', never)
  target.removeEventListener('x', never)
  target.addEventListener('x', once)
  target.addEventListener('x', once)
  const request = new XMLHttpRequest()
  request.onload = onload
  function onload() { fail('request ' + (this === request) + ' ' + (request.onload === onload)) }
  request.open('GET', '/other.html')
  request.send()
  const button = document.createElement('button')
  button.onclick = () => fail('click')
  button.click()
  target.dispatchEvent(new Event('x'))
  setTimeout(() => { throw 'a text' })
}`

const worker = `console.warn = (text) => postMessage(text)
importScripts('/bugle/bugle.js')
Bugle.init({ token: 'x', endpoint: 'http://127.0.0.1:1', appId: 'com.example.shop' })`

/** Acts as a visitor in a browser that no test can drive. */
const auto = '<script type="module" src="/auto.js"></script>'
const autoScript = `addEventListener('unhandledrejection', () => setTimeout(() => location.assign('/other.html')))
for (const id of ['pay', 'catch', 'loop', 'reject']) document.getElementById(id).click()`
