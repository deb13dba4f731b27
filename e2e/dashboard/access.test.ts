import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { crookedInputs, cutTexts, emptyScrolls, movingParts, overflowOf } from './readable.ts'
import { closeAll, screens, settled } from './screen-list.ts'
import { logIn } from './steps.ts'
import { unreachableElements } from './unreachable-elements.ts'
import { describeDashboard, expectAccessible, type Window } from './window.ts'

/** Screens that together use every component; npm run test:long checks all. */
const main = [
  'issues-selected',
  'issue',
  'issue-diff',
  'overview',
  'settings-people',
  'settings-source-maps',
  'palette',
]
const isLong = process.env.BUGLE_LONG === '1'
const names = isLong ? Object.keys(screens) : main

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }

/** Checks that nothing is truncated or beyond the window. */
async function expectNothingCut(page: Page, what: string): Promise<void> {
  await expectFits(page)
  await expect.poll(async () => ({ what, cut: await cutTexts(page) })).toEqual({ what, cut: [] })
}

/** Nothing is wider than the window; charts render again a moment after a resize. */
const expectFits = (page: Page) => expect.poll(() => overflowOf(page)).toBe(0)

const isHanging = (page: Page) =>
  page.waitForFunction('true', undefined, { timeout: 20_000 }).then(
    () => false,
    () => true,
  )

describeDashboard(
  'the screens of the dashboard',
  (dashboard) => {
    /** One page for all screens, as a user has; signed-out screens have their own. */
    let own: Window
    const openOwn = async () => {
      own = await dashboard.openWindow({ viewport: desktop, colorScheme: 'light' })
      await own.page.goto('/sign-in')
      await logIn(own.page)
    }
    beforeAll(openOwn)
    // A page that hangs fails one test, not those that follow.
    beforeEach(async () => {
      if (await isHanging(own.page)) await openOwn()
    })
    afterAll(() => own.close())

    async function onScreen(name: string, look: (page: Page) => Promise<void>): Promise<void> {
      const { open, isSignedOut = false } = screens[name]!
      if (isSignedOut)
        return dashboard.inWindow({ viewport: desktop, colorScheme: 'light' }, async (page) => {
          await page.goto('/sign-in')
          await open(page)
          await look(page)
        })
      const { page } = own
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(desktop)
      await open(page)
      await settled(page)
      await look(page)
      await closeAll(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }

    /** Checks a screen at 200 % zoom, and that nothing moves where it should not. */
    async function isWhole(page: Page): Promise<void> {
      await expect.poll(() => movingParts(page)).toEqual([])
      await expectNothingCut(page, 'as it is')
      // Doubling the zoom halves the width; for layout they are the same.
      await page.setViewportSize({ width: desktop.width / 2, height: desktop.height / 2 })
      await expectNothingCut(page, 'zoom of 200 %')
      await page.setViewportSize(desktop)
    }

    it.each(names)(
      '%s is free of violations in both themes, never wider than a phone, whole when enlarged, and reached by keys',
      (name) =>
        onScreen(name, async (page) => {
          await expectAccessible(page)
          await expect.poll(() => crookedInputs(page)).toEqual([])
          if (isLong) expect(await unreachableElements(page)).toEqual([])
          if (main.includes(name)) await isWhole(page)
          await page.emulateMedia({ colorScheme: 'dark' })
          await expectAccessible(page, 'color-contrast')
          await page.setViewportSize(phone)
          await expectFits(page)
          expect(await emptyScrolls(page)).toEqual([])
          if (isLong) await expectAccessible(page)
        }),
    )

    it('are complete at twice the text size', async () => {
      await dashboard.inLargeText({ viewport: desktop }, async (page) => {
        await page.goto('/sign-in')
        await logIn(page)
        for (const name of main) {
          await screens[name]!.open(page)
          await settled(page)
          await expectNothingCut(page, name)
          await closeAll(page)
        }
      })
    })

    it('keep their layout at twice the text size, and in German', async () => {
      await dashboard.inWindow({ viewport: phone }, async (page) => {
        await page.goto('/sign-in')
        await page.evaluate("localStorage.setItem('bugle-language', 'de')")
        await page.reload()
        await page.getByLabel('E-Mail', { exact: true }).fill('dev@example.com')
        await page.getByLabel('Passwort', { exact: true }).fill('bugle-dev-password')
        await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
        await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
        await page.getByRole('main').getByRole('listitem').first().waitFor()
        await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
        await expectFits(page)
        await page.evaluate("document.documentElement.style.fontSize = '24px'")
        await expectFits(page)
        await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
        await page.getByRole('heading', { name: 'Stack' }).waitFor()
        await expectFits(page)
      })
    })
  },
  { isSeeded: true },
)
