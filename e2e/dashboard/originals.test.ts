import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../harness/chromium.ts'
import { gone } from '../harness/gone.ts'
import { type Shop, serveShop, uploadMap } from './minified-shop.ts'
import { overflowOf } from './readable.ts'
import { type Dashboard, describeDashboard, expectAccessible } from './window.ts'

/** Throws in the minified shop, after the map of another release was uploaded. */
async function crashed(dashboard: Dashboard, walk: (story: Story) => Promise<void>): Promise<void> {
  const { account, project } = await dashboard.projectWith('Minified shop')
  const shop = await serveShop()
  const browser = await launchChromium(chromiumPath)
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

        // Eleven frames, two reasons, each one line until somebody asks.
        await stack.getByText('Why?').first().waitFor()
        for (const why of await stack.getByText('Why?').all()) await why.click()
        await stack
          .getByText(`${url}/assets/app.js was uploaded for shop@1.4.1, but the event's release is shop@1.4.2.`)
          .waitFor()
        await stack
          .getByText(`No source map was uploaded for this file. Looked for: ${url}/assets/library.js`)
          .waitFor()
        await stack.getByText('bugle sourcemaps upload . --release shop@1.4.2').first().waitFor()
        await expect.poll(() => stack.getByText('Source map of another release').count()).toBe(1)
        await expect.poll(() => stack.getByText('No source map', { exact: true }).count()).toBe(1)
        await gone(stack.getByRole('button', { name: 'Original' }))
        await expect.poll(copied).toContain(`${url}/assets/app.js:`)
        await expectAccessible(page)

        await upload('app.js.map', 'shop@1.4.2')
        await page.reload()
        await stack.getByText('checkout.ts:14:13').waitFor()
        await page.getByText('Checkout.pay in checkout.ts:14').waitFor()
        const lines =
          "[...document.querySelectorAll('details[open] details[open] [data-line]')].map(({ dataset }) => dataset.line)"
        await expect
          .poll(() => page.evaluate(lines))
          .toEqual(['9', '10', '11', '12', '13', '14', '15', '16', '17', '18'])
        await expect
          .poll(() => stack.locator('[aria-current]:visible').textContent())
          .toContain("throw new Error('The payment failed', { cause })")
        await stack.getByText('6 of 11 frames minified').waitFor()
        const cause = stack.locator('summary', { hasText: 'RangeError' })
        await cause.click()
        await stack.getByText('cart.ts:10:').waitFor()
        await expect
          .poll(copied)
          .toMatch(/at Checkout\.pay \(checkout\.ts:14:13\).*Caused by: RangeError.*at totalOf \(cart\.ts:10:/s)
        await expectAccessible(page)

        // The minified location is one key away, and the other way round.
        await page.keyboard.press('o')
        await stack
          .getByText(/assets\/app\.js:\d+:\d+/)
          .first()
          .waitFor()
        await gone(stack.getByText('checkout.ts:14:13'))
        await expect.poll(copied).not.toContain('checkout.ts')
        await stack.getByRole('button', { name: 'Original' }).click()
        await stack.getByText('checkout.ts:14:13').waitFor()
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByText('Original / minified code').waitFor()
        await page.keyboard.press('Escape')

        await upload('library.js.map', 'shop@1.4.2')
        await page.reload()
        await stack.getByText('library.ts:2:').first().waitFor()
        await gone(stack.getByText('minified', { exact: true }))

        // The change by the maps can be taken back; the stack stays readable.
        const repair = page.getByRole('listitem').filter({ hasText: 'readable by source maps' })
        await repair.first().getByRole('button', { name: 'Undo' }).click()
        await page.getByText('undid the last change').waitFor()
        await expect.poll(() => repair.getByRole('button', { name: 'Undo' }).count()).toBe((await repair.count()) - 1)
        await stack.getByText('library.ts:2:').first().waitFor()
      })
    })
  })

  it('link each reason to its explanation, in German and on a phone too', async () => {
    await crashed(dashboard, async ({ account, issueId }) => {
      const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
      await dashboard.inWindowOf(account, phone, async (page, context) => {
        await context.addInitScript("localStorage.setItem('bugle-language', 'de')")
        await page.goto(`/issues/${issueId}`)
        await stackOf(page).getByText('Source Map einer anderen Version').click()
        await expect.poll(() => overflowOf(page)).toBe(0)
        await expectAccessible(page)
        await stackOf(page).getByRole('link', { name: 'Was das bedeutet' }).first().click()
        await page.waitForURL(/\/help\/stack-still-minified#wrong_release$/)
        const heading = page.getByRole('heading', { name: 'Source Map einer anderen Version' })
        await expect
          .poll(() => heading.evaluate((element) => element === element.ownerDocument.activeElement))
          .toBe(true)
        await page.getByText('bugle sourcemaps upload . --release 1.4.2', { exact: true }).first().waitFor()
        await expect.poll(() => overflowOf(page)).toBe(0)
        await expectAccessible(page)
      })
    })
  })

  it('are found by release and debug ID, uploaded from the browser, and deleted', async () => {
    const { account, project } = await dashboard.projectWith('Uploads')
    const shop = await serveShop()
    shop.close()
    const id = '85314830-023f-4cf1-a267-535f4e37bb17'
    const marked = JSON.stringify({ ...JSON.parse(shop.maps['library.js.map']), debugId: id })
    const folder = mkdtempSync(join(tmpdir(), 'dist-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '')
    writeFileSync(join(folder, 'assets/app.js.map'), shop.maps['app.js.map'])
    writeFileSync(join(folder, 'assets/broken.js.map'), '{"version":3')
    writeFileSync(join(folder, 'world.map'), 'A treasure lies here.')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/projects/${project.id}/settings/source-maps`)
      const files = page.getByRole('region', { name: 'Uploaded files' })
      await files.getByText(`npx bugle projects use ${project.id}`).waitFor()
      await expectAccessible(page)

      const upload = page.getByRole('region', { name: 'Upload', exact: true })
      await upload.getByLabel('Release').fill('shop@1.4.2')
      await upload.getByLabel('Choose a folder').last().setInputFiles(folder)
      await upload.getByText('1 of 3 files were not uploaded').waitFor()
      await upload.getByRole('listitem').filter({ hasText: 'world.map' }).getByText('Not usable').waitFor()
      await files.getByText(/^The source map is not valid near byte 12/).waitFor()
      await files.getByRole('listitem').filter({ hasText: '~/assets/app.js' }).getByText('Ready').waitFor()
      await upload.getByLabel('Release').fill('')
      await upload.getByLabel('Address of the folder').fill('https://cdn.example/a')
      const dropped = await page.evaluateHandle(
        ([name, text]) => {
          const data = new DataTransfer()
          data.items.add(new File([text!], name!))
          return data
        },
        ['library.js.map', marked],
      )
      await upload.getByText('Drop source maps here').dispatchEvent('drop', { dataTransfer: dropped })
      await upload.getByText('Uploaded 1 file').waitFor()
      const library = files.getByRole('listitem').filter({ hasText: 'https://cdn.example/a/library.js' })
      await library.getByText(id).waitFor()
      await library.getByText('never used').waitFor()
      await expectAccessible(page)

      await files.getByLabel('Release or debug ID').fill(id.toUpperCase())
      await page.keyboard.press('Enter')
      await page.waitForURL(/\?q=85314830/i)
      await expect.poll(() => files.getByRole('listitem').count()).toBe(1)
      await files.getByRole('button', { name: 'Show all' }).click()
      await files.getByRole('button', { name: 'shop@1.4.2' }).first().click()
      await page.waitForURL(/\?q=shop/)
      await library.waitFor({ state: 'detached' })
      await page.goBack()

      const download = page.waitForEvent('download')
      await library.getByRole('link', { name: 'Download library.js.map' }).click()
      expect(readFileSync(await (await download).path(), 'utf8')).toBe(marked)

      await library.getByRole('button', { name: 'Delete library.js.map' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete library.js.map' }).click()
      await page.getByText('Deleted library.js.map').waitFor()
      await library.waitFor({ state: 'detached' })
    })
    rmSync(folder, { recursive: true })
  })
})
