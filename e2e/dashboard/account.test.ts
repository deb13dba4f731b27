import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { request, UnexpectedResponse } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { gone } from '../harness/gone.ts'
import { events } from './events.ts'
import { fillIn, submitLogin } from './steps.ts'
import { describeDashboard } from './window.ts'

describeDashboard('settings', (dashboard) => {
  it('turn on the second factor, which the next login asks for', async () => {
    const { account } = await dashboard.projectWith('Safe')
    const { TOTP } = await import('otpauth')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/account/security')
      const factor = page.getByRole('region', { name: 'Two-factor authentication' })
      await factor.getByLabel('Password', { exact: true }).fill(account.password)
      await factor.getByRole('button', { name: 'Set up two-factor authentication' }).click()
      await factor.getByRole('img', { name: 'QR code' }).waitFor()
      const secret = (await factor.locator('code').first().textContent())!
      const now = Date.now()
      const code = (ahead: number) => new TOTP({ secret }).generate({ timestamp: now + ahead * 30_000 })
      // The codes are shown only now, whatever else is still being read again.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/me/passkeys', async (route) => {
        await held
        await route.continue()
      })
      await factor.getByLabel('Code').fill(code(0))
      const codes = page.getByRole('region', { name: 'Recovery codes' })
      await codes.waitFor()
      release()
      await expect.poll(() => codes.getByRole('listitem').count()).toBe(10)
      const [recovery] = await codes.getByRole('listitem').allTextContents()
      await codes.getByRole('button', { name: "I've saved them" }).click()
      await codes.waitFor({ state: 'detached' })
      await page.getByText('10 recovery codes left').waitFor()

      await page.getByRole('button', { name: 'proof', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await fillIn(page, { 'E-mail': account.email, Password: account.password })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery!)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
      await page.goto('/account/security')
      await page.getByText('9 recovery codes left').waitFor()
    })
  })

  it('say at once that signing out without a network did not', async () => {
    const { account } = await dashboard.projectWith('Leaving')
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      const menu = page.getByRole('button', { name: 'proof', exact: true })
      const signOut = page.getByRole('menuitem', { name: 'Sign out' })
      await page.goto('/')
      await menu.click()
      await signOut.waitFor()
      await context.setOffline(true)
      await signOut.click()
      await page.getByText('You are still signed in.').waitFor()
      await context.setOffline(false)
      await menu.click()
      await signOut.click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  it('end a session elsewhere, and are left when their own session ends', async () => {
    const { account } = await dashboard.projectWith('Sessions')
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      await page.goto('/account/sessions')
      const mine = (await context.cookies()).find(({ name }) => name === 'bugle_session')
      const other = page.getByRole('listitem').filter({ hasText: 'mobile' })
      await other.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
      await other.waitFor({ state: 'detached' })
      const ended = await request(account, 'GET', '/api/auth/me').catch((error: unknown) => error)
      expect(ended).toBeInstanceOf(UnexpectedResponse)
      expect(ended).toMatchObject({ status: 401 })

      // Another window of the same session: signing out there ends it here.
      const second = await context.newPage()
      await second.goto('/account/sessions')
      await second.getByText('this session').waitFor()
      const answer = await second.evaluate<number>(
        "fetch('/api/auth/logout', { method: 'POST' }).then((response) => response.status)",
      )
      expect(answer).toBe(204)
      expect(mine).toBeDefined()
      await page.goto('/account/profile')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  it('say on both sides that a sign-in elsewhere ends the session here', async () => {
    const { account } = await dashboard.projectWith('Replaced')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/account/profile')
      await page.getByRole('heading', { name: 'Profile' }).waitFor()
      await dashboard.inWindow({}, async (elsewhere) => {
        await elsewhere.goto('/sign-in')
        await elsewhere.getByText('signing in here ends your session in any other').waitFor()
        await submitLogin(elsewhere, account)
        await elsewhere.getByRole('button', { name: 'proof', exact: true }).waitFor()
      })
      await page.goto('/account/sessions')
      await page.getByText('Your session here ended because you signed in elsewhere.').waitFor()
    })
  })

  it('keep the work of a user whose session ended, and continue after sign-in', async () => {
    const { account, project } = await dashboard.projectWith('Interrupted')
    const { issue_id } = await dashboard.send(project, events[1]!)
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      await page.goto(`/issues/${issue_id}`)
      await page.getByRole('heading', { name: 'Activity and comments' }).waitFor()
      const comment = page.getByRole('textbox', { name: 'Comment' })
      await comment.fill('Seen on two phones.')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await expect.poll(() => dialog.getByLabel('E-mail').inputValue()).toBe(account.email)
      await dialog.getByLabel('Password', { exact: true }).fill('not the password')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.getByText('E-mail or password is wrong.').waitFor()
      await dialog.getByLabel('Password', { exact: true }).fill(account.password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('listitem').filter({ hasText: 'Seen on two phones.' }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/issues/${issue_id}`)

      // Giving up leads to the sign-in, and back from there.
      await context.clearCookies()
      await page.getByRole('button', { name: 'Resolve', exact: true }).click()
      await dialog.getByRole('button', { name: 'Leave page' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await submitLogin(page, account)
      await page.waitForURL(`**/issues/${issue_id}`)
    })
  })

  it('export and erase the data of a person', async () => {
    const { account, project } = await dashboard.projectWith('Personal data')
    const users = ['u-1', 'u-1', 'u-2'].map((id) => ({ ...events[1]!, user: { id } }))
    await dashboard.sendAll(project, users)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/projects/${project.id}/settings/people`)
      await page.getByLabel('User ID').fill('u-1')
      await page.getByRole('button', { name: 'Export events' }).click()
      await page.getByText('2 events of u-1').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ])
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n')
      expect(lines.map((line) => line.includes('u-1') && !line.includes('u-2'))).toEqual([true, true])

      await page.getByRole('button', { name: 'Erase events' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Erase events' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Erasure' }).filter({ hasText: '2 events' }).waitFor()
    })
  })

  it('speak of no subscription on a server where nothing is to be paid', async () => {
    const { account } = await dashboard.projectWith('Free')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/account/subscription')
      await page.getByRole('heading', { name: 'Profile' }).waitFor()
      await gone(page.getByRole('link', { name: 'Subscription' }), page.getByText('Trial'))
    })
  })

  it('make an API token that is shown once, and a new ingest token beside the old one', async () => {
    const { account, project } = await dashboard.projectWith('Tokens')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/account/api-tokens')
      await fillIn(page, { Name: 'CI' })
      await page.getByLabel('Expires').selectOption('90 days')
      await page.getByRole('button', { name: 'Create token' }).click()
      const shown = (await page.getByText('Save this token.').locator('..').locator('code').textContent())!
      expect(shown).toMatch(/^\S{20,}$/)
      await page.getByRole('button', { name: "I've saved it" }).click()
      await page.getByText(shown).waitFor({ state: 'detached' })
      await page.getByText(/expires .*\d{4}/).waitFor()
      const row = page.getByRole('listitem').filter({ hasText: 'CI' })
      await row.getByText('never used').waitFor()
      const answer = await fetch(`${dashboard.server.url}/api/issues`, {
        headers: { authorization: `Bearer ${shown}` },
      })
      expect(answer.status).toBe(200)
      await page.reload()
      await row.locator('time').waitFor()
      await gone(row.getByText('never used'))
      const { api_tokens } = await request(account, 'GET', '/api/me/api-tokens')
      await expect.poll(() => row.locator('time').getAttribute('datetime')).toBe(api_tokens[0]!.last_used_at)

      await page.goto(`/projects/${project.id}/settings/token`)
      await page.getByRole('button', { name: 'Replace token' }).click()
      await page.getByText('The previous token is valid until').waitFor()
      await page.goto(`/projects/${project.id}/settings/danger`)
      await page.getByRole('button', { name: 'Delete project' }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: 'Delete Tokens' })
      await expect.poll(() => confirm.isDisabled()).toBe(true)
      await dialog.getByLabel('Type Tokens to confirm').fill('Tokens')
      await confirm.click()
      await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
    })
  })
})

