// Usage: npx tsx e2e/dashboard/screens.ts DIRECTORY [NAME …]
// Makes a picture of every screen in both themes and two widths, to be looked at. It runs the built server on a data
// directory of its own, with the sample data of npm run dev; or set BUGLE_SCREENS_URL to a server that has them already.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'
import { fillIn, logIn, registerBySample } from './steps.ts'

const [directory, ...names] = process.argv.slice(2)
if (directory === undefined) throw new Error('name the directory for the pictures')
mkdirSync(directory, { recursive: true })

type Screen = (page: Page) => Promise<void>

const issueOf =
  (title: string): Screen =>
  async (page) => {
    await logIn(page)
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { name: 'Stack' }).waitFor()
  }

const screens: Record<string, Screen> = {
  'sign-in': (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  'sign-in-wrong': async (page) => {
    await fillIn(page, { 'E-mail': 'nobody@example.com', Password: 'wrong password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
  },
  register: (page) => page.getByRole('link', { name: 'Create an account' }).click(),
  'first-project': registerBySample,
  'set-up': async (page) => {
    await registerBySample(page)
    await fillIn(page, { Name: 'Shop', 'App id': 'shop.example.com' })
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Waiting for the first event').waitFor()
  },
  'issues-empty': async (page) => {
    await registerBySample(page)
    await fillIn(page, { Name: 'Shop', 'App id': 'shop.example.com' })
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('link', { name: 'Issues' }).click()
    await page.getByText('Nothing received yet').waitFor()
  },
  issues: async (page) => {
    await logIn(page)
    await page.getByRole('listitem').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
  },
  'issues-waiting': async (page) => {
    await page.route('**/api/projects/*/issues?*', () => {})
    await logIn(page)
    await page.getByRole('status', { name: 'Loading the issues' }).waitFor()
  },
  'issues-failed': async (page) => {
    const body = { code: 'unavailable', message: 'Away.', request_id: 'req_0193f2a7' }
    await page.route('**/api/projects/*/issues?*', (route) => route.fulfill({ status: 503, json: body }))
    await logIn(page)
    await page.getByText('Could not load the issues').waitFor()
  },
  issue: issueOf('TypeError'),
  'issue-menu': async (page) => {
    await issueOf('TypeError')(page)
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem').first().waitFor()
  },
}

const shapes: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
}

const given = process.env.BUGLE_SCREENS_URL
const server = given === undefined ? await startWithSamples() : undefined
const browser = await launchChromium('/usr/bin/chromium')
for (const [name, screen] of Object.entries(screens)) {
  if (names.length > 0 && !names.includes(name)) continue
  for (const shape of Object.keys(shapes))
    for (const theme of ['light', 'dark'] as const) await shoot(browser, { name, screen, shape, theme })
}
await browser.close()
await server?.stop()
await server?.remove()

interface Shot {
  name: string
  screen: Screen
  shape: string
  theme: 'light' | 'dark'
}

async function shoot(browser: Browser, { name, screen, shape, theme }: Shot): Promise<void> {
  const baseURL = given ?? server!.url
  const context = await browser.newContext({ ...shapes[shape], baseURL, colorScheme: theme })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto('/sign-in')
  try {
    await screen(page)
  } catch (error) {
    console.error(`${name} ${shape} ${theme}: ${(error as Error).message}`)
  }
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(directory!, `${name}-${shape}-${theme}.png`) })
  await context.close()
}

async function startWithSamples(): Promise<BuiltServer> {
  const built = await BuiltServer.install({ BUGLE_REGISTRATIONS_ADDRESS: '1000' })
  built.start()
  await built.ready()
  const env = { ...process.env, BUGLE_DATA: built.dataDirectory, PORT: String(built.port) }
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, encoding: 'utf8' })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
  return built
}
