import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { gone } from '../harness/gone.ts'
import { fillIn } from './steps.ts'
import { describeDashboard, expectAccessible } from './window.ts'

/** Puts an authenticator into the browser that touches and verifies by itself. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

/**
 * Lets the sign-in page offer passkeys only where `offer` is set: the authenticator, which touches by itself, takes every offer
 * at once, before anything else can be tried.
 */
const offersOnlyIfWanted = () => {
  if (sessionStorage.getItem('offer') === null) PublicKeyCredential.isConditionalMediationAvailable = async () => false
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'proof', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

const arrive = (page: Page) => page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()

describeDashboard(
  'passkeys',
  (dashboard) => {
    it('sign in without the password and as the second factor, until they are removed', async () => {
      const { account } = await dashboard.projectWith('Keys')
      await dashboard.inWindowOf(account, {}, async (page, context) => {
        const { cdp, id: authenticatorId } = await addAuthenticator(context, page)
        const signInWithPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await page.addInitScript(offersOnlyIfWanted)
        await page.goto('/account/security')
        const panel = page.getByRole('region', { name: 'Passkeys' })
        await panel.getByLabel('Name of the passkey').fill('Work laptop')
        await panel.getByRole('button', { name: 'Add a passkey' }).click()
        const row = panel.getByRole('listitem').filter({ hasText: 'Work laptop' })
        await row.getByText('never used').waitFor()
        const codes = page.getByRole('region', { name: 'Recovery codes' })
        await expect.poll(() => codes.getByRole('listitem').count()).toBe(10)
        await expectAccessible(page)
        await codes.getByRole('button', { name: "I've saved them" }).click()
        await row.getByRole('button', { name: 'Rename' }).click()
        await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Old laptop')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await panel.getByText('Old laptop').waitFor()
        // It is on this device already.
        await panel.getByLabel('Name of the passkey').fill('Twice')
        await panel.getByRole('button', { name: 'Add a passkey' }).click()
        await panel.getByText('This device has a passkey of your account already.').waitFor()

        await signOut(page)
        await expectAccessible(page)
        await signInWithPasskey()
        await arrive(page)

        await signOut(page)
        await fillIn(page, { 'E-mail': account.email, Password: account.password })
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('button', { name: 'Use a recovery code' }).click()
        await page.getByLabel('Recovery code').waitFor()
        await page.getByRole('button', { name: 'Use a passkey' }).click()
        await page.getByRole('button', { name: 'Continue with a passkey' }).click()
        await arrive(page)
        await page.goto('/account/security')
        await panel.getByText('10 recovery codes left').waitFor()
        await gone(panel.getByText('never used'))

        // It is offered in the list of the e-mail field, without a button.
        await signOut(page)
        await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toBe('username webauthn')
        await page.evaluate(() => sessionStorage.setItem('offer', 'wanted'))
        await page.reload()
        await arrive(page)
        await page.evaluate(() => sessionStorage.removeItem('offer'))
        await page.reload()
        await arrive(page)

        // An authenticator that cannot verify its user is no password.
        await signOut(page)
        await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
        await signInWithPasskey()
        await page.getByText('No passkey was used').waitFor()
        await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
        await signInWithPasskey()
        await arrive(page)

        await page.goto('/account/security')
        await panel.getByRole('button', { name: 'Remove' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Password', { exact: true }).fill(account.password)
        await dialog.getByRole('button', { name: 'Remove the passkey' }).click()
        await panel.getByRole('listitem').filter({ hasText: 'Old laptop' }).waitFor({ state: 'detached' })
        await signOut(page)
        await signInWithPasskey()
        await page.getByText('This passkey was not accepted.').waitFor()
        await fillIn(page, { 'E-mail': account.email, Password: account.password })
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await arrive(page)
      })
    })
  },
  { host: 'localhost' },
)
