/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/tool.ts'
import { openInFirefox } from './firefox.ts'
import { Host } from './host.ts'
import { eventsOf, issuesOf, latestOf } from './issues.ts'
import { type Site, serveSite } from './site.ts'

describeWithTool('chromium', 'a page in Chromium', (chromium) => {
  let server: BuiltServer
  let account: Account
  let host: Host
  let browser: Browser
  let site: Site

  beforeAll(async () => {
    host = new Host()
    host.example('browser')
    host.lend('react', 'react-dom', 'vue', 'svelte')
    site = await serveSite(host.directory)
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    account = await register(server.url, 'sdk-browser')
    browser = await launchChromium(chromium)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.remove()
    host?.remove()
  })

  const newProject = (name: string) => createProject(account, name, 'com.example.shop')

  async function open(project: Project, endpoint = server.url, page?: Page, path = '/'): Promise<Page> {
    const opened = page ?? (await (await browser.newContext()).newPage())
    await opened.goto(`${site.url}${path}?visit=${Math.random()}#${project.ingestToken}@${endpoint}`)
    await opened.waitForSelector('html[data-ready]')
    return opened
  }

  it('reports what nobody catches, with what led up to it', async () => {
    const project = await newProject('uncaught')
    const page = await open(project)
    await page.click('#pay')
    const [issue] = await issuesOf(account, project, 1)
    expect(issue).toMatchObject({ type: 'TypeError', platform: 'web', count: 1, users: 1 })
    const event = await latestOf(account, [issue!], 'TypeError')
    expect(event).toMatchObject({
      level: 'error',
      release: 'shop@4.2.0',
      environment: 'staging',
      user_id: 'anon-42',
      tags: { plan: 'team' },
      mechanism: { type: 'onerror', handled: false },
      sdk: { name: '@bugle/browser' },
      contexts: { browser: { name: 'Chrome' }, os: { name: 'Linux' }, page: { url: `${site.url}/` } },
      trimmed: [],
    })
    const { frames } = event.exceptions[0]!
    expect(frames.length).toBeGreaterThan(2)
    expect(frames[0]).toMatchObject({ file: `${site.url}/shop.js`, in_app: true, column: expect.any(Number) })
    expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
      'console shop is open',
      'ui.click button#pay',
      'cart checking out',
    ])
    expect(event.breadcrumbs[2]!.data).toEqual({ items: 1, coupon_token: '[scrubbed]' })
    await page.context().close()
  })

  it('reports rejections, navigation and requests without their queries', async () => {
    const project = await newProject('rejected')
    const page = await open(project)
    await page.click('#reject')
    const issues = await issuesOf(account, project, 1)
    const event = await latestOf(account, issues, 'RangeError')
    expect(event.mechanism).toEqual({ type: 'onunhandledrejection', handled: false })
    expect(event.breadcrumbs.slice(2)).toEqual([
      expect.objectContaining({ category: 'navigation', message: '/ → /cart' }),
      expect.objectContaining({
        category: 'http',
        message: `GET ${site.url}/missing.json`,
        data: { status_code: 404, duration_ms: expect.any(Number) },
      }),
    ])
    expect(JSON.stringify(event)).not.toMatch(/user=7|step=2|#secret|visit=/)
    await page.context().close()
  })

  it('reports causes, and no value of an input', async () => {
    const project = await newProject('caught')
    const page = await open(project)
    await page.click('#catch')
    const event = await latestOf(account, await issuesOf(account, project, 1), 'Error')
    expect(event.exceptions.map(({ exception_type }) => exception_type)).toEqual(['Error', 'SyntaxError'])
    await page.context().close()
  })

  it('sends what it folded when the page is left', async () => {
    const project = await newProject('loop')
    const page = await open(project)
    await page.click('#loop')
    await page.goto(`${site.url}/other.html`)
    const [issue] = await issuesOf(account, project, 1, 300)
    expect(issue!.count).toBe(300)
    await page.context().close()
  })

  it('keeps what it could not send for the next visit, and counts it once', async () => {
    const project = await newProject('away')
    const page = await open(project, 'http://127.0.0.1:9')
    await page.click('#pay')
    await page.click('#catch')
    await expect.poll(() => page.evaluate(storedEvents), { timeout: 20_000 }).toBe(2)
    await open(project, server.url, page)
    const issues = await issuesOf(account, project, 2)
    expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['Error 1', 'TypeError 1'])
    await expect.poll(() => page.evaluate(storedEvents), { timeout: 20_000 }).toBe(0)
    await page.context().close()
  })

  it('reports through a relay on its own origin', async () => {
    const project = await newProject('relay')
    site.relayTo = server.url
    const page = await open(project, '/relay')
    await page.click('#catch')
    const event = await latestOf(account, await issuesOf(account, project, 1), 'Error')
    // Requests of ours are no news, wherever they go.
    expect(event.breadcrumbs.map(({ category }) => category)).toEqual(['console', 'ui.click'])
    await page.context().close()
  })

  it('reports what the browser says of it, when asked to', async () => {
    const project = await newProject('reports')
    const page = await open(project)
    await page.evaluate(() => {
      new Image().src = 'https://elsewhere.example/pixel.png?id=7'
    })
    const event = await latestOf(account, await issuesOf(account, project, 1), 'Message')
    expect(event).toMatchObject({ message: 'csp-violation: img-src', level: 'warning' })
    expect(JSON.stringify(event)).not.toContain('id=7')
    await page.context().close()
  })

  it('reports what its parts in React throw, with or without a boundary, each once', async () => {
    const project = await newProject('react')
    const page = await open(project, server.url, undefined, '/react.html')
    await page.click('#caught')
    await page.click('#reset')
    await page.waitForSelector('text=nothing to see')
    await issuesOf(account, project, 1)
    await page.click('#uncaught')
    await page.waitForSelector('#caught', { state: 'detached' })
    const issues = await issuesOf(account, project, 1, 2)
    const events = (await Promise.all(issues.map((issue) => eventsOf(account, issue)))).flat()
    expect(events.map(({ mechanism }) => mechanism).sort((a, b) => Number(b?.handled) - Number(a?.handled))).toEqual([
      { type: 'react', handled: true },
      { type: 'react', handled: false },
    ])
    for (const { extra } of events) expect(extra.component_stack).toMatch(/react\.js:\d+/)
    await page.context().close()
  })

  it('reports what its parts in Vue throw, and Vue still prints it', async () => {
    const project = await newProject('vue')
    const page = await open(project, server.url, undefined, '/vue.html')
    const printed = page.waitForEvent('console', (message) => message.type() === 'error')
    await page.click('#caught')
    expect((await printed).text()).toContain('the cart is empty')
    expect(await latestOf(account, await issuesOf(account, project, 1), 'RangeError')).toMatchObject({
      mechanism: { type: 'vue', handled: false },
      extra: { component: 'ShopCart' },
    })
    await page.context().close()
  })

  it('reports what its boundaries in Svelte catch', async () => {
    const project = await newProject('svelte')
    const page = await open(project, server.url, undefined, '/svelte.html')
    await page.click('#caught')
    await page.waitForSelector('#failed')
    expect(await latestOf(account, await issuesOf(account, project, 1), 'TypeError')).toMatchObject({
      mechanism: { type: 'svelte', handled: true },
    })
    await page.context().close()
  })

  it('reports without a build, also what comes before Bugle is there', async () => {
    const project = await newProject('early')
    const page = await (await browser.newContext()).newPage()
    const settings = new URLSearchParams({ token: project.ingestToken, endpoint: server.url })
    await page.goto(`${site.url}/early.html?${settings}`)
    const issues = await issuesOf(account, project, 2)
    expect(await latestOf(account, issues, 'TypeError')).toMatchObject({
      message: 'thrown before Bugle was there',
      release: 'shop@4.2.0',
      tags: { plan: 'team' },
      mechanism: { type: 'onerror', handled: false },
    })
    expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['Message 1', 'TypeError 1'])
    expect(await page.evaluate(() => typeof (globalThis as { Bugle?: { flush?: unknown } }).Bugle?.flush)).toBe(
      'function',
    )
    await page.context().close()
  })
})

