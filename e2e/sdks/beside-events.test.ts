/// <reference lib="dom" />
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, request } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf, latestOf } from './issues.ts'
import { openStage } from './stage.ts'

// The dashboard's pages Releases, Monitors and Feedback, and an event's files, for programs with our own SDKs.

const stage = openStage('beside-events', 'com.example.shop')

const read = (project: Project, path: 'release-health' | 'monitors' | 'feedback') =>
  // biome-ignore lint/suspicious/noExplicitAny: three shapes, each read by one story
  request(stage.account, 'GET', `/api/projects/${project.id}/${path}` as never) as Promise<any>

const healthOf = async (project: Project, environment = 'production') => {
  const { releases } = await read(project, 'release-health')
  return releases.find((one: { environment: string }) => one.environment === environment)
}

describe('a program on Node', () => {
  const run = (project: Project, code: string) =>
    stage.host.run(
      [
        stage.host.program(
          `beside-${Math.random().toString(36).slice(2)}.mjs`,
          `import * as bugle from '@bugle/node'
           const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
           bugle.init({ token, endpoint, storeDirectory, appId: 'com.example.shop', release: 'shop@4.2.0', environment: 'production' })
           ${code}`,
        ),
      ],
      stage.settings(project),
    )

  it('shows its jobs as monitors, a failed one as an issue too', async () => {
    const project = await stage.newProject('monitors')
    const ended = await run(
      project,
      `await bugle.withMonitor('nightly', async () => 7, { schedule: '0 3 * * *', timezone: 'Europe/Berlin', maxRuntimeMinutes: 60 })
       await bugle.withMonitor('broken', async () => { throw new Error('no space') }, 'every 1 hour').catch(() => {})`,
    )
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    await expect
      .poll(async () => (await read(project, 'monitors')).monitors.map((one: { slug: string }) => one.slug).sort())
      .toEqual(['broken', 'nightly'])
    const { monitors } = await read(project, 'monitors')
    expect(monitors.find(({ slug }: { slug: string }) => slug === 'nightly')).toMatchObject({
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
      max_runtime_minutes: 60,
    })
    await expect
      .poll(async () => (await issuesOf(stage.account, project, 1)).some(({ title }) => title.includes('no space')))
      .toBe(true)
  })

  it('shows a file with its error, and what a person said about it', async () => {
    const project = await stage.newProject('files')
    const ended = await run(
      project,
      `bugle.captureException(new RangeError('out of stock'), {
         attachments: [{ name: 'cart.json', data: '{"items":3}', contentType: 'application/json' }],
       })
       bugle.captureFeedback({ message: 'The button does nothing', name: 'Ann', email: 'ann@example.com' })`,
    )
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    const issues = await issuesOf(stage.account, project, 1)
    await expect
      .poll(async () => (await latestOf(stage.account, issues, 'RangeError')).attachments?.map(({ name }) => name))
      .toEqual(['cart.json'])
    await expect
      .poll(async () => (await read(project, 'feedback')).feedback[0])
      .toMatchObject({
        message: 'The button does nothing',
        name: 'Ann',
        email: 'ann@example.com',
        issue_id: issues[0]!.id,
      })
  })

  it('is a crashed session if an uncaught error ended it, and its end is as it was', async () => {
    const project = await stage.newProject('crashed')
    const ended = await run(project, "setTimeout(() => { throw new Error('the end') }, 10)")
    expect(ended.code).toBe(1)
    await expect.poll(() => healthOf(project)).toMatchObject({ sessions: 1, crashed: 1, crash_free_sessions: 0 })
  })

  it('that ends well at once is a session that its next run reports, and is not held up', async () => {
    const project = await stage.newProject('well')
    expect(await run(project, '')).toEqual({ code: 0, stdout: '', stderr: '' })
    await run(project, 'await new Promise((resolve) => setTimeout(resolve, 2500))')
    await expect.poll(() => healthOf(project)).toMatchObject({ sessions: 1, crashed: 0, crash_free_sessions: 1 })
  })

  it('with requests counts each of them by how it ended', async () => {
    stage.host.lend('express')
    const project = await stage.newProject('requests')
    const ended = await run(
      project,
      `const { bugleErrors, bugleRequests } = await import('@bugle/node/express')
       const { default: express } = await import('express')
       const app = express().use(bugleRequests())
       app.get('/good', (_, response) => response.send('ok'))
       app.get('/handled', (_, response) => { bugle.captureException(new Error('handled')); response.send('ok') })
       app.get('/bad', () => { throw new Error('bad') })
       app.use(bugleErrors())
       app.use((error, _request, response, next) => response.status(500).end())
       const server = app.listen(0, '127.0.0.1', async () => {
         for (const path of ['good', 'good', 'handled', 'bad'])
           await (await fetch(\`http://127.0.0.1:\${server.address().port}/\${path}\`)).text()
         server.close()
         await bugle.close()
       })`,
    )
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    await expect.poll(() => healthOf(project)).toMatchObject({ sessions: 4, errored: 1, crashed: 1 })
  })
})

