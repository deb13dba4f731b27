import type { Role } from '@bugle/protocol'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { EvilProvider } from '../../apps/server/test/evil-provider.ts'
import { type Account, createProject, registerForPhone, request } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { gone } from '../harness/gone.ts'
import { enlargeText } from './enlarge-text.ts'
import { describeMobile, type MobileApp } from './mobile-app.ts'
import { axeFaults, cutTexts } from './reach-of-page.ts'

const provider = await EvilProvider.start()
afterAll(() => provider.close())

const organizationOf = async (account: Account) => (await request(account, 'GET', '/api/auth/me')).organizations[0]!.id

/** Invites to the organization of an account. @returns the link */
async function invite(owner: Account, role: Role): Promise<string> {
  const path = `/api/organizations/${await organizationOf(owner)}/invitations` as const
  return (await request(owner, 'POST', path, { role })).link
}

/** Makes an account a member of another one's organization. */
async function join(owner: Account, guest: Account, role: Role): Promise<string> {
  const link = await invite(owner, role)
  await request(guest, 'POST', '/api/invitations/accept', { token: link.split('#token=')[1]! })
  return organizationOf(owner)
}

async function openIssue(app: MobileApp): Promise<string> {
  await app.tab('Issues')
  await app.rows().first().click()
  await app.page.getByText('applyDiscount', { exact: true }).waitFor()
  return app.page.url().split('/').pop()!
}

/** The message that a decision can be undone. */
const toastOf = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })

