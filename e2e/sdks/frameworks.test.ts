/// <reference lib="dom" />
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventView } from '@bugle/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { installRuntime, nodes } from '../../scripts/runtimes.mjs'
import { apiTokenOf } from '../bundler/programs.ts'
import { Terminal } from '../cli/terminal.ts'
import { pause } from '../harness/built-server.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { codeOfPage, writeCodeOfPage } from './code-of-page.ts'
import { Host } from './host.ts'
import { countsOf, issuesOf, latestOf } from './issues.ts'
import { openStage } from './stage.ts'

// The code of the pages in docs/frameworks, in apps that are installed and built as their users do: errors of server and
// browser arrive with route and with the line of source.

interface Framework {
  name: string
  /** The file's name in docs/frameworks, and the folder's in examples. */
  page: string
  /** Files whose code the page has. */
  files: string[]
  /** Folder for the code that the apps share. */
  shared: string
  /** Makes the app complete once it is installed. */
  prepare?: (app: App) => Promise<void>
  build: string[]
  /** Starts the built server; without it, files of a folder are served. */
  start?: string[]
  folder?: string
  /** Whether the command line uploads the maps, by the page's line. */
  uploads?: boolean
  /** Steps of a visitor, after the click that fails in the browser. */
  visit?: (page: Page, origin: string) => Promise<void>
  /** The issues at the end. */
  issues: string[]
  /** Facts of the newest event of an issue. */
  events: Record<string, string[]>
}

/** An installed app. */
interface App {
  host: Host
  directory: string
  env: Record<string, string>
}

const ofCart = 'shared/cart.js Cart.total:8'
const ofOrders = 'shared/orders.js findOrder:7'

