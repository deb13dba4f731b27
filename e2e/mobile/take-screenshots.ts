// Usage: tsx e2e/mobile/take-screenshots.ts DIRECTORY [NAME …]
// Takes a screenshot of every screen of the mobile app's web build, at three widths and in both themes, for review.
// Build it first: npm run mobile.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../harness/chromium.ts'
import { startWithSamples } from '../harness/samples.ts'
import { enlargeText } from './enlarge-text.ts'

const [directory, ...names] = process.argv.slice(2)
if (directory === undefined) throw new Error('name the directory for the pictures')
mkdirSync(directory, { recursive: true })

const person = { email: 'dev@example.com', password: 'bugle-dev-password' }
const phone = { deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const shapes: Record<string, BrowserContextOptions> = {
  360: { ...phone, viewport: { width: 360, height: 760 } },
  390: { ...phone, viewport: { width: 390, height: 844 } },
  // The service worker would bring the page's own style sheet.
  large: { ...phone, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' },
  768: { hasTouch: true, viewport: { width: 768, height: 1024 } },
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const firstIssue = async (page: Page) => {
  await tab(page, 'Issues')
  await page.getByRole('link', { name: /Error/ }).first().click()
  await page.getByRole('toolbar', { name: 'Decisions' }).last().waitFor()
}

const screens: Record<string, (page: Page) => Promise<unknown>> = {
  inbox: (page) => page.getByRole('link').first().waitFor(),
  issues: async (page) => {
    await tab(page, 'Issues')
    await page.getByRole('link').first().waitFor()
  },
  issue: firstIssue,
  'issue-end': async (page) => {
    await firstIssue(page)
    await page.getByText('Activity').last().scrollIntoViewIfNeeded()
  },
  snooze: async (page) => {
    await firstIssue(page)
    await page.getByRole('button', { name: 'Snooze' }).last().click()
    await page.getByText('For a week', { exact: true }).waitFor()
  },
  resolved: async (page) => {
    await firstIssue(page)
    await page.getByRole('button', { name: 'Resolve', exact: true }).last().click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).screenshot()
    await page.waitForTimeout(300)
  },
  search: async (page) => {
    await tab(page, 'Issues')
    await page.getByRole('searchbox').fill('lev')
    await page.getByRole('button', { name: /^level:/ }).waitFor()
  },
  filters: async (page) => {
    await tab(page, 'Issues')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByText('Assignee').waitFor()
  },
  selected: async (page) => {
    await tab(page, 'Issues')
    await page.getByRole('link', { name: /Error/ }).first().click({ delay: 600 })
    await page.getByRole('checkbox').nth(1).click()
  },
  notifications: async (page) => {
    await tab(page, 'You')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText('Know at once').waitFor()
  },
  link: async (page) => {
    await page.goto('/m/link')
    await page.getByText('Scan the code').waitFor()
  },
  projects: async (page) => {
    await tab(page, 'Projects')
    await page.getByRole('listitem').first().waitFor()
  },
  'new-project': async (page) => {
    await tab(page, 'Projects')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Shop for phones')
  },
  token: async (page) => {
    await tab(page, 'Projects')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Shop for phones')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Waiting for the first event…').waitFor()
  },
  project: async (page) => {
    await tab(page, 'Projects')
    await page.getByRole('listitem').first().getByRole('link').click()
    await page.getByLabel('App IDs').waitFor()
  },
  you: async (page) => {
    await tab(page, 'You')
    await page.getByText('this session').waitFor()
  },
  'two-factor': async (page) => {
    await tab(page, 'You')
    await page.getByRole('button', { name: /Two-factor/ }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
  },
}

const server = await startWithSamples()
const browser = await launchChromium('/usr/bin/chromium')
for (const [shape, options] of Object.entries(shapes))
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ ...options, colorScheme, baseURL: server.url })
    const page = await context.newPage()
    if (shape === 'large') await enlargeText(page)
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(shape, message.text())
    })
    await page.goto('/m/')
    await page.getByLabel('E-mail').waitFor()
    if (wanted('sign-in')) await shoot(page, `sign-in-${shape}-${colorScheme}`)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('tab', { name: 'Inbox' }).waitFor()
    for (const [name, open] of Object.entries(screens).filter(([one]) => wanted(one))) {
      await page.goto('/m/')
      try {
        await open(page)
      } catch (error) {
        console.error(name, shape, String(error).slice(0, 300))
      }
      await shoot(page, `${name}-${shape}-${colorScheme}`)
    }
    await context.close()
  }
await browser.close()
await server.stop()
await server.remove()

function wanted(name: string): boolean {
  return names.length === 0 || names.includes(name)
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(directory!, `${name}.png`) })
}
