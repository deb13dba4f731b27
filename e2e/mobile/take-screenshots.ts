// Usage: tsx e2e/mobile/take-screenshots.ts DIRECTORY [--german] [--store] [NAME …]
// Takes a screenshot of every screen of the mobile app's web build, at four sizes and in both themes, for
// review. With --store it takes those of the listings in the stores, in the sizes that they ask for.
// Build it first: npm run mobile.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTranslations, t } from '@bugle/presentation/i18n'
import { labels as german } from '@bugle/presentation/labels/de'
import { labels as mobileGerman } from '@bugle/presentation/labels/de-mobile'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium, wholeChromiumPath } from '../harness/chromium.ts'
import { startWithSamples } from '../harness/samples.ts'
import { enlargeText } from './enlarge-text.ts'
import { screens, screensOutside } from './screens.ts'

const args = process.argv.slice(2)
const isGerman = args.includes('--german')
const isStore = args.includes('--store')
const [directory, ...given] = args.filter((one) => !one.startsWith('--'))
const names = isStore && given.length === 0 ? ['inbox', 'issue', 'issues', 'selected', 'projects'] : given
if (directory === undefined) throw new Error('name the directory for the pictures')
mkdirSync(directory, { recursive: true })

const person = { email: 'dev@example.com', password: 'bugle-dev-password' }
const phone = { deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const reviewed: Record<string, BrowserContextOptions> = {
  360: { ...phone, viewport: { width: 360, height: 760 } },
  390: { ...phone, viewport: { width: 390, height: 844 } },
  // The service worker would bring the page's own style sheet.
  large: { ...phone, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' },
  768: { hasTouch: true, viewport: { width: 768, height: 1024 } },
  // A phone on its side.
  844: { ...phone, viewport: { width: 844, height: 390 } },
}
/** 1320 × 2868 and 2064 × 2752 pixels for Apple, 1080 × 2160 for Google, whose longer side has at most twice the shorter one. */
const listed: Record<string, BrowserContextOptions> = {
  iphone: { ...phone, deviceScaleFactor: 3, viewport: { width: 440, height: 956 } },
  ipad: { ...phone, viewport: { width: 1032, height: 1376 } },
  android: { ...phone, deviceScaleFactor: 3, viewport: { width: 360, height: 720 } },
}
const shapes = isStore ? listed : reviewed
const themes = isStore ? (['light'] as const) : (['light', 'dark'] as const)

if (isGerman) setTranslations('de', { ...german, ...mobileGerman })
const server = await startWithSamples()
const browser = await launchChromium(wholeChromiumPath)
for (const [shape, options] of Object.entries(shapes))
  for (const colorScheme of themes) {
    const context = await browser.newContext({ ...options, colorScheme, baseURL: server.url })
    const page = await context.newPage()
    if (shape === 'large') await enlargeText(page)
    if (isGerman) await page.addInitScript(`localStorage.setItem('m-language', 'de')`)
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(shape, message.text())
    })
    await page.goto('/m/')
    await page.getByLabel(t('E-mail')).waitFor()
    for (const [name, open] of Object.entries(screensOutside).filter(([one]) => wanted(one))) {
      await open(page)
      await shoot(page, `${name}-${shape}-${colorScheme}`)
    }
    await page.goto('/m/')
    await page.getByLabel(t('E-mail')).fill(person.email)
    await page.getByLabel(t('Password'), { exact: true }).fill(person.password)
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
    await page.getByRole('tab', { name: t('Inbox') }).waitFor()
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
