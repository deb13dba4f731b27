/// <reference lib="dom" />
import type { EventView, Issue } from '@bugle/protocol'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import type { Project } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { openInFirefox } from './firefox.ts'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import { openRecorder } from './recorder.ts'
import { debugId, type Site, serveSite } from './site.ts'
import { openStage } from './stage.ts'

interface Visit {
  project: Project
  page: Page
  /** Opens a reporting page of the site, and waits until it is ready. */
  open(path?: string, endpoint?: string): Promise<void>
  /** The issues of the project, once there are that many, with that many events. */
  issues(count: number, events?: number): Promise<Issue[]>
  /** The newest event of its only issue, which has this type. */
  only(type: string): Promise<EventView>
}

const stage = openStage('sdk-browser', 'com.example.shop')
let site: Site

beforeAll(async () => {
  stage.host.example('browser')
  stage.host.lend('react', 'react-dom', 'vue', 'svelte')
  site = await serveSite(stage.host.directory)
})

afterAll(() => site?.close())

// Pages in separate contexts and projects, so that all run concurrently.
describe.concurrent('in a browser', () => {
  describeWithTool(chromiumTool, 'a page in Chromium', (chromium) => {
    let browser: Browser

    beforeAll(async () => {
      browser = await launchChromium(chromium)
    })

    afterAll(() => browser?.close())

    /** Declares a story of a page in a context and project of its own. */
    function story(name: string, run: (visit: Visit) => Promise<void>): void {
      it(name, async () => {
        const project = await stage.newProject(name.slice(0, 60))
        const context = await browser.newContext()
        context.setDefaultTimeout(60_000)
        const page = await context.newPage()
        const open = async (path = '/', endpoint = stage.server.url) => {
          await page.goto(`${site.url}${path}?visit=${Math.random()}#${project.ingestToken}@${endpoint}`)
          await page.waitForSelector('html[data-ready]')
        }
        const issues = (count: number, events = count) => issuesOf(stage.account, project, count, events)
        const only = async (type: string) => latestOf(stage.account, await issues(1), type)
        try {
          await run({ project, page, open, issues, only })
        } finally {
          await context.close()
        }
      })
    }

    story('reports uncaught errors with breadcrumbs', async ({ page, open, issues }) => {
      await open()
      await page.click('#pay')
      const [issue] = await issues(1)
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
        contexts: {
          browser: { name: 'Chrome' },
          os: { name: 'Linux' },
          device: { viewport: expect.stringMatching(/^\d+x\d+$/) },
          page: { url: `${site.url}/` as const },
        },
        trimmed: [],
      })
      const { frames } = event.exceptions[0]!
      expect(frames.length).toBeGreaterThan(2)
      expect(frames[0]).toMatchObject({
        file: `${site.url}/shop.js` as const,
        in_app: true,
        column: expect.any(Number),
      })
      expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
        'console shop is open',
        'ui.click button#pay',
        'cart checking out',
      ])
      expect(event.breadcrumbs[2]!.data).toEqual({ items: 1, coupon_token: '[scrubbed]' })
    })

    story('reports rejections, navigation and requests without their queries', async ({ page, open, only }) => {
      await open()
      await page.click('#reject')
      const event = await only('RangeError')
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
    })

    story('records every navigation within the page, including back', async ({ page, open, only }) => {
      await open()
      await page.evaluate(async () => {
        history.pushState(null, '', '/basket?coupon=hidden')
        history.replaceState(null, '', '/basket/empty#hidden')
        const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
        history.back()
        await back
      })
      await page.click('#catch')
      const event = await only('Error')
      const moves = event.breadcrumbs.filter(({ category }) => category === 'navigation')
      expect(moves.map(({ message }) => message)).toEqual([
        '/ → /basket',
        '/basket → /basket/empty',
        '/basket/empty → /',
      ])
      expect(JSON.stringify(event)).not.toContain('hidden')
    })

    story('reports causes, but no text, value, cookie or storage of the page', async ({ page, open, only }) => {
      await page.context().addCookies([{ name: 'sid', value: 'hidden-cookie', url: site.url }])
      await open()
      expect(await page.evaluate(() => document.cookie)).toBe('sid=hidden-cookie')
      await page.evaluate(() => {
        localStorage.setItem('draft', 'hidden-draft')
        document.querySelector('main')!.append('hidden-text')
        dispatchEvent(new Event('pagehide'))
      })
      await page.click('#card')
      await page.click('#catch')
      const event = await only('Error')
      expect(event.exceptions.map(({ exception_type }) => exception_type)).toEqual(['Error', 'SyntaxError'])
      expect(event.breadcrumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
        'console shop is open',
        'navigation page hidden',
        'ui.click input#card',
        'ui.click button#catch',
      ])
      expect(JSON.stringify(event)).not.toMatch(/hidden-|4111 1111/)
    })

    story('sends folded errors when the page is left', async ({ page, open, issues }) => {
      await open()
      await page.click('#loop')
      await page.goto(`${site.url}/other.html`)
      const [issue] = await issues(1, 300)
      expect(issue!.count).toBe(300)
    })

    story('keeps unsent events for the next visit, and counts them once', async ({ page, open, issues }) => {
      await open('/', 'http://127.0.0.1:9')
      await page.click('#pay')
      await page.click('#catch')
      await expect.poll(() => page.evaluate(storedEvents)).toBe(2)
      await open()
      expect(countsOf(await issues(2))).toEqual(['Error 1', 'TypeError 1'])
      await expect.poll(() => page.evaluate(storedEvents)).toBe(0)
    })

    story('keeps what is captured in the moment a page is left, while nothing can be sent', async ({ page, open }) => {
      const visits = [1, 2, 3, 4, 5]
      for (const visit of visits) {
        await open('/', 'http://127.0.0.1:9')
        // From then on the SDK has its database open, too.
        await expect.poll(() => page.evaluate(storedEvents)).toBe(visit - 1)
        const left = page.waitForURL(/other/)
        await page.evaluate(() =>
          setTimeout(() => {
            location.assign('/other.html')
            document.getElementById('catch')!.click()
          }),
        )
        await left
      }
      await expect.poll(() => page.evaluate(storedEvents)).toBe(visits.length)
    })

    story('sends 64 KiB when the page is left, and the rest with the next visit', async ({ page }) => {
      const recorder = await openRecorder()
      const release = recorder.hold()
      // The SDK's requests have a timeout, and this machine may pause for longer.
      await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
      const path = `/script.html?${new URLSearchParams({ token: 'bgl_live_x', endpoint: recorder.url })}`
      await page.goto(site.url + path)
      await page.waitForFunction(hasBugle)
      await page.evaluate(reportTwelveLarge)
      // Four are in flight without a response; all of them are stored.
      await expect.poll(() => recorder.eventsOf('').length).toBe(4)
      await expect.poll(() => page.evaluate(storedEvents)).toBe(12)
      await page.goto(`${site.url}/other.html`)
      // Only five of eleven kilobytes fit.
      await expect.poll(() => recorder.eventsOf('').length).toBe(5)
      release()
      await page.goto(site.url + path)
      await expect.poll(() => recorder.eventsOf('').length).toBe(12)
      await expect.poll(() => page.evaluate(storedEvents)).toBe(0)
      expect(new Set(recorder.eventsOf('').map(({ message }) => message)).size).toBe(12)
      recorder.close()
    })

    story('sends the debug id that a build step has written into its bundle', async ({ page }) => {
      const recorder = await openRecorder()
      await page.goto(`${site.url}/marked.html#bgl_live_x@${recorder.url}`)
      await page.waitForSelector('html[data-ready]')
      await page.click('#catch')
      const image = { type: 'sourcemap', code_file: `${site.url}/marked.js` as const, debug_id: debugId }
      await expect.poll(() => recorder.eventsOf('')).toMatchObject([{ debug_meta: { images: [image] } }])
      recorder.close()
    })

    story('passes the conformance situations', async ({ page }) => {
      const recorder = await openRecorder()
      // Not started by its element, which has no token.
      await page.goto(`${site.url}/script.html`)
      await page.waitForFunction(hasBugle)
      // As text: the runner would resolve an import inside a test's function itself.
      const given = `${JSON.stringify(cases)}, ${JSON.stringify(recorder.url)}`
      await page.evaluate(
        `import('${site.url}/situations.js').then(({ makeSituations }) => makeSituations(Bugle, ${given}))`,
      )
      recorder.close()
      for (const [at, one] of cases.entries()) expectAsDescribed(recorder.eventsOf(`/${at}`), one)
    })

    story(
      'records fifty frames, none of the SDK’s in failing requests, and drops errors that no page can prevent',
      async ({ page }) => {
        const recorder = await openRecorder()
        await page.goto(`${site.url}/script.html`)
        await page.waitForFunction(hasBugle)
        await page.evaluate(`(async () => {
        Bugle.init({ token: 'x', endpoint: ${JSON.stringify(recorder.url)}, appId: 'com.example.shop', store: false })
        const deep = (n) => { if (n === 0) throw new RangeError('deep'); deep(n - 1) }
        try { deep(60) } catch (error) { Bugle.captureException(error) }
        await fetch('http://127.0.0.1:1/cart').catch((error) => Bugle.captureException(error))
        dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
        dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
        Bugle.captureException(new Error('last'))
        await Bugle.flush()
      })()`)
        const events = recorder.eventsOf('')
        recorder.close()
        expect(events.map(({ message }) => message)).toEqual(['deep', 'Failed to fetch', 'last'])
        expect(events[0]!.stack!.match(/\n {4}at deep/g)).toHaveLength(50)
        expect(events[1]!.stack).toMatch(/^TypeError: Failed to fetch\n {4}at (eval|<anonymous>)/)
        expect(events[2]!.client_drops).toEqual([{ reason: 'filtered', count: 2 }])
      },
    )

    story(
      'sends type, message and stack of errors in callbacks of another origin, with the integration',
      async ({ page }) => {
        const recorder = await openRecorder()
        const uncaught: string[] = []
        const all = new Promise<void>((resolve) =>
          page.on('pageerror', ({ message }) => uncaught.push(message) === 8 && resolve()),
        )
        await page.goto(`${site.url}/script.html`)
        await page.waitForFunction(hasBugle)
        await page.evaluate(`
        globalThis.natives = [setTimeout, EventTarget.prototype.addEventListener, requestAnimationFrame]
        for (let i = 0; i < 2; i += 1)
          Bugle.init({
            token: 'x', endpoint: ${JSON.stringify(recorder.url)}, appId: 'com.example.shop', store: false,
            integrations: [Bugle.callbacks, Bugle.callbacks],
          })`)
        const elsewhere = `${site.url.replace('127.0.0.1', 'localhost')}/elsewhere.js` as const
        await page.evaluate(
          (src) => void document.head.append(Object.assign(document.createElement('script'), { src })),
          elsewhere,
        )
        await all
        const left = await page.evaluate(`(async () => {
        await Bugle.flush()
        const listener = () => heard.push('taken away late')
        addEventListener('late', listener)
        await Bugle.close()
        removeEventListener('late', listener)
        dispatchEvent(new Event('late'))
        const now = [setTimeout, EventTarget.prototype.addEventListener, requestAnimationFrame]
        return [...heard, now.every((one, index) => one === natives[index])]
      })()`)
        const events = recorder.eventsOf('')
        recorder.close()
        expect(left).toEqual(['once', true])
        expect(events.map(({ message }) => message).sort()).toEqual([
          'a text',
          'click',
          'frame number',
          'interval',
          'listener true x',
          'object true',
          'request true true',
          'timer 12',
        ])
        for (const { message, exception_type, stack, mechanism, client_drops } of events) {
          expect({ mechanism, client_drops }).toEqual({ mechanism: { type: 'onerror', handled: false } })
          expect(exception_type).toBe(message === 'a text' ? 'NonError' : 'RangeError')
          if (message === 'a text') continue
          expect(stack).toContain(`(${elsewhere}:`)
          expect(stack).not.toMatch(/bugle/)
        }
      },
    )

    story('warns in a worker that it is off', async ({ page }) => {
      await page.goto(`${site.url}/other.html`)
      const said = await page.evaluate(
        () => new Promise((resolve) => (new Worker('/worker.js').onmessage = ({ data }) => resolve(data))),
      )
      expect(said).toBe('[bugle] off: in a worker')
    })

    story('works with the documentation’s first example, verbatim', async ({ project, page, only }) => {
      const settings = new URLSearchParams({ token: project.ingestToken, endpoint: stage.server.url })
      await page.goto(`${site.url}/docs.html?${settings}`)
      expect(await only('Error')).toMatchObject({ message: 'Hello, Bugle' })
    })

    story('reports through a relay on its own origin', async ({ page, open, only }) => {
      site.relayTo = stage.server.url
      await open('/', '/relay')
      await page.click('#catch')
      const event = await only('Error')
      // The SDK's own requests leave no breadcrumbs, whatever their URL.
      expect(event.breadcrumbs.map(({ category }) => category)).toEqual(['console', 'ui.click'])
    })

    story('sends the browser’s reports, with the integration', async ({ page, open, only }) => {
      await open()
      await page.evaluate(() => {
        new Image().src = 'https://elsewhere.example/pixel.png?id=7'
      })
      const event = await only('Message')
      expect(event).toMatchObject({ message: 'csp-violation: img-src', level: 'warning' })
      expect(JSON.stringify(event)).not.toContain('id=7')
    })

    story('reports React errors once, with or without a boundary', async ({ page, open, issues }) => {
      await open('/react.html')
      await page.click('#caught')
      await page.click('#reset')
      await page.waitForSelector('text=nothing to see')
      await issues(1)
      await page.click('#uncaught')
      await page.waitForSelector('#caught', { state: 'detached' })
      const found = await issues(1, 2)
      const events = (await Promise.all(found.map((issue) => eventsOf(stage.account, issue)))).flat()
      expect(events.map(({ mechanism }) => mechanism).sort((a, b) => Number(b?.handled) - Number(a?.handled))).toEqual([
        { type: 'react', handled: true },
        { type: 'react', handled: false },
      ])
      for (const { extra } of events) expect(extra.component_stack).toMatch(/react\.js:\d+/)
    })

    story('reports Vue errors, and Vue still prints them', async ({ page, open, only }) => {
      await open('/vue.html')
      const printed = page.waitForEvent('console', (message) => message.type() === 'error')
      await page.click('#caught')
      expect((await printed).text()).toContain('the cart is empty')
      expect(await only('RangeError')).toMatchObject({
        mechanism: { type: 'vue', handled: false },
        extra: { component: 'ShopCart', where: 'native event handler' },
      })
    })

    story('reports errors that Svelte boundaries catch', async ({ page, open, only }) => {
      await open('/svelte.html')
      await page.click('#caught')
      await page.waitForSelector('#failed')
      expect(await only('TypeError')).toMatchObject({ mechanism: { type: 'svelte', handled: true } })
    })

    story('reports without a build, including errors before the SDK is loaded', async ({ project, page, issues }) => {
      const settings = new URLSearchParams({ token: project.ingestToken, endpoint: stage.server.url })
      // As old libraries do: every loop over an object's names sees it.
      await page.addInitScript(() => Object.assign(Object.prototype, { shade: 'of the page' }))
      await page.goto(`${site.url}/early.html?${settings}`)
      const found = await issues(3)
      const thrown = await latestOf(stage.account, found, 'TypeError')
      expect(thrown).toMatchObject({
        message: 'thrown before Bugle was there',
        release: 'shop@4.2.0',
        mechanism: { type: 'onerror', handled: false },
      })
      expect(thrown.tags).toEqual({ plan: 'team' })
      expect((await latestOf(stage.account, found, 'RangeError')).tags).toEqual({ plan: 'team', step: 'cart' })
      expect(countsOf(found)).toEqual(['Message 1', 'RangeError 1', 'TypeError 1'])
      expect(await page.evaluate(() => typeof (globalThis as { Bugle?: { flush?: unknown } }).Bugle?.flush)).toBe(
        'function',
      )
    })
  })

  describeWithTool('firefox-esr', 'a page in Firefox', (firefox) => {
    it('reports thrown, rejected, caught and repeated errors, and sends waiting ones when left', async () => {
      const project = await stage.newProject('firefox')
      const close = openInFirefox(firefox, `${site.url}/auto.html#${project.ingestToken}@${stage.server.url}`)
      try {
        const issues = await issuesOf(stage.account, project, 4, 303)
        expect(countsOf(issues)).toEqual(['Error 1', 'RangeError 1', 'SyntaxError 300', 'TypeError 1'])
        const thrown = await latestOf(stage.account, issues, 'TypeError')
        expect(thrown).toMatchObject({
          mechanism: { type: 'onerror', handled: false },
          contexts: { browser: { name: 'Firefox' }, os: { name: 'Linux' } },
          tags: { plan: 'team' },
        })
        expect(thrown.exceptions[0]!.frames[0]).toMatchObject({ file: `${site.url}/shop.js` as const, in_app: true })
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
      const all = request.result.transaction('events').objectStore('events').getAll()
      all.onsuccess = () => {
        request.result.close()
        // Sessions wait there as well.
        resolve(all.result.filter(({ to }) => to === undefined).length)
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
