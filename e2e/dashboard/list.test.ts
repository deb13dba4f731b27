import { expect, it } from 'vitest'
import { listIssues } from '../harness/account.ts'
import { restingBox } from '../harness/resting-box.ts'
import { events } from './events.ts'
import { serveManyIssues } from './many-issues.ts'
import { describeDashboard } from './window.ts'

describeDashboard('the list of issues', (dashboard) => {
  const countOf = async (status: string, ...of: Parameters<typeof listIssues>) =>
    (await listIssues(...of)).filter((issue) => issue.status === status).length

  it('is searched with suggestions, selected by keys and Shift, changed at once and undone', async () => {
    const { account, project } = await dashboard.projectWith('Search', ...events)
    await dashboard.inWindowOf(account, { viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)

      await page.keyboard.press('/')
      await page.keyboard.type('level:')
      await page.getByRole('option', { name: 'level:fatal' }).click()
      await page.keyboard.type('level:info')
      await page.keyboard.press('Enter')
      await page.waitForURL(/query=level/)
      await expect.poll(() => rows.count()).toBe(2)
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('Gravest and least')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Gravest and least' }).click()
      await page.getByRole('menuitem', { name: 'Edit views' }).click()
      await page.getByRole('dialog').getByLabel('Visible to').selectOption({ index: 1 })
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').getByText('Shared').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect.poll(() => rows.count()).toBe(4)

      // An invalid query is marked, and the previous list stays.
      await page.getByRole('combobox').fill('level:loud')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').first().waitFor()
      await page.goBack()
      await expect.poll(() => rows.count()).toBe(4)

      await rows.nth(0).getByRole('checkbox').click()
      await rows
        .nth(2)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] })
      await page.getByText('3 selected').waitFor()
      await page.getByRole('group', { name: 'Selected issues' }).getByRole('button', { name: 'Ignore' }).click()
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByText('Ignored 3 issues').waitFor()
      await page.keyboard.press('z')
      await expect.poll(() => rows.count()).toBe(4)

      // Nothing moves under the pointer: the row shows its new status until the pointer leaves.
      await rows.nth(1).hover()
      await rows
        .nth(1)
        .getByRole('button', { name: /^Resolve/ })
        .click()
      await rows.nth(1).getByText('Resolved', { exact: true }).waitFor()
      await page.mouse.move(2, 2)
      await expect.poll(() => rows.count()).toBe(3)
      await page.keyboard.press('z')
      await expect.poll(() => rows.count()).toBe(4)

      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+J')
      await page.getByText('2 selected').waitFor()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await expect.poll(() => rows.count()).toBe(3)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect.poll(() => rows.count()).toBe(4)
      await expect.poll(async () => (await listIssues(account, project)).length).toBe(4)

      // Keys typed before the palette has loaded belong to it: `e` would resolve.
      let come = () => {}
      const isLate = new Promise<void>((resolve) => {
        come = resolve
      })
      await page.route('**/assets/palette-*.js', async (route) => {
        await isLate
        await route.continue()
      })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('ex')
      come()
      // The rest is typed while React has rendered the palette but not committed it.
      await page.keyboard.type('ceeded', { delay: 60 })
      await page.getByRole('option', { name: /QuotaExceededError/ }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => rows.count()).toBe(4)
    })
  })

  it('is selected on a phone by a long press, then by taps', async () => {
    const { account, project } = await dashboard.projectWith('Touched', ...events)
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
    await dashboard.inWindowOf(account, phone, async (page, context) => {
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      const { x, y, height } = await restingBox(rows.first())
      const finger = await context.newCDPSession(page)
      const touchPoints = [{ x: x + 200, y: y + height / 2 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await page.getByText('1 selected').waitFor()
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await rows.nth(1).tap()
      await page.getByText('2 selected').waitFor()
      await page.getByRole('group', { name: 'Selected issues' }).getByRole('button', { name: 'Ignore' }).tap()
      await expect.poll(() => rows.count()).toBe(2)
      await expect.poll(() => countOf('ignored', account, project)).toBe(2)
      await rows.first().tap()
      await page.waitForURL(/\/issues\/iss_/)
    })
  })

  it('is decided on a phone by a horizontal swipe, and scrolled by a vertical one', async () => {
    const { account, project } = await dashboard.projectWith('Swiped', ...events)
    // Low enough for the list to scroll.
    const phone = { viewport: { width: 360, height: 400 }, hasTouch: true, isMobile: true }
    await dashboard.inWindowOf(account, phone, async (page, context) => {
      // On a slow machine a drag must not turn into a long press.
      await page.addInitScript(
        'const later = setTimeout; window.setTimeout = (act, ms, ...rest) => (ms === 450 ? 0 : later(act, ms, ...rest))',
      )
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      const finger = await context.newCDPSession(page)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints })
      const steps = Array.from({ length: 13 }, (_, at) => at / 12)
      const drag = async (from: { x: number; y: number }, way: { x: number; y: number }) => {
        await send('touchStart', from)
        for (const part of steps) await send('touchMove', { x: from.x + part * way.x, y: from.y + part * way.y })
      }
      const { y: top, height } = await restingBox(rows.first())
      const y = top + height / 2

      await drag({ x: 60, y }, { x: 180, y: 12 })
      await page.locator('[data-swiped=right]').getByText('Resolve').waitFor()
      await send('touchEnd')
      await expect.poll(() => rows.count()).toBe(3)
      await expect.poll(() => countOf('resolved', account, project)).toBe(1)
      await page.keyboard.press('z')
      await expect.poll(() => rows.count()).toBe(4)
      await drag({ x: 300, y }, { x: -200, y: -12 })
      await send('touchEnd')
      await expect.poll(() => rows.count()).toBe(3)
      await expect.poll(() => countOf('snoozed', account, project)).toBe(1)

      // The edge belongs to the browser, a short swipe does nothing, and a vertical one scrolls the page.
      await drag({ x: 10, y }, { x: 200, y: 0 })
      await send('touchEnd')
      await drag({ x: 60, y }, { x: 60, y: 0 })
      await page.locator('[data-swiped=right]').waitFor()
      await send('touchEnd')
      await page.locator('[data-swiped]').waitFor({ state: 'detached' })
      await drag({ x: 200, y: 300 }, { x: 40, y: -200 })
      await send('touchEnd')
      await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(20)
      await expect.poll(() => rows.count()).toBe(3)
      await expect.poll(() => countOf('unresolved', account, project)).toBe(3)
    })
  })

  it('is triaged one by one, and each decision can be undone in the summary', async () => {
    const { account, project } = await dashboard.projectWith('Triaged', ...events)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      const [first, second] = await rows.locator('strong').allTextContents()
      const firstId = (await rows.first().getByRole('link').first().getAttribute('href'))!.split(/[/?]/)[2]
      await page.keyboard.press('t')
      await page.waitForURL(/\/triage$/)
      const heading = page.getByRole('heading', { level: 1 })
      await expect.poll(() => heading.textContent()).toContain(first)
      await page.keyboard.press('e')
      await expect.poll(() => heading.textContent()).toContain(second)
      await page.getByText('3 left').waitFor()
      await expect.poll(() => countOf('resolved', account, project)).toBe(1)
      // Undo shows it again. A response requested then but received after the next decision is outdated.
      let answerNow = () => {}
      const isDecided = new Promise<void>((resolve) => {
        answerNow = resolve
      })
      await page.route(
        (url) => url.pathname === `/api/issues/${firstId}`,
        async (route) => {
          const response = await route.fetch()
          await isDecided
          // The page may have cancelled it.
          await route.fulfill({ response }).catch(() => {})
        },
        { times: 1 },
      )
      const asked = page.waitForRequest((sent) => sent.url().includes(`/api/issues/${firstId}?`))
      await page.keyboard.press('z')
      await expect.poll(() => heading.textContent()).toContain(first)
      await asked
      await page.keyboard.press('i')
      await expect.poll(() => heading.textContent()).toContain(second)
      await expect.poll(() => countOf('ignored', account, project)).toBe(1)
      answerNow()
      await page.keyboard.press('j')
      await page.getByText('2 left').waitFor()
      await page.getByRole('button', { name: 'Snooze' }).click()
      await page.getByRole('menuitem', { name: 'For a day' }).click()
      await page.getByText('1 left').waitFor()
      await page.keyboard.press('a')
      await expect.poll(() => heading.textContent()).toBe('All caught up')
      await page.getByText('3 triaged, 1 skipped').waitFor()
      const decisions = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
      await decisions.filter({ hasText: first! }).getByRole('button', { name: 'Undo' }).click()
      await decisions.getByText(/ restored$/).waitFor()
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await expect.poll(() => rows.count()).toBe(3)
      await expect.poll(() => countOf('snoozed', account, project)).toBe(1)

      // The next new issue; and the filter that hides the others is named.
      await page.keyboard.press('n')
      await expect.poll(() => page.locator('[data-current]').count()).toBe(1)
      await page.keyboard.press('s')
      await page.getByRole('menuitem', { name: 'For an hour' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('group', { name: 'Selected issues' }).waitFor({ state: 'detached' })
      await page.goto(`/projects/${project.id}/issues?environment=beta`)
      await page.getByText('3 are hidden by environment:beta').waitFor()
      await page.getByRole('button', { name: 'Remove it' }).click()
      await expect.poll(() => rows.count()).toBe(3)

      // A selection ends with its search.
      await rows.first().getByRole('checkbox').click()
      await page.getByRole('link', { name: /^Snoozed/ }).click()
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByRole('group', { name: 'Selected issues' }).waitFor({ state: 'detached' })
      await page.keyboard.press('z')
      await page.getByText('1 selected', { exact: true }).waitFor()
      await expect.poll(() => rows.count()).toBe(3)
    })
  })

  it('shows new and regressed issues without moving the rows', async () => {
    const { account, project } = await dashboard.projectWith('Stream', events[1]!)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/')
      const rows = page.getByRole('main').getByRole('listitem')
      await rows.filter({ hasText: 'QuotaExceededError' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      await dashboard.send(project, events[2]!)
      const chip = page.getByRole('button', { name: '1 new' })
      await chip.waitFor()
      await expect.poll(() => rows.count()).toBe(1)
      await expect.poll(() => page.title()).toMatch(/^\(1\) /)
      await chip.click()
      await rows.filter({ hasText: 'PaymentDeclined' }).waitFor()

      await rows.filter({ hasText: 'QuotaExceededError' }).getByRole('link').click()
      await page.getByRole('button', { name: 'Resolve', exact: true }).click()
      await page.getByRole('button', { name: 'Reopen' }).waitFor()
      await expect.poll(() => countOf('resolved', account, project)).toBe(1)
      await dashboard.send(project, events[1]!)
      await page.getByText('Regressed').waitFor()
      await page.getByRole('button', { name: '1 newer' }).click()
      await page.getByText('Latest event').waitFor()
    })
  })

  it('scrolls ten thousand rows with few of them in the DOM', async () => {
    const { account, project } = await dashboard.projectWith('Many', events[0]!)
    let issue: Awaited<ReturnType<typeof listIssues>>[number] | undefined
    await expect.poll(async () => (issue = (await listIssues(account, project))[0])).toBeDefined()
    await dashboard.inWindowOf(account, {}, async (page, context) => {
      await serveManyIssues(context, issue!, 10_000)
      await page.goto(`/projects/${project.id}/issues`)
      const rows = page.getByRole('main').getByRole('listitem')
      await page.getByText('Error 0', { exact: true }).waitFor()
      // Page by page, however long each takes.
      for (let last = 999; last < 10_000; last += 1000) {
        await expect
          .poll(async () => {
            await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
            return Math.max(0, ...(await rows.locator('strong').allTextContents()).map((text) => Number(text.slice(6))))
          })
          .toBeGreaterThanOrEqual(last)
        await expect.poll(() => rows.count()).toBeLessThan(60)
      }
      await page.keyboard.press('Home')
      await page.getByText('Error 0', { exact: true }).waitFor()
    })
  })
})
