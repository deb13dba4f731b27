// Usage: npm run screens -- DIRECTORY [NAME …]
// Takes a screenshot of every screen in both themes and four widths, for review. It runs the built server on its own data
// directory with the sample data of npm run dev, or uses the server at BUGLE_SCREENS_URL, which must have that data.
// With --readme it takes the screenshots of the README and docs/alerts.md instead, small enough for the repository.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../harness/chromium.ts'
import { startWithSamples } from '../harness/samples.ts'
import { screens, settled } from './screen-list.ts'
import { logIn } from './steps.ts'

const isReadme = process.argv.includes('--readme')
const [directory, ...names] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (directory === undefined) throw new Error('name the directory for the pictures')
mkdirSync(directory, { recursive: true })

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const tablet: BrowserContextOptions = { viewport: { width: 1024, height: 800 } }
/** Small enough for the repository, and wide enough for all columns. */
const small: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** A larger phone. */
const handset: BrowserContextOptions = { ...phone, viewport: { width: 390, height: 844 } }

interface Shot {
  name: string
  file: string
  options: BrowserContextOptions
}

const shots: Shot[] = isReadme
  ? [
      { name: 'issues', file: 'issues.jpg', options: { ...small, colorScheme: 'light' } },
      { name: 'issue', file: 'issue.jpg', options: { ...small, colorScheme: 'dark' } },
      { name: 'overview', file: 'overview.jpg', options: { ...small, colorScheme: 'light' } },
      { name: 'organization-alerts', file: 'alerts.jpg', options: { ...small, colorScheme: 'light' } },
      { name: 'issue', file: 'phone.jpg', options: { ...phone, deviceScaleFactor: 1.5, colorScheme: 'light' } },
    ]
  : Object.keys(screens)
      .filter((name) => names.length === 0 || names.includes(name))
      .flatMap((name) =>
        Object.entries({ desktop, tablet, handset, phone }).flatMap(([shape, options]) =>
          (['light', 'dark'] as const).map((colorScheme) => ({
            name,
            file: `${name}-${shape}-${colorScheme}.png`,
            options: { ...options, colorScheme },
          })),
        ),
      )

const given = process.env.BUGLE_SCREENS_URL
const server = given === undefined ? await startWithSamples() : undefined
const browser = await launchChromium(chromiumPath)
// One session for all: another sign-in would end it.
const session = await signIn(browser)
for (const shot of shots) await shoot(browser, shot)
if (isReadme) await drawMessages(browser)
await browser.close()
await server?.stop()
await server?.remove()

type Session = Awaited<ReturnType<typeof signIn>>

async function signIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: given ?? server!.url })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await logIn(page)
  const state = await context.storageState()
  await context.close()
  return state
}

async function shoot(browser: Browser, { name, file, options }: Shot): Promise<void> {
  const { open, isSignedOut = false } = screens[name]!
  const context = await browser.newContext({
    ...options,
    baseURL: given ?? server!.url,
    reducedMotion: 'reduce',
    ...(isSignedOut ? {} : { storageState: session satisfies Session }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => console.error(`${file}: ${error.message}`))
  try {
    await page.goto(isSignedOut ? '/sign-in' : '/')
    if (!isSignedOut) await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
    await open(page)
    await settled(page)
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`)
    process.exitCode = 1
  }
  await loaded(page)
  await page.screenshot({
    path: join(directory!, file),
    ...(file.endsWith('.jpg') ? { type: 'jpeg', quality: 72 } : {}),
  })
  await context.close()
}

/** Pictures of docs/alerts.md: a message in a service of each look, as the form of a new channel draws it. */
async function drawMessages(browser: Browser): Promise<void> {
  const looks = {
    chat: 'slack',
    card: 'teams',
    text: 'matrix',
    phone: 'ntfy',
    pager: 'pager_duty',
    mail: 'email',
    request: 'webhook',
  }
  const context = await browser.newContext({
    ...phone,
    deviceScaleFactor: 1.5,
    viewport: { width: 640, height: 900 },
    isMobile: false,
    baseURL: given ?? server!.url,
    colorScheme: 'light',
    storageState: session satisfies Session,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
  await screens['alert-channel']!.open(page)
  for (const [look, kind] of Object.entries(looks)) {
    await page.getByRole('dialog').getByLabel('Service').selectOption(kind)
    const path = join(directory!, `message-${look}.jpg`)
    await page.locator(`[data-drawing="${kind}"]`).screenshot({ path, type: 'jpeg', quality: 72 })
  }
  await context.close()
}

/** Fonts are loaded, and no request is pending. */
async function loaded(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page
    .locator('.skeleton')
    .first()
    .waitFor({ state: 'detached', timeout: 3000 })
    .catch(() => {})
}
