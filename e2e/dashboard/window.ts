import { spawnSync } from 'node:child_process'
import { AxeBuilder } from '@axe-core/playwright'
import type { IngestAcknowledgement } from '@bugle/protocol'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { shown } from '../harness/shown.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { sendEvent } from './events.ts'

export interface Dashboard {
  server: BuiltServer
  /** Opens a window. At the end it must have requested nothing from other origins and logged no error. */
  inWindow: (
    options: BrowserContextOptions,
    walk: (page: Page, context: BrowserContext) => Promise<void>,
  ) => Promise<void>
  /** The same in a browser whose default text size is 200 %. */
  inLargeText: Dashboard['inWindow']
  /** In a window of a signed-in user. */
  inWindowOf: (person: Person, ...rest: Parameters<Dashboard['inWindow']>) => Promise<void>
  /** Creates a user with a project whose events are all shown. */
  projectWith: (name: string, ...events: Record<string, unknown>[]) => Promise<{ account: Account; project: Project }>
  /** Sends events to a project as a program does, and waits until all are shown, with their titles and tags. */
  sendAll: (project: Project, events: Record<string, unknown>[]) => Promise<IngestAcknowledgement[]>
  /** The same with one event. */
  send: (project: Project, event: Record<string, unknown>) => Promise<IngestAcknowledgement>
  /** A window for several tests; the caller closes it. */
  openWindow: (options: BrowserContextOptions) => Promise<Window>
}

type Person = Pick<Account, 'email' | 'password'>

export interface Window {
  page: Page
  context: BrowserContext
  close: () => Promise<void>
}

interface DashboardOptions {
  isSeeded?: boolean
  env?: Record<string, string>
  host?: string
  path?: string
}

/**
 * Runs tests against the built server in Chromium; `isSeeded` loads the sample data of npm run dev, and `host` and `path` are
 * parts of its public address.
 */
export function describeDashboard(
  name: string,
  define: (dashboard: Dashboard) => void,
  { isSeeded = false, env = {}, host = '127.0.0.1', path = '' }: DashboardOptions = {},
): void {
  describeWithTool(chromiumTool, name, (chromium) => {
    const dashboard = {} as Dashboard
    let browser: Browser
    beforeAll(async () => {
      const server = await BuiltServer.install({ BUGLE_TEST_LIMITS: 'registrationsAddress=1000', ...env })
      dashboard.server = server
      const baseURL = `http://${host}:${server.port}`
      server.start({ BUGLE_URL: baseURL + path })
      browser = await launchChromium(chromium)
      await server.ready()
      if (isSeeded) seed(server)
      dashboard.openWindow = (options) => openWindow(browser, { baseURL, ...options })
      dashboard.inWindow = async (options, walk) => walkIn(await dashboard.openWindow(options), walk)
      dashboard.inWindowOf = (person, options, walk) =>
        dashboard.inWindow(options, async (page, context) => {
          await signIn(context, person)
          await walk(page, context)
        })
      dashboard.sendAll = async ({ ingestToken, owner }, events) => {
        const acknowledged: IngestAcknowledgement[] = []
        for (const event of events) acknowledged.push(await sendEvent(server.url, ingestToken, event))
        await shown(owner, ...acknowledged)
        return acknowledged
      }
      dashboard.send = async (project, event) => (await dashboard.sendAll(project, [event]))[0]!
      dashboard.projectWith = async (name, ...events) => {
        const account = await register(server.url)
        const project = await createProject(account, name)
        await dashboard.sendAll(project, events)
        return { account, project }
      }
      dashboard.inLargeText = async (options, walk) => {
        const large = await launchChromium(chromium, '--blink-settings=defaultFontSize=32')
        try {
          await walkIn(await openWindow(large, { baseURL, ...options }), walk)
        } finally {
          await large.close()
        }
      }
    })
    afterAll(async () => {
      await browser.close()
      await dashboard.server.remove()
    })
    define(dashboard)
  })
}

async function walkIn({ page, context, close }: Window, walk: Parameters<Dashboard['inWindow']>[1]): Promise<void> {
  try {
    await walk(page, context)
  } catch (error) {
    const shown = await whatIsShown(page)
    await context.close()
    if (error instanceof Error) error.message += shown
    throw error
  }
  await close()
}

/** Describes a page for the report of a test that failed on it: a machine elsewhere leaves nothing else to look at. */
async function whatIsShown(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch(() => '(no page)')
  return `\n\n${page.url()} shows\n${text.slice(0, 3000)}`
}

/** Signs in by the form's request; the form has its own tests. */
async function signIn({ request }: BrowserContext, { email, password }: Person): Promise<void> {
  const headers = { 'x-service-client': 'web' }
  const answer = await request.post('/api/auth/login', { headers, data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** Marks errors that a test causes on purpose. */
export const meantFault = 'a fault for the test'

/** Loads the sample data into a server. */
export function seed(server: BuiltServer): void {
  const env = { ...process.env, BUGLE_DATA: server.dataDirectory, HOST: '127.0.0.1', PORT: String(server.port) }
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, encoding: 'utf8' })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
}

async function openWindow(browser: Browser, options: BrowserContextOptions & { baseURL: string }): Promise<Window> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const foreign: string[] = []
  const complaints: string[] = []
  context.on('request', (sent) => {
    const { origin, protocol } = new URL(sent.url())
    if (origin !== options.baseURL && protocol !== 'data:') foreign.push(sent.url())
  })
  const watch = (page: Page) => {
    leaveWhenAllowed(page)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => dialog.type() !== 'beforeunload' && complaints.push(`dialog: ${dialog.message()}`))
    page.on('console', (message) => {
      // Refusals that the screen itself shows are logged too.
      const isRefusal = /the server responded with a status of [45]|net::ERR_/.test(message.text())
      const isMeant = message.text().includes(meantFault)
      if (message.type() === 'error' && !isRefusal && !isMeant) complaints.push(message.text())
    })
  }
  context.on('page', watch)
  const close = async () => {
    await context.close()
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  }
  return { page: await context.newPage(), context, close }
}

/**
 * Lets navigations wait until the page does not ask before it is left, as it does while a change is on its way: nobody would
 * answer the question, which holds the navigation up.
 */
function leaveWhenAllowed(page: Page): void {
  const { goto, reload } = page
  const allowed = () =>
    page.waitForFunction(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  page.goto = async (...given) => {
    await allowed()
    return goto.apply(page, given)
  }
  page.reload = async (...given) => {
    await allowed()
    return reload.apply(page, given)
  }
}

/** Waits until axe finds no violation; restricted to the given rules where there are any. A list that is being read again is pale. */
export async function expectAccessible(page: Page, ...rules: string[]): Promise<void> {
  await expect.poll(() => violationsOf(page, ...rules)).toEqual([])
}

async function violationsOf(page: Page, ...rules: string[]): Promise<string[]> {
  // The page has no frames, and passed checks are not read: both take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
