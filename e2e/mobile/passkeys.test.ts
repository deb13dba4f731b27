import { it } from 'vitest'
import { registerForPhone } from '../harness/account.ts'
import { addPasskey } from '../harness/add-passkey.ts'
import { gone } from '../harness/gone.ts'
import { describeMobile } from './mobile-app.ts'

describeMobile(
  'the mobile app and an account whose second factor is a passkey',
  (app) => {
    it('says what signs in here, and takes a recovery code', async () => {
      const account = await registerForPhone(app.server.url)
      const [recoveryCode] = await addPasskey(account, app.origin)
      await app.page.goto('/m/')
      await app.page.getByLabel('E-mail').fill(account.email)
      await app.page.getByLabel('Password', { exact: true }).fill(account.password)
      await app.button('Sign in').click()
      await app.page.getByText('is a passkey, which works in the dashboard alone').waitFor()
      await gone(app.page.getByLabel('Authenticator code'))
      await app.page.getByLabel('Recovery code').fill(recoveryCode!)
      await app.button('Confirm').click()
      await app.page.getByRole('tab', { name: 'Inbox' }).waitFor()
    })
  },
  { host: 'localhost' },
)
