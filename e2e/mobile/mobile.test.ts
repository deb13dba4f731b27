import { statSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { registerForPhone, request } from '../harness/account.ts'
import { sendIssues } from './measure-scroll.ts'
import { describeMobile } from './mobile-app.ts'
import { axeFaults } from './reach-of-page.ts'

describeMobile('the mobile app in a browser', (app) => {
  it('goes from nothing to a decision: register, project, token, first event, resolve, undo', async () => {
    await app.page.goto('/m/')
    await app.button('Create an account').click()
    await app.page.getByLabel('Name').fill('Ada')
    await app.page.getByLabel('E-mail').last().fill('ada@example.com')
    await app.page.getByLabel('Password', { exact: true }).last().fill('correct horse battery')
    await app.button('Create account').click()
    await app.button('Create project').click()
    await app.page.getByLabel('Name').fill('Order desk')
    await app.page.getByRole('radio', { name: 'Node' }).click()
    await expect.poll(() => app.page.getByLabel('App ID').inputValue()).toBe('order-desk')
    await app.button('Create project').click()
    await app.page.getByText('Waiting for the first event…').waitFor()
    const ingestToken = (await app.page.getByTestId('ingest-token').textContent()) ?? ''
    expect(ingestToken).toMatch(/^bgl_live_/)
    await app.button('Copy').click()
    await expect.poll(() => app.page.evaluate('navigator.clipboard.readText()')).toBe(ingestToken)

    expect(await app.send({ ingestToken, app_id: 'another-app' })).toBe(403)
    await app.page.getByText(/Refused 1 event/).waitFor()
    expect(await app.send({ ingestToken, app_id: 'order-desk' })).toBe(202)
    await app.page.getByText('Your first event has arrived.').waitFor()
    await app.button('Open issue').click()
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    await app.page.getByText('POST /api/voucher').waitFor()
    await app.button('Resolve').click()
    await app.button('Reopen').waitFor()
    await app.button('Undo').click()
    await app.button('Resolve').waitFor()
  })

  it('asks for the password again without losing what was typed, when the session was replaced', async () => {
    const { account } = await app.startWith('TypeError')
    await app.tab('Issues')
    await app.page.getByRole('link', { name: /TypeError/ }).click()
    await app.page.getByLabel('Comment', { exact: true }).fill('A draft that must stay')
    const again = await fetch(`${app.server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-client': 'mobile' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
    expect(again.status).toBe(200)
    await app.button('Send comment').click()
    const dialog = app.page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => app.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('A draft that must stay')
    await app.button('Send comment').click()
    await app.page.getByText('A draft that must stay').waitFor()
    const { tokens } = await request(account, 'GET', '/api/me/tokens')
    expect(tokens.map(({ name }) => name).sort()).toEqual(['cli', 'mobile'])
  })

  it('turns on a second factor, and signs in by its code and by a recovery code', async () => {
    const account = await registerForPhone(app.server.url)
    await app.signIn(account)
    await app.tab('You')
    await app.page.getByRole('button', { name: /Two-factor/ }).click()
    await app.page.getByLabel('Password', { exact: true }).fill(account.password)
    await app.button('Turn on').click()
    const secret = (await app.page.getByTestId('secret').textContent()) ?? ''
    const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    await app.page.getByLabel('Authenticator code').fill(codeAt(Date.now()))
    await app.button('Confirm').click()
    await app.button('I have saved them').waitFor()
    const [recovery] = ((await app.page.getByTestId('secret').textContent()) ?? '').split('\n')
    await app.button('I have saved them').click()
    await app.page.getByText('It is on. 10 recovery codes left').waitFor()
    // Each code works once: the next one is of the next half minute, which the server accepts early.
    for (const isRecovery of [false, true]) {
      await app.context.clearCookies()
      await app.page.goto('/m/')
      await app.page.getByLabel('E-mail').fill(account.email)
      await app.page.getByLabel('Password', { exact: true }).fill(account.password)
      await app.button('Sign in').click()
      if (isRecovery) {
        await app.button('Use a recovery code').click()
        await app.page.getByLabel('Recovery code').fill(recovery!)
        await app.button('Confirm').click()
      } else await app.page.getByLabel('Authenticator code').fill(codeAt(Date.now() + 30_000))
      await app.page.getByRole('tab', { name: 'Inbox' }).waitFor()
    }
  })

  it('says what is wrong with a sign-in', async () => {
    await app.page.goto('/m/')
    await app.page.getByLabel('E-mail').fill('nobody@example.com')
    await app.page.getByLabel('Password', { exact: true }).fill('wrong password')
    await app.button('Sign in').click()
    await app.page.getByText('E-mail or password is wrong.').waitFor()
    await expect.poll(() => app.page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com')
  })

  it('resolves a row that is swiped right, and selects by a long press', async () => {
    await app.startWith('TypeError', 'RangeError', 'SyntaxError')
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(3)
    await app.swipe(app.page.getByRole('link', { name: /RangeError/ }), 150)
    await app.page.getByText(/^Resolved [A-Z]/).waitFor()
    await expect.poll(() => app.rows().count()).toBe(2)
    await app.button('Undo').click()
    await expect.poll(() => app.rows().count()).toBe(3)
    await app.page.getByRole('link', { name: /SyntaxError/ }).click({ delay: 600 })
    await app.page.getByRole('checkbox', { name: /TypeError/ }).click()
    await app.page.getByText(/^2 (of \d+ )?selected/).waitFor()
    await app.button('Ignore').click()
    await expect.poll(() => app.rows().count()).toBe(1)
  })

  it('keeps its place in the list while the next page is on its way, and when it is there', async () => {
    const { account, project } = await app.startWith()
    await sendIssues(app.server, account, project, 80)
    await app.page.goto('/m/issues')
    await expect.poll(() => app.rows().count()).toBeGreaterThan(5)
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await app.page.route(/\/api\/issues\?.*cursor=/, async (route) => {
      await arrived
      await route.continue()
    })
    const scroll = (change: number) =>
      app.page.evaluate<{ top: number; height: number }>(`(() => {
        const list = document.querySelector('[aria-label="Issues"][role=list]')
        list.scrollTop += ${change}
        return { top: list.scrollTop, height: list.scrollHeight }
      })()`)
    await expect.poll(async () => (await scroll(2000)).top).toBeGreaterThan(3500)
    await app.page.getByRole('progressbar').waitFor()
    const { top, height } = await scroll(0)
    expect(top).toBeGreaterThan(3500)
    await expect.poll(() => axeFaults(app.page)).toEqual([])
    arrive()
    await expect.poll(async () => (await scroll(0)).height).toBeGreaterThan(height + 1000)
    expect((await scroll(0)).top).toBeGreaterThanOrEqual(top)
  })

  it('has no fault that axe finds, in either theme', async () => {
    const { project } = await app.startWith('TypeError')
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme })
      for (const path of [
        '/m/',
        '/m/issues',
        '/m/projects',
        '/m/projects/new',
        `/m/projects/${project.id}`,
        `/m/projects/${project.id}/set-up`,
        '/m/you',
        '/m/notifications',
        '/m/link',
      ]) {
        await app.page.goto(path)
        await app.page.getByRole('main').waitFor()
        await app.loaded()
        await expect
          .poll(async () => ({ path, colorScheme, found: await axeFaults(app.page) }))
          .toEqual({ path, colorScheme, found: [] })
      }
    }
  })

  it('is small enough', async () => {
    const sizes: number[] = []
    app.page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js'))
        sizes.push(statSync(new URL(`../../apps/server/dist/mobile${pathname.slice(2)}.gz`, import.meta.url)).size)
    })
    await app.page.goto('/m/')
    await app.page.getByLabel('E-mail').waitFor()
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(310)
  })
})
