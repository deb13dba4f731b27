import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { launchChromium } from '../harness/chromium.ts'
import { type Shop, serveShop, uploadMap } from './minified-shop.ts'
import { overflowOf } from './readable.ts'
import { type Dashboard, describeDashboard, violationsOf } from './window.ts'

/** Throws in the minified shop, after the map of another release was uploaded. */
async function crashed(dashboard: Dashboard, walk: (story: Story) => Promise<void>): Promise<void> {
  const { account, project } = await dashboard.projectWith('Minified shop')
  const shop = await serveShop()
  const browser = await launchChromium('/usr/bin/chromium')
  try {
    const upload = (name: keyof Shop['maps'], release: string) =>
      uploadMap(account, project, { name, text: shop.maps[name], release })
    await upload('app.js.map', 'shop@1.4.1')
    const issueId = await shop.crash(browser, account, project, 'shop@1.4.2')
    await walk({ account, issueId, url: shop.url, upload })
  } finally {
    await browser.close()
    shop.close()
  }
}

interface Story {
  account: Awaited<ReturnType<Dashboard['projectWith']>>['account']
  issueId: string
  url: string
  upload: (name: keyof Shop['maps'], release: string) => Promise<void>
}

const stackOf = (page: Page, name = 'Stack') => page.getByRole('region', { name, exact: true })

describeDashboard('errors in minified code', (dashboard) => {
  it('say why they stay minified, and are readable once the map arrives', async () => {
    await crashed(dashboard, async ({ account, issueId, url, upload }) => {
      const permissions = ['clipboard-read', 'clipboard-write']
      await dashboard.inWindowOf(account, { permissions }, async (page) => {
        await page.goto(`/issues/${issueId}`)
        const stack = stackOf(page)
        const copied = async () => {
          await stack.getByRole('button', { name: 'Copy', exact: true }).click()
          await page.getByRole('menuitem', { name: 'Stack trace as text' }).click()
          await page.getByText('Stack trace copied').last().waitFor()
          return page.evaluate<string>('navigator.clipboard.readText()')
        }

        // Eleven frames, two reasons.
        await stack
          .getByText(`${url}/assets/app.js was uploaded for shop@1.4.1, but the event's release is shop@1.4.2.`)
          .waitFor()
        await stack
          .getByText(`No source map was uploaded for this file. Looked for: ${url}/assets/library.js`)
          .waitFor()
        expect(await stack.getByText('Source map of another release').count()).toBe(1)
        expect(await stack.getByText('No source map', { exact: true }).count()).toBe(1)
        expect(await stack.getByRole('button', { name: 'Original' }).count()).toBe(0)
        expect(await copied()).toContain(`${url}/assets/app.js:`)
        expect(await violationsOf(page)).toEqual([])

        await upload('app.js.map', 'shop@1.4.2')
        await page.reload()
        await stack.getByText('checkout.ts:14:13').waitFor()
        await page.getByText('Checkout.pay in checkout.ts:14').waitFor()
        const lines =
          "[...document.querySelectorAll('details[open] details[open] [data-line]')].map(({ dataset }) => dataset.line)"
        expect(await page.evaluate(lines)).toEqual(['9', '10', '11', '12', '13', '14', '15', '16', '17', '18'])
        expect(await stack.locator('[aria-current]:visible').textContent()).toContain(
          "throw new Error('The payment failed', { cause })",
        )
        await stack.getByText('6 of 11 frames minified').waitFor()
        const cause = stack.locator('summary', { hasText: 'RangeError' })
        await cause.click()
        await stack.getByText('cart.ts:10:').waitFor()
        expect(await copied()).toMatch(
          /at Checkout\.pay \(checkout\.ts:14:13\).*Caused by: RangeError.*at totalOf \(cart\.ts:10:/s,
        )
        expect(await violationsOf(page)).toEqual([])

        // The minified location is one key away, and the other way round.
        await page.keyboard.press('o')
        await stack
          .getByText(/assets\/app\.js:\d+:\d+/)
          .first()
          .waitFor()
        expect(await stack.getByText('checkout.ts:14:13').count()).toBe(0)
        expect(await copied()).not.toContain('checkout.ts')
        await stack.getByRole('button', { name: 'Original' }).click()
        await stack.getByText('checkout.ts:14:13').waitFor()
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByText('Original / minified code').waitFor()
        await page.keyboard.press('Escape')

        await upload('library.js.map', 'shop@1.4.2')
        await page.reload()
        await stack.getByText('library.ts:2:').first().waitFor()
        expect(await stack.getByText('minified', { exact: true }).count()).toBe(0)
      })
    })
  })

  it('link each reason to its explanation, in German and on a phone too', async () => {
    await crashed(dashboard, async ({ account, issueId }) => {
      const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
      await dashboard.inWindowOf(account, phone, async (page, context) => {
        await context.addInitScript("localStorage.setItem('bugle-language', 'de')")
        await page.goto(`/issues/${issueId}`)
        await stackOf(page).getByText('Source Map eines anderen Releases').waitFor()
        expect(await overflowOf(page)).toBe(0)
        expect(await violationsOf(page)).toEqual([])
        await stackOf(page).getByRole('link', { name: 'Was das bedeutet' }).first().click()
        await page.waitForURL(/\/help\/stack-still-minified#wrong_release$/)
        const heading = page.getByRole('heading', { name: 'Source Map eines anderen Releases' })
        await expect
          .poll(() => heading.evaluate((element) => element === element.ownerDocument.activeElement))
          .toBe(true)
        await page.getByText('bugle sourcemaps upload DIR --release 1.4.2').waitFor()
        expect(await overflowOf(page)).toBe(0)
        expect(await violationsOf(page)).toEqual([])
      })
    })
  })
})
