import { expect, it } from 'vitest'
import { listIssues, request } from '../harness/account.ts'
import { gone } from '../harness/gone.ts'
import { events } from './events.ts'
import { describeDashboard } from './window.ts'

const app = { app_id: 'com.example.shop' }

describeDashboard('what the screens say', (dashboard) => {
  it('updates a second tab, and shows another user’s decision in the row', async () => {
    const { account, project } = await dashboard.projectWith('Together', ...events)
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      await page.goto('/')
      const rowsIn = (tab: typeof page) => tab.getByRole('main').getByRole('listitem')
      await expect.poll(() => rowsIn(page).count()).toBe(4)
      await page.getByText('Live', { exact: true }).waitFor()
      const second = await context.newPage()
      await second.goto(page.url())
      await expect.poll(() => rowsIn(second).count()).toBe(4)
      await second.getByText('Live', { exact: true }).waitFor()

      const type = await rowsIn(page).first().locator('strong').textContent()
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      const resolved = rowsIn(second).filter({ hasText: type! })
      await resolved.getByText('Resolved', { exact: true }).waitFor()
      await expect.poll(() => rowsIn(second).count()).toBe(4)
      // A colleague at another device.
      const other = (await listIssues(account, project)).find((issue) => issue.type === 'OutOfMemory')!
      await request(account, 'PATCH', `/api/issues/${other.id}`, { status: 'ignored' })
      await rowsIn(second).filter({ hasText: 'OutOfMemory' }).getByText('Ignored').waitFor()
      await page.keyboard.press('z')
      await resolved.getByText('Resolved', { exact: true }).waitFor({ state: 'detached' })
    })
  })

  it('labels the counts of a filtered list with their range', async () => {
    const quota = { ...events[1], environment: 'production' }
    const { account, project } = await dashboard.projectWith('Counted', { ...quota, user: { id: 'u-1' } })
    const others = ['u-2', 'u-3'].map((id) => ({ ...quota, environment: 'staging', user: { id } }))
    await dashboard.sendAll(project, others)
    await dashboard.inWindowOf(account, { viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto(`/projects/${project.id}/issues?environment=production`)
      await page.getByRole('button', { name: 'Matching events' }).waitFor()
      await page.getByRole('button', { name: 'All users' }).waitFor()
      const row = page.getByRole('main').getByRole('listitem').first()
      await expect.poll(() => row.textContent()).toMatch(/1 matching events.*3 users in total/s)
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByRole('button', { name: 'All events' }).waitFor()
      await page.getByRole('button', { name: 'All users' }).waitFor()
    })
  })

  it('shows the whole culprit of a row if there is room, and nothing in it is forged', async () => {
    const hermes = {
      ...app,
      platform: 'android',
      exception_type: 'TypeError',
      message: 'undefined is not a function',
      stack: 'TypeError: undefined is not a function\n    at execute (address at index.android.bundle:1:98765)',
    }
    const { account, project } = await dashboard.projectWith('Bundle', hermes)
    const folder = '/srv/shop/src/features/checkout/payment/providers/cards/europe'
    await dashboard.send(project, {
      ...app,
      platform: 'node',
      exception_type: 'LongPathError',
      message: 'x',
      stack: `LongPathError: x\n    at confirmPayment (${folder}/confirm-payment.js:3:1)`,
      release: 'shop@5.10.0',
    })
    await dashboard.send(project, { ...app, platform: 'web', exception_type: ' ', message: ' \t' })
    await dashboard.send(project, {
      ...app,
      platform: 'web',
      exception_type: 'Error\u202Egnp.exe',
      message: '\u05E9\u05DC\u05D5\u05DD \u200B\u2066reversed',
    })
    await dashboard.inWindowOf(account, { viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto(`/projects/${project.id}/issues`)
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      const culprit = rows.filter({ hasText: 'TypeError' }).getByTitle('execute in index.android.bundle')
      const isWhole = () =>
        culprit.evaluate((one) => [...one.children].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
      await expect.poll(isWhole).toBe(true)
      // In a narrow row folders are shortened; function and file keep every letter.
      await page.setViewportSize({ width: 1024, height: 900 })
      const long = rows.filter({ hasText: 'LongPathError' }).getByTitle('/src/')
      const cut = () =>
        long.evaluate((one) => [...one.children].map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      await expect.poll(cut).toEqual([false, true, false])
      const forged = rows.filter({ hasText: 'gnp' })
      await expect.poll(() => forged.locator('strong').textContent()).toBe('Error⟨U+202E⟩gnp.exe')
      await expect
        .poll(() => forged.locator('bdi').allTextContents())
        .toEqual(['Error⟨U+202E⟩gnp.exe', '\u05E9\u05DC\u05D5\u05DD ⟨U+200B⟩⟨U+2066⟩reversed'])
      await rows.filter({ hasText: '(no type)' }).getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: '(no type)' }).waitFor()
      await expect.poll(() => page.title()).toMatch(/^\(no type\)/)
    })
  })

  it('marks each mistake of a query, and keeps the rows', async () => {
    const { account } = await dashboard.projectWith('Mistaken', ...events)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      await page.getByRole('combobox').fill('is:foo levl:error')
      await page.getByText('Enter to search').waitFor()
      await page.keyboard.press('Enter')
      const mistakes = page.getByRole('alert').getByRole('listitem')
      await expect.poll(() => mistakes.count()).toBe(2)
      await expect.poll(() => mistakes.nth(1).textContent()).toMatch(/^“levl” is no key\..*\.$/)
      await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['foo', 'levl:error'])
      await gone(page.getByRole('button', { name: 'Try again' }))
      await expect
        .poll(() =>
          page
            .getByRole('main')
            .getByRole('listitem')
            .filter({ has: page.getByRole('checkbox') })
            .count(),
        )
        .toBe(4)
      // Opened by its address, there are no rows to return to.
      await page.reload()
      await page.getByText('The query has a mistake. Correct it to search.').waitFor()
      await gone(page.getByRole('button', { name: 'Try again' }))
    })
  })

  it('reports a missing page within the dashboard, with a link', async () => {
    const { account, project } = await dashboard.projectWith('Missing', ...events)
    await dashboard.inWindowOf(account, {}, async (page) => {
      for (const path of ['/projects/prj_zzz/issues', '/projects/prj_zzz/overview', '/issues/iss_nope', '/nowhere']) {
        await page.goto(path)
        await expect.poll(() => page.getByRole('link', { name: 'Go to your projects' }).count()).toBe(1)
        await gone(page.getByRole('button', { name: 'Try again' }))
        await expect.poll(() => page.getByRole('button', { name: 'Skip to content' }).count()).toBe(1)
      }
      await page.goto(`/projects/${project.id}/settings/foo`)
      await page.getByRole('link', { name: 'General' }).and(page.locator('[aria-current=page]')).waitFor()
    })
  })

  it('stays usable when the user navigates while offline', async () => {
    const { account } = await dashboard.projectWith('Offline', ...events)
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      // The connection breaks before the code of the screens has loaded.
      await context.route(/\/assets\/(overview|issue|account)-[^/]*\.js/, (route) => route.abort())
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      await context.setOffline(true)
      await page.getByText('The server is not responding.').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByText('This screen could not be loaded.').waitFor()
      await page.getByRole('navigation').first().waitFor()
      await context.unroute(/\/assets\/(overview|issue|account)-[^/]*\.js/)
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
    })
  })

  it('say what the server has not confirmed until it has, and ask before it is lost', async () => {
    const { account, project } = await dashboard.projectWith('Unsent')
    const { issue_id: id } = await dashboard.send(project, events[0]!)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/issues/${id}`)
      await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
      let isAway = true
      await page.route(`**/api/issues/${id}`, (route) =>
        isAway && route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await page.keyboard.press('e')
      await page.getByText('not sent yet').waitFor()
      await page.getByText('1 change is waiting to be sent.').waitFor()
      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const dialog = await asked
      expect(dialog.type()).toBe('beforeunload')
      await dialog.dismiss()
      await page.getByText('not sent yet').waitFor()
      isAway = false
      await page.getByText('not sent yet').waitFor({ state: 'detached' })
      await page.getByText('Resolved', { exact: true }).first().waitFor()
      const { issue } = (await request(account, 'GET', `/api/issues/${id}`)) as { issue: { status: string } }
      expect(issue.status).toBe('resolved')
    })
  })

  it('loads the code of the screen that a hovered row leads to, and of no other', async () => {
    const { account } = await dashboard.projectWith('Hover', ...events)
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      const loaded: string[] = []
      page.on('response', (response) => void loaded.push(new URL(response.url()).pathname))
      const issue = page.waitForResponse(/\/assets\/issue-/)
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await rows.first().hover()
      await issue
      await page.waitForLoadState('networkidle')
      expect(loaded.filter((path) => /\/assets\/(overview|releases|monitors|account|palette)-/.test(path))).toEqual([])
      await context.setOffline(true)
      await rows.first().getByRole('link').click()
      await page.waitForURL(/\/issues\/iss_/)
      await page.getByText('The server is not responding.').waitFor()
    })
  })
})
