import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { logIn } from './steps.ts'
import { screens } from './views.ts'
import { describeDashboard, overflowOf, violationsOf } from './window.ts'

/** Those that hold everything the others are made of; npm run test:long looks at all. */
const main = ['sign-in', 'issues-selected', 'issue', 'overview', 'settings-people', 'palette']
const isLong = process.env.BUGLE_LONG === '1'
const names = isLong ? Object.keys(screens) : main

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }

/** Nothing is wider than the window; charts are drawn anew a moment after it changed. */
const fits = (page: Page) => expect.poll(() => overflowOf(page), { timeout: 15_000 }).toBe(0)

describeDashboard(
  'the screens of the dashboard',
  (dashboard) => {
    let session: Awaited<ReturnType<Parameters<Parameters<typeof dashboard.inWindow>[1]>[1]['storageState']>>
    beforeAll(() =>
      dashboard.inWindow({}, async (page, context) => {
        await page.goto('/sign-in')
        await logIn(page)
        session = await context.storageState()
      }),
    )

    it.each(names)('%s is free of violations in both themes, and never wider than a phone', async (name) => {
      const { open, isStranger = false } = screens[name]!
      const options = { viewport: desktop, colorScheme: 'light' as const }
      await dashboard.inWindow(isStranger ? options : { ...options, storageState: session }, async (page) => {
        await page.goto(isStranger ? '/sign-in' : '/')
        await open(page)
        expect(await violationsOf(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await violationsOf(page, 'color-contrast')).toEqual([])
        await page.setViewportSize(phone)
        await fits(page)
        if (isLong) expect(await violationsOf(page)).toEqual([])
      })
    })

    it('keep their places at twice the size of text, and in German', async () => {
      await dashboard.inWindow({ viewport: phone }, async (page) => {
        await page.goto('/sign-in')
        await page.evaluate("localStorage.setItem('bugle-language', 'de')")
        await page.reload()
        await page.getByLabel('E-Mail', { exact: true }).fill('dev@example.com')
        await page.getByLabel('Passwort', { exact: true }).fill('bugle-dev-password')
        await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
        await page.getByRole('heading', { name: 'Probleme', exact: true }).waitFor()
        await page.getByRole('main').getByRole('listitem').first().waitFor()
        expect(await page.evaluate('document.documentElement.lang')).toBe('de')
        await fits(page)
        await page.evaluate("document.documentElement.style.fontSize = '24px'")
        await fits(page)
        await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
        await page.getByRole('heading', { name: 'Stack' }).waitFor()
        await fits(page)
      })
    })
  },
  { isSeeded: true },
)
