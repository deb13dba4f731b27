import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { gone } from '../harness/gone.ts'
import { describeDashboard } from './window.ts'

const stack =
  'TypeError: x\n    at applyDiscount (/srv/shop/cart.js:118:24)\n    at submit (/srv/shop/form.js:61:9)\n    at run (/srv/shop/node_modules/express/lib/router.js:9:1)'
const event = { exception_type: 'TypeError', message: 'x', app_id: 'com.example.shop', platform: 'node', stack }

describeDashboard('the screen of an issue', (dashboard) => {
  it('has the code that failed in the first window, and on a phone within one scroll', async () => {
    const { account, project } = await dashboard.projectWith('Fold')
    const lines = Array.from({ length: 5 }, (_, index) => `line${index}()`)
    const source_context = [
      { file: '/srv/shop/cart.js', line: 118, pre_context: lines, context_line: 'fail()', post_context: lines },
    ]
    const cause = {
      exception_type: 'RangeError',
      message: 'y',
      stack: 'RangeError: y\n    at run (/srv/shop/run.js:1:1)',
    }
    const message = 'Cannot read properties of undefined (reading total)'
    const { issue_id } = await dashboard.send(project, { ...event, message, source_context, exceptions: [cause] })
    const top = "document.querySelector('details[open] [data-line]').getBoundingClientRect().top"
    const crashing = "document.querySelector('details[open] [data-line][aria-current]').getBoundingClientRect().bottom"
    await dashboard.inWindowOf(account, { viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      await page.getByRole('region', { name: 'Source around line 118' }).waitFor()
      await page.getByRole('region', { name: 'Events over time' }).getByText('As table').waitFor()
      await expect.poll(() => page.evaluate<number>(top)).toBeLessThanOrEqual(430)
      // On paper only what can be read is left.
      await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
      await page.emulateMedia({ media: 'print' })
      await gone(page.getByRole('navigation'), page.getByRole('button', { name: 'Resolve', exact: true }))
      await page.getByRole('region', { name: 'Source around line 118' }).waitFor()
    })
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    await dashboard.inWindowOf(account, phone, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      await page.getByRole('region', { name: 'Source around line 118' }).waitFor()
      await expect.poll(() => page.evaluate<number>(crashing)).toBeLessThanOrEqual(2 * 844 - 64)
    })
  })

  it('shows all of a long message, with its lines, when it is asked to', async () => {
    const { account, project } = await dashboard.projectWith('Long')
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1} of the report`)
    const long = await dashboard.send(project, { ...event, message: lines.join('\n') })
    const short = await dashboard.send(project, { ...event, exception_type: 'RangeError', message: 'x' })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 360, height: 780 },
    ])
      await dashboard.inWindowOf(account, { viewport }, async (page) => {
        await page.goto(`/issues/${long.issue_id}`)
        const showAll = page.getByRole('button', { name: 'Show all', exact: true })
        await showAll.waitFor()
        const whole = page
          .locator('main header p')
          .filter({ hasText: /line 1 of the report[\s\S]*line 12 of the report/ })
        await gone(whole)
        await showAll.click()
        await expect.poll(async () => (await whole.textContent())?.split('\n')).toEqual(lines)
        await page.getByRole('button', { name: 'Show less' }).click()
        await gone(whole)

        // A message that fits has nothing more to show.
        await page.goto(`/issues/${short.issue_id}`)
        await page.getByRole('heading', { level: 1, name: 'RangeError: x' }).waitFor()
        await page.getByRole('heading', { name: 'Stack' }).waitFor()
        await gone(showAll)
      })
  })

  it('is snoozed until a time in the future, by default the next morning', async () => {
    const { account, project } = await dashboard.projectWith('Later')
    const { issue_id } = await dashboard.send(project, event)
    await dashboard.inWindowOf(account, { timezoneId: 'Europe/Vienna' }, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      await page.getByRole('button', { name: 'Snooze' }).click()
      await page.getByRole('menuitem', { name: 'Until a date…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Snooze' })
      const field = dialog.getByLabel('Reopen on')
      await expect.poll(() => field.inputValue()).toMatch(/T09:00$/)
      const morning = await field.inputValue()
      await field.fill('2020-01-01T09:00')
      await dialog.getByRole('button', { name: 'Snooze' }).click()
      await dialog.getByText('Choose a time in the future.').waitFor()
      await field.fill(morning)
      await dialog.getByRole('button', { name: 'Snooze' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(/^Snoozed until /).waitFor()
      // Shown at once, and sent a moment later.
      const until = async () => {
        const { issue } = await request(account, 'GET', `/api/issues/${issue_id}`)
        const sent = issue.snooze?.until ?? undefined
        return sent && new Date(sent).toLocaleString('sv', { timeZone: 'Europe/Vienna' })
      }
      await expect.poll(until).toBe(`${morning.replace('T', ' ')}:00`)
    })
  })

  it('shows the source around the line of a frame, colored and copied without its numbers', async () => {
    const { account, project } = await dashboard.projectWith('Source')
    const source_context = [
      {
        file: '/srv/shop/cart.js',
        line: 118,
        pre_context: ['const rule = rules.find(isBest)', '// taxes come last'],
        context_line: "\treturn rule.total * 0.9 + taxOf(cart, 'AT')",
        post_context: ['}'],
      },
      { file: '/srv/shop/form.js', line: 61, context_line: 'applyDiscount(cart)' },
    ]
    const { issue_id } = await dashboard.send(project, { ...event, source_context })
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      const source = page.getByRole('region', { name: 'Source around line 118' })
      await source.waitFor()
      const numbers = "[...document.querySelectorAll('details[open] [data-line]')].map((line) => line.dataset.line)"
      await expect.poll(() => page.evaluate(numbers)).toEqual(['116', '117', '118', '119'])
      await expect
        .poll(() => source.locator('[aria-current]').textContent())
        .toBe("\treturn rule.total * 0.9 + taxOf(cart, 'AT')")
      const keyword = source.locator('.text-syn-keyword', { hasText: 'return' })
      await keyword.waitFor()
      const colorOf = (selector: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('details[open] ${selector}')).color`)
      await expect
        .poll(async () => (await colorOf('.text-syn-keyword')) === (await colorOf('[aria-current]')))
        .toBe(false)
      const copied = await page.evaluate<string>(
        "(getSelection().selectAllChildren(document.querySelector('details[open] code')), String(getSelection()))",
      )
      expect(copied).not.toMatch(/11[6-9]/)
      expect(copied).toContain('// taxes come last')

      // Frames that the reader opened or closed stay that way in the other mode.
      const other = page.getByRole('region', { name: 'Source around line 61' })
      await other.waitFor({ state: 'hidden' })
      await page.locator('summary', { hasText: 'submit' }).click()
      await other.waitFor()
      await page.locator('summary', { hasText: 'applyDiscount' }).click()
      await source.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'All', exact: true }).first().click()
      await page.getByText('run', { exact: true }).waitFor()
      await expect.poll(async () => [await source.isVisible(), await other.isVisible()]).toEqual([false, true])
    })
  })

  it('lists its events by tag in the URL, and compares two of them', async () => {
    const { account, project } = await dashboard.projectWith('Compared')
    const now = Date.now()
    const send = (minutesAgo: number, change: object) =>
      dashboard.send(project, {
        ...event,
        timestamp: now - minutesAgo * 60_000,
        ...change,
      })
    const crumb = (message: string, ts: number) => ({ category: 'ui', message, ts })
    const [first, second] = ['click #apply', 'click #pay'].map((message) => [
      crumb('/cart', now - 5000),
      crumb(message, now),
    ])
    await send(9, { release: 'shop@1', tags: { plan: 'gold', region: 'EU' }, breadcrumbs: first })
    await send(6, { release: 'shop@2', tags: { plan: 'silver', region: 'EU' } })
    const { issue_id } = await send(3, {
      release: 'shop@2',
      tags: { plan: 'silver', region: 'EU' },
      breadcrumbs: second,
      stack: stack.replace('form.js:61', 'form.js:63'),
    })
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      const dialog = page.getByRole('dialog')
      const lines = dialog.getByRole('listitem')
      const facet = (value: string) =>
        page.getByRole('region', { name: 'Tags', exact: true }).getByRole('link', { name: value })
      // Tags are counted a moment after their event.
      await expect
        .poll(async () => {
          if ((await facet('gold').count()) === 0) await page.reload()
          await page.getByRole('heading', { name: 'Stack' }).waitFor()
          return facet('gold').count()
        })
        .toBe(1)

      await facet('silver').click()
      await expect.poll(() => lines.count()).toBe(2)
      await page.waitForURL(/query=tag\.plan%3Asilver/)
      await page.reload()
      await expect.poll(() => lines.count()).toBe(2)
      await dialog.getByLabel('Search these events').fill('!tag.plan:silver tag.region:EU')
      await page.keyboard.press('Enter')
      await expect.poll(() => lines.count()).toBe(1)
      await dialog.getByLabel('Search these events').fill('is:resolved')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').waitFor()
      await dialog.getByLabel('Search these events').fill('release:shop@2')
      await page.keyboard.press('Enter')
      await expect.poll(() => lines.count()).toBe(2)
      await lines.nth(1).getByRole('button').first().click()
      await dialog.waitFor({ state: 'detached' })
      // Its neighbors are matching events only.
      await expect.poll(() => page.getByRole('button', { name: 'Older event' }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Newer event' }).click()
      await page.getByRole('button', { name: 'Show all events' }).click()
      await page.waitForURL((url) => url.searchParams.get('query') === null)

      await page.keyboard.press('Shift+H')
      await page.waitForURL(/event=oldest/)
      await expect.poll(() => page.getByRole('button', { name: 'Older event' }).isDisabled()).toBe(true)
      await page.keyboard.press('d')
      const part = (name: string) => dialog.getByRole('region', { name: new RegExp(`^${name} `) })
      await part('Tags').getByText('1 differs').waitFor()
      await part('Tags').getByText('gold').waitFor()
      await part('Tags').getByText('silver').waitFor()
      await part('Tags').getByText('EU').waitFor({ state: 'hidden' })
      await part('Tags').getByText('1 identical').click()
      await part('Tags').getByText('EU').waitFor()
      await part('Breadcrumbs').getByText('ui click #apply').waitFor()
      // The same call on another line.
      await part('Stack').getByText('1 differs').waitFor()
      await part('Stack').getByText('at submit (/srv/shop/form.js:63:9)').waitFor()
      await page.waitForURL(/against=latest/)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.waitForURL((url) => url.searchParams.get('against') === null)
    })
  })
})
