import type { Page } from 'playwright-core'

// Actions of users in the dashboard.

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Registers a new user, who arrives at the form for the first project. */
export async function registerNewUser(page: Page): Promise<void> {
  const email = `ann-${Math.random().toString(36).slice(2)}@example.com`
  await register(page, { email, password: 'correct horse battery' })
}

export async function register(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/register')
  await fillIn(page, { Name: 'Ann', 'E-mail': email, Password: password })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
}

const sampleOwner = { email: 'dev@example.com', password: 'bugle-dev-password' }

/** Signs in and waits for the issues, by default as the owner of the sample data. */
export async function logIn(page: Page, person = sampleOwner): Promise<void> {
  await submitLogin(page, person)
  await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
}

/** Fills in the form and signs in, whichever page follows. */
export async function submitLogin(page: Page, { email, password }: typeof sampleOwner): Promise<void> {
  await fillIn(page, { 'E-mail': email, Password: password })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