describeWithTool(chromiumTool, 'a page in Chromium', (chromium) => {
  let browser: Browser
  let site: Server
  let url: string

  beforeAll(async () => {
    // Screen sharing without a person: the browser consents, and shares a picture of its own.
    browser = await launchChromium(chromium, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream')
    const page = stage.host.program(
      'page.mjs',
      `import { init } from '@bugle/browser/core'
       import { feedback } from '@bugle/browser/feedback'
       import { offline, sessions } from '@bugle/browser/core'
       const { token, endpoint, lang } = Object.fromEntries(new URLSearchParams(location.search))
       document.documentElement.lang = lang
       init({ token, endpoint, appId: 'com.example.shop', release: 'shop@4.2.0', integrations: [offline(), sessions(), feedback()] })
       document.querySelector('#fail').onclick = () => { throw new TypeError('the cart is gone') }
       document.documentElement.dataset.ready = ''`,
    )
    const bundle = await rolldown({ input: page, cwd: stage.host.directory, platform: 'browser' })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    site = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; connect-src *; require-trusted-types-for 'script'",
      })
      response.end(
        isScript
          ? output[0].code
          : '<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><button id="fail">Pay</button></main><script type="module" src="/page.js"></script></html>',
      )
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    site?.close()
    await browser?.close()
  })

  async function visit(project: Project, lang = 'en', options: BrowserContextOptions = {}, before = ''): Promise<Page> {
    const context = await browser.newContext(options)
    await context.addInitScript(before)
    const page = await context.newPage()
    const settings = new URLSearchParams({ token: project.ingestToken, endpoint: stage.server.url, lang })
    await page.goto(`${url}/?${settings}`)
    await page.waitForSelector('html[data-ready]')
    return page
  }

  it('is a session each, and one that met an unhandled error says so', async () => {
    const project = await stage.newProject('page loads')
    const good = await visit(project)
    const bad = await visit(project)
    await bad.click('#fail')
    await Promise.all([good.close(), bad.close()])
    await expect
      .poll(() => healthOf(project))
      .toMatchObject({ sessions: 2, unhandled: 1, crashed: 0, crash_free_sessions: 1 })
  })

  it('sends what a person writes, about its last error, under a policy without exceptions', async () => {
    const project = await stage.newProject('form')
    const page = await visit(project)
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    await page.click('#fail')
    await page.getByRole('button', { name: 'Give feedback' }).click()
    await page.getByLabel('Message').fill('I wanted to pay')
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByRole('button', { name: 'Add a screenshot' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').getByText('Thank you').waitFor()
    const [issue] = await issuesOf(stage.account, project, 1)
    await expect
      .poll(async () => (await read(project, 'feedback')).feedback[0])
      .toMatchObject({
        message: 'I wanted to pay',
        email: 'ann@example.com',
        url: `${url}/`,
        issue_id: issue!.id,
      })
    expect(complaints.filter((text) => /policy|trusted/i.test(text))).toEqual([])
    await page.close()
  })

  it('has a form in a browser that makes no style sheets, as Safari before 16.4', async () => {
    const project = await stage.newProject('old browser')
    const without = "window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor') } }"
    const page = await visit(project, 'en', { bypassCSP: true }, without)
    const open = page.getByRole('button', { name: 'Give feedback' })
    expect(await open.evaluate((button) => getComputedStyle(button).position)).toBe('fixed')
    await open.click()
    await page.getByLabel('Message').fill('It works here too')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect
      .poll(async () => (await read(project, 'feedback')).feedback[0])
      .toMatchObject({ message: 'It works here too' })
    await page.close()
  })

  it('sends the screenshot that a person adds, with the event that it is about', async () => {
    const project = await stage.newProject('screenshot')
    const page = await visit(project)
    await page.click('#fail')
    await page.getByRole('button', { name: 'Give feedback' }).click()
    await page.getByRole('button', { name: 'Add a screenshot' }).click()
    await page.getByRole('button', { name: 'Remove the screenshot' }).waitFor()
    await page.getByLabel('Message').fill('It looks like this')
    await page.getByRole('button', { name: 'Send' }).click()
    const issues = await issuesOf(stage.account, project, 1)
    await expect.poll(async () => (await read(project, 'feedback')).feedback[0]?.issue_id).toBe(issues[0]!.id)
    const shownOf = async () => (await latestOf(stage.account, issues, 'TypeError')).attachments?.[0]
    await expect.poll(shownOf).toMatchObject({ content_type: 'image/jpeg', is_image: true })
    const picture = await fetch(new URL((await shownOf())!.url, stage.server.url), {
      headers: { authorization: `Bearer ${stage.account.token}` },
    })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const bytes = Buffer.from(await picture.arrayBuffer()).toString('base64')
    const size = await page.evaluate(async (jpeg) => {
      const binary = Uint8Array.from(atob(jpeg), (one) => one.charCodeAt(0))
      const { width, height } = await createImageBitmap(new Blob([binary], { type: 'image/jpeg' }))
      return [width, height]
    }, bytes)
    expect(size).toEqual([1280, 720])
    await page.close()
  })

  it.each([
    ['en', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['de', { viewport: { width: 360, height: 640 }, colorScheme: 'dark' }],
  ] as const)('has a form in %s that axe finds nothing wrong with, and the keyboard closes', async (lang, options) => {
    const project = await stage.newProject(`form ${lang}`)
    const page = await visit(project, lang, options)
    const open = page.getByRole('button', { name: lang === 'de' ? 'Feedback geben' : 'Give feedback' })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await open.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    const shown = process.env.BUGLE_PICTURES
    if (shown) await page.screenshot({ path: join(shown, `feedback-${lang}.png`) })
    const box = await page.getByRole('dialog').boundingBox()
    expect(box!.x >= 0 && box!.x + box!.width <= options.viewport.width).toBe(true)
    // Nothing went wrong yet, so a screenshot would belong to no event.
    await expect.poll(() => page.getByRole('button', { name: /screenshot|Bildschirmfoto/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.close()
  })
})
