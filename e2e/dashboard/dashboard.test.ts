import { execFileSync } from 'node:child_process'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, register as registerByApi, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/tool.ts'
import { fillIn, logIn, register } from './steps.ts'

describeWithTool('chromium', 'the dashboard in Chromium', (chromium) => {
  let server: BuiltServer
  let browser: Browser
  beforeAll(async () => {
    server = await BuiltServer.install({ BUGLE_REGISTRATIONS_ADDRESS: '1000' })
    server.start()
    browser = await launchChromium(chromium)
    await server.ready()
  })
  afterAll(async () => {
    await browser.close()
    await server.remove()
  })

  /** A window of its own. What it asked of other origins, and what it complained about, is held against it at the end. */
  async function inWindow(
    options: BrowserContextOptions,
    walk: (page: Page, context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...options })
    const foreign: string[] = []
    const complaints: string[] = []
    context.on('request', (sent) => {
      if (new URL(sent.url()).origin !== server.url) foreign.push(sent.url())
    })
    const page = await context.newPage()
    page.setDefaultTimeout(8_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // A refusal that the screen itself shows is in the console too.
      const isRefusal = message.text().includes('the server responded with a status of 4')
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
    })
    try {
      await walk(page, context)
      expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
    } finally {
      await context.close()
    }
  }

  const violationsOf = async (page: Page) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  }

  it('goes from registration to a first event and resolves its issue, with the keyboard where there are keys', async () => {
    await inWindow({ viewport: { width: 1280, height: 800 } }, async (page, context) => {
      const person = { email: 'walk@example.com', password: 'correct horse battery' }
      await register(page, person)
      await fillIn(page, { Name: "Ann's shop", 'App id': 'shop.example.com' })
      await page.getByRole('button', { name: 'Create project' }).click()
      await page.getByText('Waiting for the first event').waitFor()

      // What the page shows is what a shell runs.
      const command = (await page.getByRole('region', { name: 'Command' }).textContent())!
      expect(command).toMatch(/X-Service-Token: bgl_live_\w{20,}/)
      const answer = JSON.parse(
        execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )
      expect(answer).toHaveProperty('issue_id')
      await page.getByRole('link', { name: 'Open the issue' }).click()

      await page.getByRole('heading', { name: 'TypeError', exact: true }).waitFor()
      await page.getByText("Cannot read properties of undefined (reading 'total')").first().waitFor()
      await page.getByRole('listitem').filter({ hasText: 'applyDiscount' }).waitFor()

      await page.getByRole('link', { name: 'Issues' }).first().click()
      const row = page.getByRole('listitem').filter({ hasText: 'TypeError' })
      await row.waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      await page.getByText('No unresolved issues.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await page.keyboard.press('z')
      await row.waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Stack' }).waitFor()
      await page.getByRole('button', { name: 'Resolve', exact: true }).click()
      await page.getByRole('button', { name: 'Reopen' }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /^Resolved [A-Z]+-1/ })
        .waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Resolved 1' }).click()
      await page.waitForURL(/status=resolved/)
      await row.waitFor()

      // The session is where no script can read it, and nothing of it is elsewhere.
      const [cookie] = await context.cookies()
      expect(cookie).toMatchObject({ name: 'bugle_session', httpOnly: true })
      const readable = await page.evaluate<string>(
        'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })',
      )
      expect(readable).not.toContain(cookie!.value)

      await page.getByRole('button', { name: 'Ann', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await context.cookies()).toEqual([])
      await page.goto('/')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  it('leads back to the address that was asked for, and to no other site', async () => {
    const account = await registerByApi(server.url)
    const project = await createProject(account, 'Back')
    await inWindow({}, async (page) => {
      await page.goto(`/projects/${project.id}/issues?status=ignored`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await logIn(page, account)
      await page.waitForURL(`**/projects/${project.id}/issues?status=ignored`)
    })
    await inWindow({}, async (page) => {
      await page.goto('/sign-in?next=//evil.example/')
      await logIn(page, account)
      expect(new URL(page.url()).origin).toBe(server.url)
    })
  })

  it('says that a password is wrong, keeps what was typed, and asks for the second factor', async () => {
    const account = await registerByApi(server.url)
    const { secret } = await request<{ secret: string }>(account, 'POST', '/api/me/totp', {
      password: account.password,
    })
    const { TOTP } = await import('otpauth')
    const now = Date.now()
    const code = (ahead: number) => new TOTP({ secret }).generate({ timestamp: now + ahead * 30_000 })
    await request(account, 'POST', '/api/me/totp/confirm', { code: code(0) })
    await createProject(account, 'Twice')
    await inWindow({}, async (page) => {
      await page.goto('/sign-in')
      await fillIn(page, { 'E-mail': account.email, Password: 'not the password' })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('E-mail or password is wrong.').waitFor()
      expect(await page.getByLabel('E-mail').inputValue()).toBe(account.email)
      await fillIn(page, { Password: account.password })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const field = page.getByLabel('Code of your authenticator')
      await field.fill(code(0))
      await page.getByText('This code is wrong, or was used already.').waitFor()
      await field.fill(code(1))
      await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
    })
  })

  describe.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)('on a %s in %s colors', (shape, colorScheme) => {
    const options: BrowserContextOptions =
      shape === 'desktop'
        ? { viewport: { width: 1440, height: 900 }, colorScheme }
        : { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, colorScheme }

    it('every screen is free of violations, and nothing is wider than the window', async () => {
      const account = await registerByApi(server.url)
      await inWindow(options, async (page) => {
        const found: Record<string, unknown> = {}
        const look = async (name: string) => {
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          found[name] = { overflow: Math.max(0, overflow), violations: await violationsOf(page) }
        }
        await page.goto('/register')
        await page.getByRole('button', { name: 'Create account' }).waitFor()
        await look('register')
        await page.goto('/sign-in')
        await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
        await look('sign in')
        await fillIn(page, { 'E-mail': account.email, Password: account.password })
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('button', { name: 'Create project' }).waitFor()
        await look('first project')
        await fillIn(page, { Name: 'Shop', 'App id': 'com.example.shop' })
        await page.getByRole('button', { name: 'Create project' }).click()
        await page.getByText('Waiting for the first event').waitFor()
        await look('set-up')
        const token = /bgl_live_\w+/.exec((await page.getByRole('region', { name: 'Command' }).textContent())!)![0]
        await page.getByRole('link', { name: 'Issues' }).click()
        await page.getByText('Nothing received yet.').waitFor()
        await look('issues, empty')
        for (const event of events) await send(server.url, token, event)
        await page.getByRole('button', { name: /new$/ }).click()
        await page.getByRole('listitem').filter({ hasText: 'QuotaExceeded' }).waitFor()
        await look('issues')
        await page.getByRole('link', { name: 'TypeError' }).click()
        await page.getByRole('heading', { name: 'Breadcrumbs' }).waitFor()
        await look('issue')
        await page.getByRole('button', { name: 'Raw' }).click()
        await page.getByRole('region', { name: 'Stack as it came' }).first().waitFor()
        await look('issue, raw stack')
        expect(found).toEqual(
          Object.fromEntries(Object.keys(found).map((name) => [name, { overflow: 0, violations: [] }])),
        )
      })
    })
  })

  it('shows what failed, and the content after another try', async () => {
    const account = await registerByApi(server.url)
    const project = await createProject(account, 'Away')
    await inWindow({}, async (page, context) => {
      await page.goto('/sign-in')
      await logIn(page, account)
      const pattern = '**/api/projects/*/issues?*'
      const body = { code: 'not_found', message: 'Gone.', request_id: 'req_1' }
      await context.route(pattern, (route) => route.fulfill({ status: 404, json: body }))
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByText('Could not load the issues.').waitFor()
      await page.getByText('req_1').waitFor()
      await context.unroute(pattern)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Nothing received yet.').waitFor()
    })
  })

  it('text of an event is text: it neither runs nor leaves its place', async () => {
    const account = await registerByApi(server.url)
    const project = await createProject(account, 'Hostile')
    const payload =
      '"><img src=x onerror="window.ran=1"><script>window.ran=1</script>\u202e\u0000javascript:window.ran=1'
    await send(server.url, project.ingestToken, {
      ...events[0]!,
      exception_type: payload.slice(0, 180),
      message: `${payload}\n${'wide'.repeat(2000)}`,
      stack: [{ function: payload, file: payload, line: 1, in_app: true, raw: payload }],
      tags: { [payload.slice(0, 60)]: payload },
      extra: { [payload]: { [payload]: payload } },
      release: payload.slice(0, 100),
      breadcrumbs: [{ category: payload, message: payload, ts: Date.now(), data: { [payload]: payload } }],
    })
    await inWindow({ viewport: { width: 360, height: 780 } }, async (page) => {
      await page.goto('/sign-in')
      await logIn(page, account)
      await page.getByRole('listitem').getByRole('link').click()
      await page.getByRole('heading', { name: 'Breadcrumbs' }).waitFor()
      expect(await page.evaluate('window.ran')).toBeUndefined()
      expect(await page.evaluate('document.querySelectorAll("main img, main script").length')).toBe(0)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    })
  })
})

const app = { app_id: 'com.example.shop', platform: 'web' }
const events: Record<string, unknown>[] = [
  {
    ...app,
    exception_type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    stack:
      "TypeError: Cannot read properties of undefined (reading 'total')\n    at applyDiscount (/srv/shop/cart.js:118:24)\n    at run (/srv/shop/node_modules/express/lib/router.js:9:1)",
    exceptions: [
      {
        exception_type: 'RangeError',
        message: 'code is empty',
        stack: 'RangeError: code is empty\n    at parse (/srv/shop/code.js:3:1)',
      },
    ],
    tags: { browser: 'Safari', os: 'iOS 19' },
    user: { id: 'u-1' },
    release: 'shop@5.10.0',
    extra: { cart: { items: 2 } },
    breadcrumbs: [
      { category: 'navigation', message: '/cart', ts: Date.now() - 9000 },
      { category: 'http', message: 'POST /api/voucher', ts: Date.now() - 1000, data: { status: 500 } },
    ],
  },
  { ...app, exception_type: 'QuotaExceededError', message: 'The quota has been exceeded.', level: 'info' },
  { ...app, exception_type: 'PaymentDeclined', message: 'do_not_honor', level: 'warning' },
  { ...app, exception_type: 'OutOfMemory', message: '', level: 'fatal' },
]

async function send(url: string, token: string, event: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'x-service-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
}
