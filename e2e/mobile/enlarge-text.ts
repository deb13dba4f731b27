import type { Page } from 'playwright-core'

/** Doubles the text, as a reader may set it in the browser. */
export async function enlargeText(page: Page): Promise<void> {
  await page.route('**/m/base.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()} html { font-size: 32px !important }` })
  })
}
