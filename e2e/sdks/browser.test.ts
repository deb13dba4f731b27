/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import type { Project } from '../harness/account.ts'
import { launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/tool.ts'
import { openInFirefox } from './firefox.ts'
import { eventsOf, issuesOf, latestOf } from './issues.ts'
import { openRecorder } from './recorder.ts'
import { debugId, type Site, serveSite } from './site.ts'
import { openStage } from './stage.ts'

const stage = openStage('sdk-browser', 'com.example.shop')
let site: Site

beforeAll(async () => {
  stage.host.example('browser')
  stage.host.lend('react', 'react-dom', 'vue', 'svelte')
  site = await serveSite(stage.host.directory)
})

afterAll(() => site?.close())

// Pages in contexts of their own, and projects of their own: all of them at the same time.
describe.concurrent('in a browser', () => {
  describeWithTool('chromium', 'a page in Chromium', (chromium) => {
    let browser: Browser

    beforeAll(async () => {
      browser = await launchChromium(chromium)
    })

    afterAll(() => browser?.close())

    const newPage = async () => (await browser.newContext()).newPage()

    async function open(project: Project, endpoint = stage.server.url, page?: Page, path = '/'): Promise<Page> {
      const opened = page ?? (await newPage())
      await opened.goto(`${site.url}${path}?visit=${Math.random()}#${project.ingestToken}@${endpoint}`)
      await opened.waitForSelector('html[data-ready]')
      return opened
    }

    it('reports what nobody catches, with what led up to it', async () => {
      const project = await stage.newProject('uncaught')
      const page = await open(project)
      await page.click('#pay')
      const [issue] = await issuesOf(stage.account, project, 1)
      expect(issue).toMatchObject({ type: 'TypeError', platform: 'web', count: 1, users: 1 })
      const event = await latestOf(stage.account, [issue!], 'TypeError')
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
      const project = await stage.newProject('rejected')
      const page = await open(project)
      await page.click('#reject')
      const issues = await issuesOf(stage.account, project, 1)
      const event = await latestOf(stage.account, issues, 'RangeError')
      expect(event.mechanism).toEqual({ type: 'onunhandledrejection', handled: false })
      expect(event.breadcrumbs.slice(2)).toEqual([
        expect.objectContaining({ category: 'navigation', message: '/ → /cart' }),
        ...['GET', 'POST'].map((method) =>
          expect.objectContaining({
            category: 'http',
            message: `${method} ${site.url}/missing.json`,
            data: { status_code: 404, duration_ms: expect.any(Number) },
          }),
        ),
      ])
      expect(JSON.stringify(event)).not.toMatch(/hidden|visit=/)
      await page.context().close()
    })

    it('reports causes, and of the page neither a text nor a value, a cookie or what it stores', async () => {
      const project = await stage.newProject('caught')
      const page = await open(project)
      await page.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: of this test
        document.cookie = 'sid=hidden-cookie'
        localStorage.setItem('draft', 'hidden-draft')
        document.querySelector('main')!.append('hidden-text')
        dispatchEvent(new Event('pagehide'))
      })
      await page.click('#card')
      await page.click('#catch')
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'Error')
      expect(event.exceptions.map(({ exception_type }) => exception_type)).toEqual(['Error', 'SyntaxError'])
      expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
        'console shop is open',
        'navigation page hidden',
        'ui.click input#card',
        'ui.click button#catch',
      ])
      expect(JSON.stringify(event)).not.toMatch(/hidden-|4111 1111/)
      await page.context().close()
    })

    it('sends what it folded when the page is left', async () => {
      const project = await stage.newProject('loop')
      const page = await open(project)
      await page.click('#loop')
      await page.goto(`${site.url}/other.html`)
      const [issue] = await issuesOf(stage.account, project, 1, 300)
      expect(issue!.count).toBe(300)
      await page.context().close()
    })

    it('keeps what it could not send for the next visit, and counts it once', async () => {
      const project = await stage.newProject('away')
      const page = await open(project, 'http://127.0.0.1:9')
      await page.click('#pay')
      await page.click('#catch')
      await expect.poll(() => page.evaluate(storedEvents), { timeout: 20_000 }).toBe(2)
      await open(project, stage.server.url, page)
      const issues = await issuesOf(stage.account, project, 2)
      expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['Error 1', 'TypeError 1'])
      await expect.poll(() => page.evaluate(storedEvents), { timeout: 20_000 }).toBe(0)
      await page.context().close()
    })

    it('sends on leaving what may outlive the page, 64 KiB in all, and the rest with the next visit', async () => {
      const recorder = await openRecorder()
      const answer = recorder.hold()
      const page = await newPage()
      const path = `/script.html?${new URLSearchParams({ token: 'bgl_live_x', endpoint: recorder.url })}`
      await page.goto(site.url + path)
      await page.waitForFunction(hasBugle)
      await page.evaluate(reportTwelveLarge)
      // Four are under way, and nobody answers; all of them are in the store.
      await expect.poll(() => recorder.eventsOf('').length).toBe(4)
      await expect.poll(() => page.evaluate(storedEvents)).toBe(12)
      await page.goto(`${site.url}/other.html`)
      // Five of eleven kilobytes are all that have room.
      await expect.poll(() => recorder.eventsOf('').length).toBe(5)
      answer()
      await page.goto(site.url + path)
      await expect.poll(() => recorder.eventsOf('').length).toBe(12)
      await expect.poll(() => page.evaluate(storedEvents)).toBe(0)
      expect(new Set(recorder.eventsOf('').map(({ message }) => message)).size).toBe(12)
      recorder.close()
      await page.context().close()
    })

    it('tells the debug id that a build step has written into its bundle', async () => {
      const recorder = await openRecorder()
      const page = await newPage()
      await page.goto(`${site.url}/marked.html#bgl_live_x@${recorder.url}`)
      await page.waitForSelector('html[data-ready]')
      await page.click('#catch')
      const image = { type: 'sourcemap', code_file: `${site.url}/marked.js`, debug_id: debugId }
      await expect.poll(() => recorder.eventsOf('')).toMatchObject([{ debug_meta: { images: [image] } }])
      recorder.close()
      await page.context().close()
    })

    it('makes the situations of conformance as every client does', async () => {
      const recorder = await openRecorder()
      const page = await newPage()
      // Not started by its element: without a token.
      await page.goto(`${site.url}/script.html`)
      await page.waitForFunction(hasBugle)
      // As a text: what is imported in a function of a test, the runner would look for on its own side.
      const given = `${JSON.stringify(cases)}, ${JSON.stringify(recorder.url)}`
      await page.evaluate(
        `import('${site.url}/situations.js').then(({ makeSituations }) => makeSituations(Bugle, ${given}))`,
      )
      recorder.close()
      for (const [at, one] of cases.entries()) expectAsDescribed(recorder.eventsOf(`/${at}`), one)
      await page.context().close()
    })

    it('reports with the lines of its page in docs, as they stand there', async () => {
      const project = await stage.newProject('page')
      const page = await newPage()
      const settings = new URLSearchParams({ token: project.ingestToken, endpoint: stage.server.url })
      await page.goto(`${site.url}/docs.html?${settings}`)
      const issues = await issuesOf(stage.account, project, 1)
      expect(await latestOf(stage.account, issues, 'Error')).toMatchObject({ message: 'Hello, Bugle' })
      await page.context().close()
    })

    it('reports through a relay on its own origin', async () => {
      const project = await stage.newProject('relay')
      site.relayTo = stage.server.url
      const page = await open(project, '/relay')
      await page.click('#catch')
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'Error')
      // Requests of ours are no news, wherever they go.
      expect(event.breadcrumbs.map(({ category }) => category)).toEqual(['console', 'ui.click'])
      await page.context().close()
    })

    it('reports what the browser says of it, when asked to', async () => {
      const project = await stage.newProject('reports')
      const page = await open(project)
      await page.evaluate(() => {
        new Image().src = 'https://elsewhere.example/pixel.png?id=7'
      })
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'Message')
      expect(event).toMatchObject({ message: 'csp-violation: img-src', level: 'warning' })
      expect(JSON.stringify(event)).not.toContain('id=7')
      await page.context().close()
    })

    it('reports what its parts in React throw, with or without a boundary, each once', async () => {
      const project = await stage.newProject('react')
      const page = await open(project, stage.server.url, undefined, '/react.html')
      await page.click('#caught')
      await page.click('#reset')
      await page.waitForSelector('text=nothing to see')
      await issuesOf(stage.account, project, 1)
      await page.click('#uncaught')
      await page.waitForSelector('#caught', { state: 'detached' })
      const issues = await issuesOf(stage.account, project, 1, 2)
      const events = (await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))).flat()
      expect(events.map(({ mechanism }) => mechanism).sort((a, b) => Number(b?.handled) - Number(a?.handled))).toEqual([
        { type: 'react', handled: true },
        { type: 'react', handled: false },
      ])
      for (const { extra } of events) expect(extra.component_stack).toMatch(/react\.js:\d+/)
      await page.context().close()
    })

    it('reports what its parts in Vue throw, and Vue still prints it', async () => {
      const project = await stage.newProject('vue')
      const page = await open(project, stage.server.url, undefined, '/vue.html')
      const printed = page.waitForEvent('console', (message) => message.type() === 'error')
      await page.click('#caught')
      expect((await printed).text()).toContain('the cart is empty')
      expect(await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'RangeError')).toMatchObject({
        mechanism: { type: 'vue', handled: false },
        extra: { component: 'ShopCart' },
      })
      await page.context().close()
    })

    it('reports what its boundaries in Svelte catch', async () => {
      const project = await stage.newProject('svelte')
      const page = await open(project, stage.server.url, undefined, '/svelte.html')
      await page.click('#caught')
      await page.waitForSelector('#failed')
      expect(await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'TypeError')).toMatchObject({
        mechanism: { type: 'svelte', handled: true },
      })
      await page.context().close()
    })

    it('reports without a build, also what comes before Bugle is there', async () => {
      const project = await stage.newProject('early')
      const page = await newPage()
      const settings = new URLSearchParams({ token: project.ingestToken, endpoint: stage.server.url })
      await page.goto(`${site.url}/early.html?${settings}`)
      const issues = await issuesOf(stage.account, project, 2)
      expect(await latestOf(stage.account, issues, 'TypeError')).toMatchObject({
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
    it('reports what it throws, rejects, catches and repeats, and what waits when it is left', async () => {
      const project = await stage.newProject('firefox')
      const close = openInFirefox(firefox, `${site.url}/auto.html#${project.ingestToken}@${stage.server.url}`)
      try {
        const issues = await issuesOf(stage.account, project, 4, 303)
        expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual([
          'Error 1',
          'RangeError 1',
          'SyntaxError 300',
          'TypeError 1',
        ])
        const thrown = await latestOf(stage.account, issues, 'TypeError')
        expect(thrown).toMatchObject({
          mechanism: { type: 'onerror', handled: false },
          contexts: { browser: { name: 'Firefox' }, os: { name: 'Linux' } },
          tags: { plan: 'team' },
        })
        expect(thrown.exceptions[0]!.frames[0]).toMatchObject({ file: `${site.url}/shop.js`, in_app: true })
        const rejected = await latestOf(stage.account, issues, 'RangeError')
        expect(rejected.breadcrumbs.map(({ message }) => message)).toEqual(
          expect.arrayContaining(['/auto.html → /cart', `GET ${site.url}/missing.json`]),
        )
      } finally {
        close()
      }
    })
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

/** Runs in the page. */
function hasBugle(): boolean {
  return typeof (globalThis as { Bugle?: { flush?: unknown } }).Bugle?.flush === 'function'
}

/** Runs in the page. */
function reportTwelveLarge(): void {
  const { Bugle } = globalThis as unknown as { Bugle: { captureException(error: Error, hint: object): void } }
  for (const name of 'abcdefghijkl')
    Bugle.captureException(new Error(name), { extra: { text: ['x'.repeat(8000), 'y'.repeat(2000)] } })
}