const frameworks: Framework[] = [
  {
    name: 'SvelteKit',
    page: 'sveltekit',
    files: ['src/instrumentation.server.js', 'src/hooks.server.js', 'src/hooks.client.js', 'vite.config.js'],
    shared: 'src/shared',
    build: ['node_modules/vite/bin/vite.js', 'build'],
    start: ['build/index.js'],
    visit: followLinks,
    issues: ['OrderError 1', 'RangeError 1', 'TypeError 1'],
    events: {
      OrderError: ['GET /orders/7 /orders/[id]', ofOrders],
      RangeError: ['onerror', ofCart],
      TypeError: ['sveltekit', 'basket/+page.js load:4'],
    },
  },
  {
    name: 'React Router',
    page: 'react-router',
    files: ['bugle.mjs', 'app/entry.client.jsx', 'vite.config.js'],
    shared: 'app/shared',
    prepare: revealEntries,
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    start: ['--import', './bugle.mjs', 'node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
    visit: async (page, origin) => {
      expect(await statusOf(`${origin}/wishlists/ann?token=hidden`)).toBe(500)
      await followLinks(page, origin)
    },
    issues: ['OrderError 1', 'RangeError 1', 'TypeError 1', 'URIError 1'],
    events: {
      OrderError: ['GET /orders/7 orders/:id', ofOrders],
      RangeError: ['onerror', ofCart],
      TypeError: ['react-router', 'routes/basket.jsx clientLoader:4'],
      URIError: ['GET /wishlists/ann wishlists/:owner', 'routes/wishlist.jsx Wishlist:6'],
    },
  },
  {
    name: 'Astro',
    page: 'astro',
    files: ['src/middleware.js', 'src/components/Bugle.astro', 'astro.config.mjs'],
    shared: 'src/shared',
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    start: ['dist/server/entry.mjs'],
    visit: async (_, origin) => expect(await statusOf(`${origin}/basket`)).toBe(500),
    issues: ['OrderError 1', 'RangeError 1', 'TypeError 1'],
    events: {
      OrderError: ['GET /orders/7 /orders/[id]', ofOrders],
      RangeError: ['onerror', ofCart],
      TypeError: ['GET /basket /basket', 'pages/basket.astro <module>:3'],
    },
  },
  {
    name: 'Nuxt',
    page: 'nuxt',
    files: ['server/plugins/bugle.js', 'app/plugins/bugle.server.js', 'app/plugins/bugle.client.js', 'nuxt.config.js'],
    shared: 'app/shared',
    build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
    start: ['.output/server/index.mjs'],
    visit: async (_, origin) => {
      for (const path of ['/basket', '/wishlists/ann?token=hidden'])
        expect(await statusOf(`${origin}${path}`)).toBe(500)
    },
    issues: ['OrderError 1', 'RangeError 1', 'TypeError 1', 'URIError 1'],
    events: {
      OrderError: ['GET /orders/7 /orders/:id', ofOrders],
      RangeError: ['vue runtime-5', ofCart],
      TypeError: ['GET /basket /basket', 'pages/basket.vue _sfc_main.setup:3'],
      URIError: ['GET /wishlists/ann /wishlists/:owner', 'wishlists/[owner].vue _sfc_main.setup:3'],
    },
  },
  {
    name: 'Angular',
    page: 'angular',
    files: ['src/main.ts'],
    shared: 'src/shared',
    build: ['node_modules/@angular/cli/bin/ng.js', 'build'],
    folder: 'dist/shop/browser',
    uploads: true,
    issues: ['RangeError 1'],
    events: { RangeError: ['angular', ofCart] },
  },
  {
    name: 'Cloudflare Workers',
    page: 'cloudflare',
    files: ['src/worker.js', 'build.mjs'],
    shared: 'src/shared',
    build: ['build.mjs'],
    start: ['serve.mjs'],
    issues: ['OrderError 1'],
    events: { OrderError: ['GET /orders/7 /orders/:id', ofOrders] },
  },
]

/** Does `react-router reveal`, and adds the page's lines to the entry of the server. */
async function revealEntries({ host, directory, env }: App): Promise<void> {
  const args = ['node_modules/@react-router/dev/bin.cjs', 'reveal', 'entry.server', '--no-typescript']
  expect(await host.run(args, env, directory)).toMatchObject({ code: 0 })
  const { code } = codeOfPage('frameworks/react-router.md').get('app/entry.server')!
  appendFileSync(join(directory, 'app/entry.server.jsx'), code)
}

/** Goes to a page whose loading fails in the browser, and to a missing one. */
async function followLinks(page: Page, origin: string): Promise<void> {
  const follow = async (link: string) => {
    await page.goto(origin)
    await page.waitForSelector('html[data-ready]')
    await page.click(link)
    await page.waitForSelector('#failed')
  }
  await follow('#missing')
  // The browser that ends takes its requests along.
  await Promise.all([page.waitForResponse(/\/ingest$/), follow('#basket')])
}

const noTelemetry = { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' }

const stage = openStage('sdk-frameworks', 'com.example.shop')
const terminal = new Terminal()
let host: Host

beforeAll(() => {
  const node = installRuntime(nodes[1]!)
  if ('missing' in node) throw new Error(node.missing)
  host = new Host([node.path])
  // The bundler plugin's.
  host.lend('unplugin')
})

afterAll(() => {
  host?.remove()
  terminal.remove()
})

describeWithTool(chromiumTool, 'an app on', (chromium) => {
  describe.each(frameworks)('$name', (framework) => {
    it('reports errors of server and browser with route and source, by the code of its page', async ({ skip }) => {
      const { directory, missing } = host.app(framework.page)
      if (process.env.CI === 'true') expect(missing).toBeUndefined()
      if (missing !== undefined) return skip(`${framework.name} could not be installed: ${missing}`)
      const project = await stage.newProject(framework.name)
      const env = { BUGLE_TOKEN: await apiTokenOf(stage.account), NODE_ENV: 'production', CI: '1', ...noTelemetry }
      depend(directory)
      cpSync(fileURLToPath(new URL('../../examples/shared', import.meta.url)), join(directory, framework.shared), {
        recursive: true,
      })
      writeCodeOfPage(codeOfPage(`frameworks/${framework.page}.md`), framework.files, directory, {
        token: project.ingestToken,
        endpoint: stage.server.url,
        project: framework.name,
      })
      await framework.prepare?.({ host, directory, env })
      const built = await host.run(framework.build, env, directory)
      expect(built, built.stdout + built.stderr).toMatchObject({ code: 0 })

      if (framework.uploads) await upload(framework, directory, project.id)

      const site = await serve(framework, directory)
      try {
        if (framework.start !== undefined) expect(await statusOf(`${site.origin}/orders/7?token=hidden`)).toBe(500)
        expect(await statusOf(`${site.origin}/missing`)).toBe(404)
        if (framework.issues.includes('RangeError 1')) await visit(chromium, site.origin, framework)
        const issues = await issuesOf(stage.account, project, framework.issues.length)
        for (const [type, facts] of Object.entries(framework.events)) {
          const event = await symbolicated(() => latestOf(stage.account, issues, type))
          expect([type, ...factsOf(event)]).toEqual([type, ...facts])
          expect(JSON.stringify(event)).not.toContain('hidden')
        }
        expect(countsOf(await issuesOf(stage.account, project, framework.issues.length))).toEqual(framework.issues)
      } finally {
        await site.close()
      }
    })
  })
})

/** Runs the page's line that uploads the maps after the build. */
async function upload({ page }: Framework, directory: string, projectId: string): Promise<void> {
  const text = readFileSync(new URL(`../../docs/frameworks/${page}.md`, import.meta.url), 'utf8')
  const line = /^bugle sourcemaps .*$/m.exec(text)![0]
  const env = { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token, BUGLE_PROJECT: projectId }
  expect(await terminal.paste(line, { directory, env })).toMatchObject({ code: 0 })
}

/** Names our packages as dependencies, as `npm i` of their files does. */
function depend(directory: string): void {
  const file = join(directory, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const name of ['@bugle/node', '@bugle/browser']) manifest.dependencies[name] = '0.1.0'
  writeFileSync(file, JSON.stringify(manifest))
}

/** Uses the app as a visitor does whose payment fails. */
async function visit(chromium: string, origin: string, framework: Framework): Promise<void> {
  const browser = await launchChromium(chromium)
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    await page.waitForSelector('html[data-ready]')
    await Promise.all([page.waitForResponse(/\/ingest$/), page.click('button')])
    await framework.visit?.(page, origin)
    await page.close({ runBeforeUnload: true })
  } finally {
    await browser.close()
  }
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status
}

/** Runs the built app. */
async function serve({ start, folder }: Framework, directory: string) {
  if (start === undefined) return serveFolder(join(directory, folder!))
  const port = await freePort()
  const env = { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' }
  const program = host.start(start, env, directory)
  const origin = `http://127.0.0.1:${port}`
  let hasEnded = false
  void program.ended.then(() => (hasEnded = true))
  while (
    !(await fetch(origin).then(
      () => true,
      () => false,
    ))
  ) {
    if (hasEnded) throw new Error(`the app has ended: ${JSON.stringify(await program.ended)}`)
    await pause(50)
  }
  return {
    origin,
    close: async () => {
      program.stop('SIGKILL')
      await program.ended
    },
  }
}

async function serveFolder(folder: string) {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const site = createServer(({ url = '/' }, response) => {
    const file = url === '/' ? '/index.html' : url
    try {
      const body = readFileSync(join(folder, file))
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: async () => void site.close() }
}

/** The upload does not wait for its index. */
async function symbolicated(read: () => Promise<EventView>): Promise<EventView> {
  let event = await read()
  const isIndexing = () => event.exceptions[0]!.frames.some((one) => one.symbolication?.reason?.code === 'indexing')
  while (isIndexing()) {
    await pause(100)
    event = await read()
  }
  return event
}

/** The request or the mechanism, and the innermost frame of the app's own, in the source. */
function factsOf({ contexts, extra, mechanism, exceptions }: EventView): string[] {
  const { method, url, route } = (contexts.request ?? {}) as Record<string, string>
  const own = exceptions[0]!.frames.find(({ symbolication: one }) => one?.in_app)?.symbolication
  const place = own && `${own.file?.split('/').slice(-2).join('/')} ${own.function}:${own.line}`
  const how = [mechanism?.type, extra.where].filter(Boolean).join(' ')
  return [method === undefined ? how : `${method} ${url} ${route}`, place ?? JSON.stringify(exceptions)]
}
