import { spawnSync } from 'node:child_process'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { BuiltServer } from '../harness/built-server.ts'
import { launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/tool.ts'

export interface Dashboard {
  server: BuiltServer
  /** A window of its own. What it asked of other origins, and what it complained about, is held against it at the end. */
  inWindow: (
    options: BrowserContextOptions,
    walk: (page: Page, context: BrowserContext) => Promise<void>,
  ) => Promise<void>
}

/** The built server and Chromium for the tests of a file; `isSeeded` with the sample data of npm run dev. */
export function describeDashboard(
  name: string,
  define: (dashboard: Dashboard) => void,
  { isSeeded = false } = {},
): void {
  describeWithTool('chromium', name, (chromium) => {
    const dashboard = {} as Dashboard
    let browser: Browser
    beforeAll(async () => {
      const server = await BuiltServer.install({ BUGLE_REGISTRATIONS_ADDRESS: '1000' })
      dashboard.server = server
      server.start()
      browser = await launchChromium(chromium)
      await server.ready()
      if (isSeeded) seed(server)
      dashboard.inWindow = (options, walk) => inWindow(browser, { baseURL: server.url, ...options }, walk)
    })
    afterAll(async () => {
      await browser.close()
      await dashboard.server.remove()
    })
    define(dashboard)
  })
}

/** What a test lets fail in the page on purpose has this in its message. */
export const meantFault = 'a fault for the test'

/** Fills a server with the sample data. */
export function seed(server: BuiltServer): void {
  const env = { ...process.env, BUGLE_DATA: server.dataDirectory, HOST: '127.0.0.1', PORT: String(server.port) }
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, encoding: 'utf8' })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
}

async function inWindow(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  walk: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const foreign: string[] = []
  const complaints: string[] = []
  context.on('request', (sent) => {
    const { origin, protocol } = new URL(sent.url())
    if (origin !== options.baseURL && protocol !== 'data:') foreign.push(sent.url())
  })
  const watch = (page: Page) => {
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
    page.on('console', (message) => {
      // A refusal that the screen itself shows is in the console too.
      const isRefusal = /the server responded with a status of [45]|net::ERR_/.test(message.text())
      const isMeant = message.text().includes(meantFault)
      if (message.type() === 'error' && !isRefusal && !isMeant) complaints.push(message.text())
    })
  }
  context.on('page', watch)
  const page = await context.newPage()
  try {
    await walk(page, context)
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  } finally {
    await context.close()
  }
}

/** What axe finds on the page; only of the given rules when there are any. */
export async function violationsOf(page: Page, ...rules: string[]): Promise<string[]> {
  // There are no frames, and nobody reads what passed: both take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** By how much the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return Math.max(0, await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
}
