import { existsSync, statSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'

const chromium = '/usr/bin/chromium'

/** `npm run test:mobile`: the web build of the mobile app, served by the server under its content security policy. */
describe.runIf(process.env.BUGLE_MOBILE === '1' && existsSync(chromium))('the mobile app in a browser', () => {
  let server: BuiltServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** Everything the page complains about, refusals of its content security policy among it. */
  let complaints: string[]
  let foreign: string[]

  beforeAll(async () => {
    server = await BuiltServer.install({ BUGLE_REGISTRATIONS_ADDRESS: '1000' })
    server.start()
    browser = await launchChromium(chromium)
    await server.ready()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  beforeEach(async () => {
    complaints = []
    foreign = []
    context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    page.on('request', (sent) => {
      if (!sent.url().startsWith(server.url)) foreign.push(sent.url())
    })
  })

  afterEach(async () => {
    await context.close()
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true }).last()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()

  /** Waits until nothing is being loaded any more; the network is never idle, since live updates stay open. */
  const loaded = () => expect.poll(() => page.getByRole('progressbar').count()).toBe(0)

  async function signIn({ email, password }: Account): Promise<void> {
    await page.goto('/m/')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Sign in').click()
    await page.getByRole('tab', { name: 'Inbox' }).waitFor()
  }

  async function send(
    { ingestToken, app_id }: Pick<Project, 'ingestToken' | 'app_id'>,
    type = 'TypeError',
  ): Promise<number> {
    const response = await fetch(`${server.url}/ingest`, {
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
      }),
    })
    return response.status
  }

  it('goes from nothing to a decision: register, project, token, first event, resolve, undo', async () => {
    await page.goto('/m/')
    await button('Create an account').click()
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-mail').last().fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).last().fill('correct horse battery')
    await button('Create account').click()
    await button('Create project').click()
    await page.getByLabel('Name').fill('Order desk')
    await page.getByRole('radio', { name: 'Node' }).click()
    expect(await page.getByLabel('App ID').inputValue()).toBe('order-desk')
    await button('Create project').click()
    await page.getByText('Waiting for the first event…').waitFor()
    const ingestToken = (await page.getByTestId('ingest-token').textContent()) ?? ''
    expect(ingestToken).toMatch(/^bgl_live_/)
    await button('Copy').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(ingestToken)

    expect(await send({ ingestToken, app_id: 'another-app' })).toBe(403)
    await page.getByText(/Refused 1 event/).waitFor()
    expect(await send({ ingestToken, app_id: 'order-desk' })).toBe(202)
    await page.getByText('Your first event has arrived.').waitFor()
    await button('Open issue').click()
    await page.getByText('applyDiscount', { exact: true }).waitFor()
    await page.getByText('POST /api/voucher').waitFor()
    await button('Resolve').click()
    await button('Reopen').waitFor()
    await button('Undo').click()
    await button('Resolve').waitFor()
  })

  it('asks for the password again without losing what was typed, when the session was replaced', async () => {
    const account = await register(server.url)
    const project = await createProject(account, 'Typed')
    await send(project)
    await signIn(account)
    await tab('Issues')
    await page.getByRole('link', { name: /TypeError/ }).click()
    await page.getByLabel('Comment', { exact: true }).fill('A draft that must stay')
    const again = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-client': 'web' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
    expect(again.status).toBe(200)
    await button('Send comment').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('A draft that must stay')
    await button('Send comment').click()
    await page.getByText('A draft that must stay').waitFor()
    const { tokens } = await request<{ tokens: { name: string }[] }>(account, 'GET', '/api/me/tokens')
    expect(tokens.map(({ name }) => name).sort()).toEqual(['mobile', 'web'])
  })

  it('turns on a second factor, and signs in by its code and by a recovery code', async () => {
    const account = await register(server.url)
    await signIn(account)
    await tab('You')
    await page.getByRole('button', { name: /Two-factor/ }).click()
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await button('Turn on').click()
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    await page.getByLabel('Authenticator code').fill(codeAt(Date.now()))
    await button('Confirm').click()
    await button('I have saved them').waitFor()
    const [recovery] = ((await page.getByTestId('secret').textContent()) ?? '').split('\n')
    await button('I have saved them').click()
    await page.getByText('It is on. 10 recovery codes left').waitFor()
    // Each code works once: the next one is of the next half minute, which the server accepts early.
    for (const isRecovery of [false, true]) {
      await context.clearCookies()
      await page.goto('/m/')
      await page.getByLabel('E-mail').fill(account.email)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await button('Sign in').click()
      if (isRecovery) {
        await button('Use a recovery code').click()
        await page.getByLabel('Recovery code').fill(recovery!)
        await button('Confirm').click()
      } else await page.getByLabel('Authenticator code').fill(codeAt(Date.now() + 30_000))
      await page.getByRole('tab', { name: 'Inbox' }).waitFor()
    }
  })

  it('says what is wrong with a sign-in', async () => {
    await page.goto('/m/')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await button('Sign in').click()
    await page.getByText('E-mail or password is wrong.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com')
  })

  it('resolves a row that is swiped right, and selects by a long press', async () => {
    const account = await register(server.url)
    const project = await createProject(account, 'Swiped')
    for (const type of ['TypeError', 'RangeError', 'SyntaxError']) await send(project, type)
    await signIn(account)
    await tab('Issues')
    await expect.poll(() => page.getByRole('link', { name: /Error/ }).count()).toBe(3)
    const row = page.getByRole('link', { name: /RangeError/ })
    const { x, y, width, height } = (await row.boundingBox())!
    const touch = await context.newCDPSession(page)
    const at = (dx: number) => [{ x: x + width / 4 + dx, y: y + height / 2 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const dx of [20, 60, 110, 150])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dx) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByText(/^Resolved [A-Z]/).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Error/ }).count()).toBe(2)
    await button('Undo').click()
    await expect.poll(() => page.getByRole('link', { name: /Error/ }).count()).toBe(3)
    await page.getByRole('link', { name: /SyntaxError/ }).click({ delay: 600 })
    await page.getByRole('checkbox', { name: /TypeError/ }).click()
    await page.getByText('2 selected').waitFor()
    await button('Ignore').click()
    await expect.poll(() => page.getByRole('link', { name: /Error/ }).count()).toBe(1)
  })

  it('has no fault that axe finds, in either theme', async () => {
    const account = await register(server.url)
    const project = await createProject(account, 'Axe')
    await send(project)
    await signIn(account)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const path of [
        '/m/',
        '/m/issues',
        '/m/projects',
        '/m/projects/new',
        `/m/projects/${project.id}/set-up`,
        '/m/you',
      ]) {
        await page.goto(path)
        await page.getByRole('main').waitFor()
        await loaded()
        // The bar of tabs is of the navigation library, which gives it no landmark.
        const { violations } = await new AxeBuilder({ page }).disableRules(['region']).analyze()
        expect({ path, colorScheme, found: violations.map(({ id, nodes }) => [id, nodes[0]?.html]) }).toEqual({
          path,
          colorScheme,
          found: [],
        })
      }
    }
  })

  it('is small enough', async () => {
    const sizes: number[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js'))
        sizes.push(statSync(new URL(`../../apps/server/dist/mobile${pathname.slice(2)}.gz`, import.meta.url)).size)
    })
    await page.goto('/m/')
    await page.getByLabel('E-mail').waitFor()
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(450)
  })
})