describeDashboard(
  'settings of a server that bills',
  (dashboard) => {
    it('say what the subscription is, and what follows when it is over', async () => {
      const { account } = await dashboard.projectWith('Billed')
      const ends = new Date((await request(account, 'GET', '/api/auth/me')).subscription.trial_ends_at)
      await dashboard.inWindowOf(account, {}, async (page) => {
        await page.goto('/account/profile')
        await page.getByRole('link', { name: 'Subscription' }).click()
        const panel = page.getByRole('region', { name: 'Subscription' })
        await panel.getByText('Trial', { exact: true }).waitFor()
        const lines = await panel.getByRole('term').allInnerTexts()
        expect(lines).toEqual(['Status', 'Plan', 'Trial ends'])
        const values = await panel.getByRole('definition').allInnerTexts()
        expect(values).toEqual(['Trial', 'Monthly', expect.stringContaining(String(ends.getUTCFullYear()))])

        const ended = await runAdmin(dashboard.server, ['subscription', account.email, 'expired'])
        expect(ended).toMatchObject({ status: 0 })
        await page.reload()
        await panel.getByText('You can read everything. New events are refused after a week.').waitFor()
        await panel.getByText('Trial ended').waitFor()
      })
    })
  },
  { env: { BILLING: 'on' } },
)
