import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { gone } from '../harness/gone.ts'
import { arrived } from '../harness/shown.ts'
import { fillIn, logIn, register } from './steps.ts'
import { describeDashboard, meantFault } from './window.ts'

describeDashboard('the dashboard', (dashboard) => {
  it('greets with its first account while there is none', async () => {
    await dashboard.inWindow({}, async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
      await page.getByText('This server is new.').waitFor()
      await gone(page.getByRole('link', { name: 'Sign in' }))
    })
  })

  it('goes from registration to a first event and resolves its issue, by keyboard where there is one', async () => {
    await dashboard.inWindow({ viewport: { width: 1280, height: 800 } }, async (page, context) => {
      const person = { email: 'walk@example.com', password: 'correct horse battery' }
      await register(page, person)
      await fillIn(page, { Name: "Ann's shop", 'App ID': 'shop.example.com' })
      await page.getByRole('button', { name: 'Create project' }).click()
      await page.getByText('Waiting for the first event').waitFor()

      // The command that the page shows works in a shell.
      await page.getByRole('button', { name: 'curl', exact: true }).click()
      const shown = page.getByRole('region', { name: 'Command' })
      await shown.getByText(/X-Service-Token: bgl_live_\w{20,}/).waitFor()
      const command = (await shown.textContent())!
      const answer = JSON.parse(
        execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )
      expect(answer).toHaveProperty('issue_id')
      await page.getByRole('link', { name: 'Open issue' }).click()

      await page.getByRole('heading', { name: /^TypeError: Cannot read/ }).waitFor()
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
      const tabs = page.getByRole('navigation', { name: 'Status' })
      await expect.poll(() => tabs.locator('[aria-current=page]').allTextContents()).toEqual(['Resolved1'])
      await row.waitFor()

      // The session is in a cookie that no script can read, and nowhere else.
      const cookie = (await context.cookies()).find(({ name }) => name === 'bugle_session')
      expect(cookie).toMatchObject({ name: 'bugle_session', httpOnly: true })
      const readable = await page.evaluate<string>(
        'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })',
      )
      expect(readable).not.toContain(cookie!.value)

      await page.getByRole('button', { name: 'Ann', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['bugle_browser'])
      await page.goto('/')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  it('leads back to the requested address, and to no other site', async () => {
    const { account, project } = await dashboard.projectWith('Back')
    await dashboard.inWindow({}, async (page) => {
      await page.goto(`/projects/${project.id}/issues?status=ignored`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await logIn(page, account)
      await page.waitForURL(`**/projects/${project.id}/issues?status=ignored`)
    })
    await dashboard.inWindow({}, async (page) => {
      await page.goto('/sign-in?next=//evil.example/')
      await logIn(page, account)
      await expect.poll(() => new URL(page.url()).origin).toBe(dashboard.server.url)
    })
  })

  it('reports a wrong password, keeps the typed text, and asks for the second factor', async () => {
    const { account } = await dashboard.projectWith('Twice')
    const { secret } = await request(account, 'POST', '/api/me/totp', {
      password: account.password,
    })
    const { TOTP } = await import('otpauth')
    const now = Date.now()
    const code = (ahead: number) => new TOTP({ secret }).generate({ timestamp: now + ahead * 30_000 })
    await request(account, 'POST', '/api/me/totp/confirm', { code: code(0) })
    await dashboard.inWindow({}, async (page) => {
      await page.goto('/sign-in')
      await fillIn(page, { 'E-mail': account.email, Password: 'not the password' })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('E-mail or password is wrong.').waitFor()
      await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(account.email)
      await fillIn(page, { Password: account.password })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const field = page.getByLabel('Authenticator code')
      await field.fill(code(0))
      await page.getByText('This code is wrong or was already used.').waitFor()
      await field.fill(code(1))
      await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
    })
  })

  it('reports its own error to a project of the server on request', async () => {
    const { account, project } = await dashboard.projectWith('Watched')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.addInitScript(`Intl.NumberFormat = function () { throw new RangeError('${meantFault}') }`)
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByText('An error occurred in the dashboard.').waitFor()
      await page.getByRole('button', { name: 'Report to a project on this server' }).click()
      const dialog = page.getByRole('dialog', { name: 'Report the error' })
      await fillIn(page, { 'App ID': 'com.example.shop', 'Ingest token': 'bgl_live_wrong' })
      await dialog.getByRole('button', { name: 'Send report' }).click()
      await dialog.getByText('The ingest token is invalid or revoked.').waitFor()
      await fillIn(page, { 'Ingest token': project.ingestToken })
      await dialog.getByRole('button', { name: 'Send report' }).click()
      const href = await dialog.getByRole('link', { name: 'Open issue' }).getAttribute('href')
      const { issue } = await arrived(() => request(account, 'GET', `/api/issues/${href!.split('/').at(-1)!}`))
      expect(issue.title).toBe(`RangeError: ${meantFault}`)
    })
  })

  it('shows the failed part, and its content after a retry', async () => {
    const { account, project } = await dashboard.projectWith('Away')
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      const pattern = '**/api/projects/*/issues?*'
      const body = { code: 'forbidden', message: 'Not now.', request_id: 'req_1' }
      await context.route(pattern, (route) => route.fulfill({ status: 403, json: body }))
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByText('Could not load the issues.').waitFor()
      await page.getByText('req_1').waitFor()
      await context.unroute(pattern)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Nothing received yet.').waitFor()
    })
  })
})
