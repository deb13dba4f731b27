import { afterAll, expect, it } from 'vitest'
import { EvilProvider } from '../../apps/server/test/evil-provider.ts'
import { type Account, register, request } from '../harness/account.ts'
import { addPasskey } from '../harness/add-passkey.ts'
import { gone } from '../harness/gone.ts'
import { fillIn } from './steps.ts'
import { describeDashboard } from './window.ts'

const provider = await EvilProvider.start()
afterAll(() => provider.close())

describeDashboard(
  'single sign-on',
  (dashboard) => {
    const organizationOf = async (account: Account) =>
      (await request(account, 'GET', '/api/auth/me')).organizations[0]!.id

    it('takes an invited person through the provider and back to the invitation', async () => {
      const ann = await register(dashboard.server.url)
      const id = await organizationOf(ann)
      await request(ann, 'PATCH', `/api/organizations/${id}`, { require_sso: true })
      const path = `/api/organizations/${id}/invitations` as const
      const { link } = await request(ann, 'POST', path, { role: 'member' })
      provider.said = { sub: 'bob', email: 'bob@acme.example', email_verified: true, name: 'Bob' }

      // The browser visits the provider: it is no window without foreign requests.
      const { page, context } = await dashboard.openWindow({})
      await page.goto(link)
      await page.getByText('This organization requires single sign-on.').waitFor()
      await gone(page.getByRole('button', { name: 'Create account' }))
      await page.getByRole('link', { name: 'Continue with Acme' }).click()
      await page.getByText('You are signed in as Bob (bob@acme.example).').waitFor()
      await page.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Bob' }).waitFor()
      // Nothing of the link is left behind.
      await expect.poll(() => page.evaluate("sessionStorage.getItem('bugle.invitation')")).toBeNull()
      await context.close()
    })

    it('sends a person with a session by password to the provider, and keeps the invitation', async () => {
      const ann = await register(dashboard.server.url)
      const id = await organizationOf(ann)
      await request(ann, 'PATCH', `/api/organizations/${id}`, { require_sso: true })
      const path = `/api/organizations/${id}/invitations` as const
      const { link } = await request(ann, 'POST', path, { role: 'viewer' })
      const carol = await register(dashboard.server.url)
      provider.said = { sub: 'carol', email: carol.email, email_verified: true, name: 'Carol' }

      const { page, context } = await dashboard.openWindow({})
      await page.goto('/sign-in')
      await fillIn(page, { 'E-mail': carol.email, Password: carol.password })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
      const [recoveryCode] = await addPasskey(carol, new URL(page.url()).origin)
      await page.goto(link)
      await page.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('link', { name: 'Continue with Acme' }).click()
      // The address has an account: it proves itself once, without the passkey that only signs in.
      await page.getByLabel('Password', { exact: true }).fill(carol.password)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByText('If you have a passkey, you can also sign in with it').waitFor()
      await page.getByLabel('Authenticator code or recovery code').fill(recoveryCode!)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('heading', { name: 'Members' }).waitFor()
      await context.close()
    })
  },
  {
    host: 'localhost',
    env: { BUGLE_OIDC_ISSUER: provider.issuer, BUGLE_OIDC_CLIENT_ID: 'bugle', BUGLE_OIDC_NAME: 'Acme' },
  },
)
