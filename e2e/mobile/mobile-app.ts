import type { IngestAcknowledgement } from '@bugle/protocol'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { type Account, createProject, type Project, registerForPhone } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'
import { restingBox } from '../harness/resting-box.ts'
import { shown } from '../harness/shown.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'

/** The web build of the mobile app on a phone-sized screen, served by a real server under its content security policy. */
export class MobileApp {
  server!: BuiltServer
  /** Where browsers find the server. */
  origin!: string
  browser!: Browser
  context!: BrowserContext
  page!: Page
  /** Everything the page complains about, refusals of its content security policy among it. */
  complaints: string[] = []
  foreign: string[] = []

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true }).last()
  }

  tab(name: string): Promise<void> {
    return this.page.getByRole('tab', { name, exact: true }).click()
  }

  rows() {
    return this.page.getByRole('link', { name: /Error/ })
  }

  /** Draws something sideways with a finger. */
  async swipe(target: Locator, distance: number): Promise<void> {
    const { x, y, width, height } = await restingBox(target)
    const touch = await this.context.newCDPSession(this.page)
    const at = (dx: number) => [{ x: x + width / 4 + dx, y: y + height / 2 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const part of [0.13, 0.4, 0.73, 1])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part * distance) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Waits until nothing is being loaded any more; the network is never idle, since live updates stay open. */
  async loaded(): Promise<void> {
    await expect.poll(() => this.page.getByRole('progressbar').count()).toBe(0)
  }

  async signIn({ email, password }: Account): Promise<void> {
    await this.page.goto('/m/')
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.button('Sign in').click()
    await this.page.getByRole('tab', { name: 'Inbox' }).waitFor()
  }

  /** An account with a project that has an issue for each of these errors, signed in on the page. */
  async startWith(...types: string[]): Promise<{ account: Account; project: Project }> {
    const account = await registerForPhone(this.server.url)
    const project = await createProject(account, 'Web shop')
    for (const type of types) await this.send(project, type)
    await this.signIn(account)
    return { account, project }
  }

  /** Sends an event, and waits until it is shown to the project's owner, if one is given. @returns the status of the response */
  async send(project: Target, type = 'TypeError', change: object = {}): Promise<number> {
    const response = await sendEvent(this.server.url, project, type, change)
    if (response.status === 202 && project.owner !== undefined)
      await shown(project.owner, (await response.json()) as IngestAcknowledgement)
    return response.status
  }
}

type Target = Pick<Project, 'ingestToken' | 'app_id'> & Partial<Pick<Project, 'owner'>>

/** Sends an event of a shop to a server. */
export async function sendEvent(
  url: string,
  { ingestToken, app_id }: Target,
  type = 'TypeError',
  change: object = {},
): Promise<Response> {
  return fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'x-service-token': ingestToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      exception_type: type,
      message: "Cannot read properties of undefined (reading 'total')",
      platform: 'node',
      app_id,
      stack: [
        `${type}: no total`,
        '    at applyDiscount (/srv/shop/checkout/cart.js:118:24)',
        '    at Layer.handle (/srv/shop/node_modules/express/lib/router/layer.js:95:5)',
      ].join('\n'),
      breadcrumbs: [{ category: 'http', message: 'POST /api/voucher', ts: Date.now() - 1200, data: { status: 500 } }],
      ...change,
    }),
  })
}

interface MobileOptions {
  env?: () => Record<string, string>
  /** Part of the server's public address; browsers know no passkeys where it is an IP address. */
  host?: string
}

/** Describes tests of the app, each on a page of its own. They run by `npm run test:mobile`, which builds it first. */
export function describeMobile(
  name: string,
  tests: (app: MobileApp) => void,
  { env = () => ({}), host = '127.0.0.1' }: MobileOptions = {},
): void {
  if (process.env.BUGLE_MOBILE !== '1') {
    describe.skip(name, () => tests(new MobileApp()))
    return
  }
  describeWithTool('chromium', name, (chromium) => {
    const app = new MobileApp()

    beforeAll(async () => {
      app.server = await BuiltServer.install({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000', ...env() })
      app.origin = `http://${host}:${app.server.port}`
      app.server.start({ BUGLE_URL: app.origin })
      app.browser = await launchChromium(chromium)
      await app.server.ready()
    })

    afterAll(async () => {
      await app.browser?.close()
      await app.server?.remove()
    })

    beforeEach(async () => {
      app.complaints = []
      app.foreign = []
      app.context = await app.browser.newContext({
        baseURL: app.origin,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        permissions: ['clipboard-read', 'clipboard-write', 'notifications'],
      })
      app.page = await app.context.newPage()
      app.page.on('pageerror', (error) => app.complaints.push(String(error)))
      app.page.on('console', (message) => {
        if (
          message.type() === 'error' &&
          !/status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/.test(message.text())
        )
          app.complaints.push(message.text())
      })
      app.page.on('request', (sent) => {
        if (!sent.url().startsWith(app.origin)) app.foreign.push(sent.url())
      })
    })

    afterEach(async () => {
      await app.context.close()
      expect({ complaints: app.complaints, foreign: app.foreign }).toEqual({ complaints: [], foreign: [] })
    })

    tests(app)
  })
}
