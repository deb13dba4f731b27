import type { Page } from 'playwright-core'

/** What people do with the dashboard, in their words. */

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Somebody new, who lands where the first project is created. */
export async function registerBySample(page: Page): Promise<void> {
  const email = `ann-${Math.random().toString(36).slice(2)}@example.com`
  await register(page, { email, password: 'correct horse battery' })
}

export async function register(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/register')
  await fillIn(page, { Name: 'Ann', 'E-mail': email, Password: password })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
}

const sample = { email: 'dev@example.com', password: 'bugle-dev-password' }

/** By default as the owner of the sample data. */
export async function logIn(page: Page, person = sample): Promise<void> {
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
}

/** The same, wherever it leads. */
export async function signIn(page: Page, { email, password }: typeof sample): Promise<void> {
  await fillIn(page, { 'E-mail': email, Password: password })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
