import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { restingBox } from '../harness/resting-box.ts'
import { describeMobile } from './mobile-app.ts'

describeMobile('the mobile app at night', (app) => {
  const statuses = async (account: Parameters<typeof request>[0]) =>
    Object.fromEntries(
      ((await request(account, 'GET', '/api/issues?status=all')).issues as { type: string; status: string }[]).map(
        ({ type, status }) => [type, status],
      ),
    )

  it('sends a decision whose request and whose answer are lost, once, and says meanwhile that it waits', async () => {
    const { account } = await app.startWith('TypeError')
    await app.tab('Issues')
    await app.rows().first().click()
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    let isLost = true
    let changes = 0
    await app.page.route('**/api/issues/iss_*', async (route) => {
      if (route.request().method() !== 'PATCH' || !isLost) return route.continue()
      changes += 1
      // The second time it arrives, and its answer does not.
      if (changes === 2) await route.fetch()
      return route.abort('connectionreset')
    })
    await app.button('Resolve').click()
    await app.page.getByText('Your decision will be sent when the server responds.').waitFor()
    isLost = false
    await app.page.getByText('Your decision will be sent when the server responds.').waitFor({ state: 'detached' })
    await expect.poll(() => statuses(account)).toEqual({ TypeError: 'resolved' })
    const [issue] = (await request(account, 'GET', '/api/issues?status=all')).issues as { id: string }[]
    const { activity } = await request(account, 'GET', `/api/issues/${issue!.id}/activity`)
    expect((activity as { kind: string }[]).filter(({ kind }) => kind === 'resolved')).toHaveLength(1)
  })

  it('takes a double tap for one decision', async () => {
    const { account } = await app.startWith('TypeError')
    await app.tab('Issues')
    await app.rows().first().click()
    const { x, y, width, height } = await restingBox(app.button('Resolve'))
    for (const _ of [1, 2]) await app.page.touchscreen.tap(x + width / 2, y + height / 2)
    await app.button('Reopen').waitFor()
    await expect.poll(() => statuses(account)).toEqual({ TypeError: 'resolved' })
  })

  it('keeps its messages off the bar of a selection', async () => {
    const { account } = await app.startWith('TypeError', 'RangeError', 'SyntaxError')
    await app.tab('Issues')
    for (const type of ['TypeError', 'RangeError']) {
      await app.page.getByRole('link', { name: new RegExp(type) }).click({ delay: 600 })
      await app.page.getByText(/^1 (of \d+ )?selected/).waitFor()
      // A click fails where something lies above.
      await app.button('Ignore').click()
    }
    await expect
      .poll(() => statuses(account))
      .toEqual({ TypeError: 'ignored', RangeError: 'ignored', SyntaxError: 'unresolved' })
    // The first one, whose message was replaced.
    await app.page.getByRole('button', { name: /^Just decided/ }).click()
    await app.page
      .getByRole('button', { name: /^Undo: Ignored/ })
      .last()
      .click()
    await expect.poll(async () => (await statuses(account)).TypeError).toBe('unresolved')
  })

  it('leaves the issue beside the list, and the comment on it, while others arrive', async () => {
    const { project } = await app.startWith('TypeError')
    await app.page.setViewportSize({ width: 1024, height: 768 })
    await app.tab('Issues')
    const comment = () => app.page.getByLabel('Comment', { exact: true }).and(app.page.locator(':visible'))
    await comment().fill('half a sentence')
    await app.send(project, 'RangeError')
    await expect.poll(() => app.rows().count()).toBe(2)
    await expect.poll(() => comment().inputValue()).toBe('half a sentence')
    await app.page.getByRole('link', { name: /RangeError/ }).click()
    await app.page.getByRole('heading', { name: 'RangeError' }).waitFor()
    await app.page.getByRole('link', { name: /TypeError/ }).click()
    await app.page.getByRole('heading', { name: 'TypeError' }).waitFor()
    await expect.poll(() => comment().inputValue()).toBe('half a sentence')
    // A phone on its side has the width, not the height.
    await app.page.setViewportSize({ width: 844, height: 390 })
    await comment().waitFor({ state: 'detached' })
  })

  it('says that an earlier event cannot be loaded, and shows the one before meanwhile', async () => {
    const { project } = await app.startWith('TypeError')
    await app.send(project, 'TypeError', { release: 'shop@2' })
    await app.tab('Issues')
    await app.rows().first().click()
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    await app.page.route('**/api/events/*', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', message: 'No.', errors: {} } }),
    )
    await app.button('Older event').click()
    await app.page.getByText(/^That event could not be loaded\./).waitFor()
    await app.page.unroute('**/api/events/*')
    await app.button('Try again').click()
    await app.page.getByText(/^Event \d+$/).waitFor()
  })

  it('answers whether something burns: a fatal issue is on top, whatever happened last', async () => {
    const { project } = await app.startWith('TypeError')
    await app.page.getByText('Nothing burns. 1 new.').waitFor()
    await app.send(project, 'FatalError', { level: 'fatal' })
    await app.send(project, 'SyntaxError')
    await app.page.reload()
    await app.page.getByText('One issue needs you now. 3 new.').waitFor()
    await expect.poll(() => app.rows().first().getAttribute('aria-label')).toMatch(/FatalError/)
  })

  it('has a fatal issue on top of more new ones than a page holds', async () => {
    const { project } = await app.startWith()
    await app.send(project, 'FatalError', { level: 'fatal' })
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const types = letters.slice(0, 2).flatMap((one) => letters.map((other) => `Lost${one}${other}Error`))
    // Each has an issue of its own: another function failed.
    for (const type of types)
      await app.send(project, type, { stack: `${type}: m\n    at ${type} (/srv/shop/a.js:1:2)` })
    await app.page.reload()
    await app.page.getByText('One issue needs you now. 53 new.').waitFor()
    await expect.poll(() => app.rows().first().getAttribute('aria-label')).toMatch(/FatalError/)
  })

  it('goes from a message to the decision and on to the next issue', async () => {
    const { account } = await app.startWith('TypeError', 'RangeError')
    const [first, second] = (await request(account, 'GET', '/api/issues')).issues as { id: string; type: string }[]
    // A click on the message opens the address of its issue.
    await app.page.goto(`/m/issues/${first!.id}`)
    // The bar says that the role of the user is known.
    await app.button('Resolve').waitFor()
    await app.swipe(app.page.getByRole('heading', { name: first!.type }), 150)
    await app.button('Undo').waitFor()
    await expect.poll(async () => (await statuses(account))[first!.type]).toBe('resolved')
    // The next one of the inbox has come in its place.
    await app.swipe(app.page.getByRole('heading', { name: second!.type }), -150)
    await expect.poll(async () => (await statuses(account))[second!.type]).toBe('snoozed')
    await app.button('Back').click()
    await app.page.getByRole('tab', { name: 'Issues' }).waitFor()
  })
})