describeMobile(
  'a team in the mobile app',
  (app) => {
    it('signs in by the identity provider, and says why not', async () => {
      provider.said = { sub: 'ida', email: 'ida@acme.example', email_verified: false }
      await app.page.goto('/m/')
      await app.button('Continue with Acme').click()
      await app.page.getByText(/names no verified e-mail address/).waitFor()
      await expect.poll(() => app.page.url()).toMatch(/\/m\/sign-in$/)
      provider.said = { sub: 'ida', email: 'ida@acme.example', email_verified: true, name: 'Ida' }
      await app.button('Continue with Acme').click()
      await app.page.getByRole('tab', { name: 'Inbox' }).waitFor()
      await app.tab('You')
      await app.page.getByText('ida@acme.example').waitFor()
      // The browser was at the provider, and nowhere else.
      expect(app.foreign.every((address) => address.startsWith(provider.issuer))).toBe(true)
      app.foreign = []
    })

    it('mentions in a comment, and assigns to any member or team', async () => {
      const { account, project } = await app.startWith('TypeError')
      const guest = await registerForPhone(app.server.url, 'Bob')
      const id = await join(account, guest, 'member')
      const path = `/api/organizations/${id}/teams` as const
      const { team } = await request(account, 'POST', path, { name: 'Checkout' })
      await request(account, 'PUT', `${path}/${team.id}/projects/${project.id}`)
      const issue = await openIssue(app)
      const assignee = async () => (await request(account, 'GET', `/api/issues/${issue}`)).issue.assignee?.name
      await app.button('Mention').click()
      await app.button('Bob').click()
      // Until it is closed, the sheet keeps the focus.
      await app.page.locator('[aria-modal]').waitFor({ state: 'detached' })
      const field = app.page.getByRole('textbox', { name: 'Comment' })
      await expect.poll(() => field.inputValue()).toBe('@Bob ')
      await field.pressSequentially('please look')
      const sent = app.page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/comments'))
      await app.button('Send comment').click()
      const { id: bob } = await request(guest, 'GET', '/api/auth/me')
      expect((await sent).postDataJSON()).toEqual({ text: '@Bob please look', mentions: [bob] })
      await app.page.getByText('@Bob please look').waitFor()
      for (const name of ['Bob', 'Checkout']) {
        await app.button('More actions').click()
        await app.button('Assign…').click()
        await app.button(name).click()
        await expect.poll(assignee).toBe(name)
        // The next sheet opens once this one is closed.
        await gone(app.page.locator('[aria-modal]'))
      }
    })

    it('unmerges what was merged, with undo', async () => {
      const { account } = await app.startWith('TypeError', 'RangeError')
      const { issues } = await request(account, 'GET', '/api/issues')
      await request(account, 'POST', `/api/issues/${issues[0]!.id}/merge`, { ids: [issues[1]!.id] })
      const count = async () => (await request(account, 'GET', '/api/issues')).issues.length
      await openIssue(app)
      await app.button('More actions').click()
      await app.button('Unmerge…').click()
      await app.page
        .getByRole('dialog')
        .getByRole('button', { name: /^RangeError/ })
        .click()
      await app.button('Unmerge').click()
      await expect.poll(count).toBe(2)
      await app.button('Undo').click()
      await expect.poll(count).toBe(1)
    })

    it('shows a viewer no decisions, and why', async () => {
      const { account } = await app.startWith('TypeError')
      const viewer = await registerForPhone(app.server.url, 'Vera')
      await join(account, viewer, 'viewer')
      await app.context.clearCookies()
      await app.signIn(viewer)
      await openIssue(app)
      await app.page.getByText('Your role allows reading only.').waitFor()
      await gone(app.page.getByRole('button', { name: 'Resolve' }))
      await gone(app.page.getByRole('textbox', { name: 'Comment' }))
      await app.button('More actions').click()
      await app.button('Copy as text').waitFor()
      await gone(app.page.getByRole('button', { name: /Assign|Unmerge|Delete/ }))
      // Nor does a row have any: a long press opens it.
      await app.page.goto('/m/issues')
      await app.rows().first().waitFor()
      await gone(app.page.getByRole('button', { name: /^Actions for/ }))
      await app.rows().first().click({ delay: 600 })
      await app.page.getByText('Your role allows reading only.').waitFor()
    })

    it('joins an organization by the link of an invitation, and leaves it', async () => {
      const owner = await registerForPhone(app.server.url, 'Olga')
      await createProject(owner, 'Billing')
      const id = await organizationOf(owner)
      const { organization } = await request(owner, 'GET', `/api/organizations/${id}`)
      await app.startWith('TypeError')
      await app.tab('You')
      await app.button('Use an invitation').click()
      const link = app.page.getByLabel('Link')
      await link.fill('https://example.com/not-one')
      await app.page.getByText('This is not the link of an invitation.').waitFor()
      await link.fill((await invite(owner, 'viewer')).replace(app.server.url, 'https://bugle.example.com'))
      await app.button('Continue').click()
      await app.page.getByText(/^This invitation belongs to another server/).waitFor()
      await app.button('Use another link').click()
      const used = await invite(owner, 'member')
      await link.fill(used)
      await app.button('Continue').click()
      await app.page.getByText(`Olga invites you to ${organization.name}.`).waitFor()
      await expect.poll(() => axeFaults(app.page)).toEqual([])
      await app.button('Accept').click()
      await app.page.getByRole('heading', { name: organization.name }).waitFor()
      await app.page.getByRole('button', { name: /^Olga, olga-.* · Owner/i }).waitFor()
      // The lists that were saved just now are of before.
      await app.page.goto('/m/projects')
      await app.page.getByRole('heading', { name: organization.name }).waitFor()
      await app.page
        .getByRole('link', { name: /^Billing/ })
        .last()
        .waitFor()
      await app.page.goto(used.replace('/invitation#', '/m/invitation#'))
      await app.page.getByText(/^This invitation was accepted already/).waitFor()
      await expect.poll(() => app.page.url()).not.toContain('token')
      await app.page.goto('/m/you')
      await app.page.getByRole('button', { name: `${organization.name}, Member` }).click()
      await app.button('Leave the organization…').click()
      await app.button(`Leave ${organization.name}`).click()
      await app.page.getByText(`You left ${organization.name}`).waitFor()
      await gone(app.page.getByRole('button', { name: `${organization.name}, Member` }))
    })

    it('joins with a new account, which an invitation that was put off still allows', async () => {
      const owner = await registerForPhone(app.server.url, 'Olga')
      const page = (await invite(owner, 'member')).replace('/invitation#', '/m/invitation#')
      await app.page.goto(page)
      await app.button('Not now').click()
      await app.page.getByLabel('E-mail').waitFor()
      await app.page.goto('about:blank')
      await app.page.goto(page)
      await app.page.getByLabel('Name').fill('Nora')
      await app.page.getByLabel('E-mail').last().fill('nora@example.com')
      await app.page.getByLabel('Password', { exact: true }).last().fill('correct horse battery')
      await app.button('Create account').click()
      await app.page.getByRole('tab', { name: 'Inbox' }).waitFor()
      const { members } = await request(owner, 'GET', `/api/organizations/${await organizationOf(owner)}/members`)
      expect(members.map(({ name }) => name)).toContain('Nora')
    })

    it('invites by a link', async () => {
      const { account } = await app.startWith('TypeError')
      const id = await organizationOf(account)
      await app.page.goto(`/m/organizations/${id}`)
      await app.button('Invite somebody').click()
      await app.page.getByRole('radio', { name: 'Viewer' }).click()
      await app.button('Create invitation').click()
      const link = (await app.page.getByText(/\/invitation#token=/).textContent())!
      await app.button('Copy').click()
      await expect.poll(() => app.page.evaluate('navigator.clipboard.readText()')).toBe(link)
      const { role } = await request(account, 'POST', '/api/invitations/view', {
        token: link.split('#token=')[1]!,
      })
      expect(role).toBe('viewer')
    })

    it('says at the project that events are refused, a week after the subscription ended', async () => {
      const { account, project } = await app.startWith()
      for (const change of [['active'], ['canceled', '--until', '2026-01-01']])
        expect((await runAdmin(app.server, ['subscription', account.email, ...change])).status).toBe(0)
      await expect.poll(() => app.send(project)).toBe(402)
      await app.page.goto(`/m/projects/${project.id}/set-up`)
      await app.page.getByText(/^Refused .* The subscription has ended\. Renew the subscription/).waitFor()
    })

    it('says when the subscription has ended', async () => {
      const account = await registerForPhone(app.server.url)
      const { status, stderr } = await runAdmin(app.server, ['subscription', account.email, 'expired'])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      await app.signIn(account)
      await app.page.getByText('Your subscription has ended.').waitFor()
      await app.page.getByText('You can read everything. New events are refused after a week.').waitFor()
    })

    it('has no fault that axe finds in its sheets, and cuts no strip or sign-in off at 200 % text', async () => {
      const { account } = await app.startWith('TypeError', 'RangeError')
      await join(account, await registerForPhone(app.server.url, 'Bob'), 'member')
      const { issues } = await request(account, 'GET', '/api/issues')
      await request(account, 'POST', `/api/issues/${issues[0]!.id}/merge`, { ids: [issues[1]!.id] })
      await runAdmin(app.server, ['subscription', account.email, 'expired'])
      const storageState = await app.context.storageState()
      const issue = `/m/issues/${issues[0]!.id}`
      const shapes: Record<string, BrowserContextOptions> = {
        light: { colorScheme: 'light' },
        dark: { colorScheme: 'dark' },
        // The service worker would bring the page's own style sheet.
        large: { serviceWorkers: 'block' },
      }
      for (const [shape, options] of Object.entries(shapes)) {
        const setUp = { baseURL: app.server.url, viewport: { width: 390, height: 844 }, ...options }
        const context = await app.browser.newContext({ ...setUp, storageState })
        const page = await context.newPage()
        const stranger = await app.browser.newContext(setUp)
        const signIn = await stranger.newPage()
        const look = async (screen: string, at = page) => {
          const found = async () => (shape === 'large' ? cutTexts(at) : { wide: 390, cut: await axeFaults(at) })
          await expect
            .poll(async () => ({ shape, screen, ...(await found()) }))
            .toEqual({ shape, screen, wide: 390, cut: [] })
        }
        // Open once its animation is over.
        const opened = () => page.locator('[aria-modal][role=dialog]').waitFor()
        if (shape === 'large') for (const one of [page, signIn]) await enlargeText(one)
        await page.goto('/m/')
        await page.getByText('Your subscription has ended.').waitFor()
        await look('strip of the subscription')
        if (shape !== 'large') {
          await page.goto(issue)
          await page.getByRole('button', { name: 'Mention' }).click()
          await page.getByRole('button', { name: 'Bob' }).waitFor()
          await opened()
          await look('mentions')
          await page.goto(issue)
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('button', { name: 'Unmerge…' }).click()
          await page.getByRole('button', { name: /^RangeError/ }).waitFor()
          await opened()
          await look('unmerge')
        }
        await signIn.goto('/m/')
        await signIn.getByRole('button', { name: 'Continue with Acme' }).waitFor()
        await look('single sign-on', signIn)
        await Promise.all([context.close(), stranger.close()])
      }
    })

    it('keeps the decisions beside a list free of what a toast covers', async () => {
      await app.startWith('TypeError', 'RangeError')
      const phone = app.page.viewportSize()!
      await app.page.setViewportSize({ width: 768, height: 1024 })
      await app.tab('Issues')
      await app.rows().first().click()
      const bar = app.page.getByRole('toolbar', { name: 'Decisions' })
      await bar.getByRole('button', { name: 'Resolve', exact: true }).click()
      const toast = toastOf(app.page)
      await toast.waitFor()
      await expect
        .poll(async () => {
          const [above, below] = [(await toast.boundingBox())!, (await bar.boundingBox())!]
          return below.y - above.y - above.height
        })
        .toBeGreaterThanOrEqual(0)
      await app.page.setViewportSize(phone)
    })

    it('keeps «Send comment» free of what a toast covers', async () => {
      await app.startWith('TypeError')
      await openIssue(app)
      await app.page.getByRole('textbox', { name: 'Comment' }).fill('seen')
      await app.button('Resolve').click()
      const toast = toastOf(app.page)
      await toast.waitFor()
      await app.page
        .getByText(/resolved/)
        .last()
        .waitFor()
      const send = app.button('Send comment')
      // The end of the screen moves while the activity grows.
      const distance = async () => {
        await send.evaluate((button) => {
          for (let one = button.parentElement; one !== null; one = one.parentElement) one.scrollTop = one.scrollHeight
        })
        const [below, above] = [(await toast.boundingBox())!, (await send.boundingBox())!]
        return below.y - above.y - above.height
      }
      await expect.poll(distance).toBeGreaterThanOrEqual(0)
    })
  },
  {
    env: () => ({
      BILLING: 'on',
      BUGLE_OIDC_ISSUER: provider.issuer,
      BUGLE_OIDC_CLIENT_ID: 'bugle',
      BUGLE_OIDC_NAME: 'Acme',
    }),
  },
)
