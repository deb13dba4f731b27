/// <reference lib="dom" />
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { snippets } from '@bugle/presentation/snippet'
import type { Loader } from '@bugle/protocol'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Project } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf } from './issues.ts'
import { openStage } from './stage.ts'

// The snippet of the dashboard, in a page of another origin, on the day it is copied and after an upgrade of the server.

const stage = openStage('sdk-pinned', 'com.example.shop')
const upgraded = fileURLToPath(
  new URL(`../../apps/server/node_modules/.cache/upgraded-${process.pid}`, import.meta.url),
)
const pages = new Map<string, string>()
let site: Server

beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    const page = pages.get(url)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  site?.close()
  rmSync(upgraded, { recursive: true, force: true })
})

describeWithTool(chromiumTool, 'a page with the snippet of the dashboard', (chromium) => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium(chromium)
  })

  afterAll(() => browser?.close())

  /** Publishes a page with the snippet for the loader that the server names now. */
  async function publish(path: string, project: Project): Promise<Loader> {
    const loader = (await (await fetch(`${stage.server.url}/api/sdk/loader`)).json()) as Loader
    const { text } = snippets.find(({ name }) => name === 'Web page')!
    const app = { platform: 'web', app_id: project.app_id } as const
    pages.set(path, `<!doctype html><title>Shop</title>${text(stage.server.url, app, project.ingestToken, loader)}`)
    return loader
  }

  /** Opens a page whose requests to the server can be answered otherwise; `scripts` are those that it asked for. */
  async function open(path: string, change: Record<string, string> = {}) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const scripts: string[] = []
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    for (const [pattern, addition] of Object.entries(change))
      await page.route(pattern, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()) + addition })
      })
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`)
    return { page, scripts, said, close: () => context.close() }
  }

  it('runs the very bytes of its day, for as long as it is published', async () => {
    const project = await stage.newProject('pinned')
    const first = await publish('/first', project)
    const visit = await open('/first')
    await issuesOf(stage.account, project, 1, 1)
    expect(visit.scripts).toEqual([first.path, expect.stringMatching(/^\/sdk\/bugle\.[0-9a-f]{12}\.js$/)])
    await visit.close()

    await stage.server.stop()
    upgrade()
    stage.server.build = join(upgraded, 'dist')
    stage.server.start()
    await stage.server.ready()

    const second = await publish('/second', project)
    expect(second).not.toEqual(first)
    const later = await open('/first')
    await issuesOf(stage.account, project, 1, 2)
    expect(later.scripts).toEqual(visit.scripts)
    expect(await isUpgraded(later.page)).toBe(false)
    await later.close()
    for (const path of visit.scripts) {
      for (const encoding of ['br', 'identity']) {
        const response = await fetch(stage.server.url + path, { headers: { 'accept-encoding': encoding } })
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'access-control-allow-origin': '*',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        })
        expect(hashIn(path)).toBe(sha256(await response.text()))
      }
    }

    const newer = await open('/second')
    await issuesOf(stage.account, project, 1, 3)
    expect(newer.scripts).not.toEqual(visit.scripts)
    expect(await isUpgraded(newer.page)).toBe(true)
    await newer.close()
    expect((await fetch(`${stage.server.url}/sdk/loader.000000000000.js`)).status).toBe(404)
  })

  it('runs no file that was changed on its way', async () => {
    const { path } = await publish('/changed', await stage.newProject('changed'))
    const addition = '\n;globalThis.isChanged = true'
    const loader = await open('/changed', { [`**${path}`]: addition })
    await expect.poll(() => loader.said.join('\n')).toContain(path)
    await expect.poll(() => loader.said.join('\n')).toMatch(/integrity/)
    expect(await loader.page.evaluate('[typeof globalThis.Bugle, globalThis.isChanged]')).toEqual([
      'undefined',
      undefined,
    ])
    await loader.close()

    const whole = await open('/changed', { '**/sdk/bugle.*.js': addition })
    await expect.poll(() => whole.said.join('\n')).toMatch(/integrity/)
    // The loader keeps what it has collected, for nobody.
    expect(await whole.page.evaluate('[typeof Bugle.early, globalThis.isChanged]')).toEqual(['object', undefined])
    await whole.close()
  })
})

const isUpgraded = (page: Page) => page.evaluate('globalThis.isUpgraded === true')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const hashIn = (path: string) => /\.([0-9a-f]{12})\.js$/.exec(path)?.[1]

/** Copies the build, with other scripts under their own names in place of the former ones, as a new version has them. */
function upgrade(): void {
  for (const name of ['dist', 'package.json'])
    cpSync(join(stage.server.build, '..', name), join(upgraded, name), { recursive: true })
  const directory = join(upgraded, 'dist/sdk')
  const [whole, loader] = ['bugle', 'loader'].map(
    (name) => readdirSync(directory).find((file) => new RegExp(`^${name}\\.[0-9a-f]{12}\\.js$`).test(file))!,
  ) as [string, string]
  const text = `globalThis.isUpgraded = true;\n${readFileSync(join(directory, whole), 'utf8')}`
  const file = `bugle.${sha256(text)}.js`
  const digest = createHash('sha384').update(text).digest('base64')
  const old = readFileSync(join(directory, loader), 'utf8')
  const loading = old.replace(whole, file).replace(/sha384-[A-Za-z0-9+/]+=*/, `sha384-${digest}`)
  for (const name of [whole, loader]) for (const suffix of ['', '.br', '.gz']) rmSync(join(directory, name + suffix))
  for (const [name, content] of [
    [file, text],
    [`loader.${sha256(loading)}.js`, loading],
  ] as const) {
    writeFileSync(join(directory, name), content)
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(content))
  }
}