describeWithTool('firefox-esr', 'a page in Firefox', (firefox) => {
  let server: BuiltServer
  let account: Account
  let host: Host
  let site: Site

  beforeAll(async () => {
    host = new Host()
    host.example('browser')
    host.lend('react', 'react-dom', 'vue', 'svelte')
    site = await serveSite(host.directory)
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    account = await register(server.url, 'sdk-firefox')
  }, 120_000)

  afterAll(async () => {
    site?.close()
    await server?.remove()
    host?.remove()
  })

  it('reports what it throws, rejects, catches and repeats, and what waits when it is left', async () => {
    const project = await createProject(account, 'firefox', 'com.example.shop')
    const close = openInFirefox(firefox, `${site.url}/auto.html#${project.ingestToken}@${server.url}`)
    try {
      const issues = await issuesOf(account, project, 4, 303)
      expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual([
        'Error 1',
        'RangeError 1',
        'SyntaxError 300',
        'TypeError 1',
      ])
      const thrown = await latestOf(account, issues, 'TypeError')
      expect(thrown).toMatchObject({
        mechanism: { type: 'onerror', handled: false },
        contexts: { browser: { name: 'Firefox' }, os: { name: 'Linux' } },
        tags: { plan: 'team' },
      })
      expect(thrown.exceptions[0]!.frames[0]).toMatchObject({ file: `${site.url}/shop.js`, in_app: true })
      const rejected = await latestOf(account, issues, 'RangeError')
      expect(rejected.breadcrumbs.map(({ message }) => message)).toEqual(
        expect.arrayContaining(['/auto.html → /cart', `GET ${site.url}/missing.json`]),
      )
    } finally {
      close()
    }
  })
})

/** Runs in the page. */
function storedEvents(): Promise<number> {
  return new Promise((resolve) => {
    const request = indexedDB.open('bugle:com.example.shop', 1)
    request.onsuccess = () => {
      const count = request.result.transaction('events').objectStore('events').count()
      count.onsuccess = () => {
        request.result.close()
        resolve(count.result)
      }
    }
  })
}
