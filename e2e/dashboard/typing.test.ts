import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { events } from './events.ts'
import { describeDashboard } from './window.ts'

/** Holds back requests that match, until the returned function is called. */
async function holdBack(page: Page, url: RegExp, method: string): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await isReleased
    await route.continue()
  })
  return release
}

describeDashboard('typing', (dashboard) => {
  it('goes on behind a suggestion that was chosen with the mouse, however late the next frame is', async () => {
    const { account } = await dashboard.projectWith('Chosen', ...events)
    await dashboard.inWindowOf(account, { viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.addInitScript(
        'const next = requestAnimationFrame; window.requestAnimationFrame = (act) => setTimeout(() => next(act), 100)',
      )
      await page.goto('/')
      const box = page.getByRole('combobox')
      await box.click()
      await page.keyboard.type('level:')
      await page.getByRole('option', { name: 'level:fatal' }).click()
      await page.keyboard.type('level:info', { delay: 30 })
      await expect.poll(() => box.inputValue()).toBe('level:fatal level:info')
    })
  })

  it('goes on behind a search whose address arrives later, of the list and of events', async () => {
    const { account, project } = await dashboard.projectWith('Sent', ...events)
    await dashboard.inWindowOf(account, { viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.goto(`/projects/${project.id}/issues`)
      const box = page.getByRole('combobox')
      await box.click()
      await page.keyboard.type('level:fatal')
      await page.keyboard.press('Enter')
      await page.keyboard.type(' OutOf')
      await page.waitForURL(/query=level/)
      await page
        .getByText('1 issue', { exact: false })
        .or(page.getByRole('main').getByRole('listitem'))
        .first()
        .waitFor()
      await expect.poll(() => box.inputValue()).toBe('level:fatal OutOf')
      // A query from elsewhere replaces it.
      await page.goBack()
      await expect.poll(() => box.inputValue()).toBe('')
      await page.goForward()
      await expect.poll(() => box.inputValue()).toBe('level:fatal')

      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
      await page.waitForURL(/\/issues\/iss_/)
      await page.goto(`${new URL(page.url()).pathname}?list=true`)
      const search = page.getByLabel('Search these events')
      await search.click()
      await page.keyboard.type('level:fatal')
      await page.keyboard.press('Enter')
      await page.keyboard.type(' user:u')
      await page.waitForURL(/query=level/)
      await expect.poll(() => search.inputValue()).toBe('level:fatal user:u')
    })
  })

  it('goes on while what was typed before is being sent', async () => {
    const { account, project } = await dashboard.projectWith('Saved', events[1]!)
    const { issues } = await request(account, 'GET', `/api/projects/${project.id}/issues`)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/issues/${issues[0]!.id}`)
      const release = await holdBack(page, /\/comments$/, 'POST')
      const field = page.getByLabel('Comment', { exact: true })
      await field.fill('first')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await field.fill('second')
      release()
      await page.getByText('first', { exact: true }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('second')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByText('second', { exact: true }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('')
    })
  })
})
