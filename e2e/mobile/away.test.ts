import { expect, it } from 'vitest'
import { type Account, request } from '../harness/account.ts'
import { describeMobile } from './mobile-app.ts'

interface Issue {
  id: string
  type: string
  status: string
}

const issuesOf = async (account: Account): Promise<Issue[]> =>
  (await request(account, 'GET', '/api/issues?status=all')).issues
const statusesOf = async (account: Account) =>
  Object.fromEntries((await issuesOf(account)).map(({ type, status }) => [type, status]))

describeMobile('the mobile app and its server', (app) => {
  it('shows what happens without being asked', async () => {
    const { project } = await app.startWith('TypeError')
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(1)
    await app.send(project, 'RangeError')
    // At the top of the list it comes by itself.
    await expect.poll(() => app.rows().count()).toBe(2)
    await app.page.getByRole('link', { name: /RangeError/ }).click({ delay: 600 })
    await app.page.getByText(/^1 (of \d+ )?selected/).waitFor()
    await app.send(project, 'SyntaxError')
    // Nothing moves while somebody selects.
    await app.button('Show 1 new issue').waitFor()
    await expect.poll(() => app.page.getByRole('checkbox').count()).toBe(2)
    await app.button('Show 1 new issue').click()
    await app.page.getByRole('checkbox', { name: /SyntaxError/ }).waitFor()
  })

  it('opens without a network, and sends decisions made then: once, in order, or it says why not', async () => {
    const { account } = await app.startWith('TypeError', 'RangeError', 'SyntaxError', 'EvalError')
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(4)
    await app.page.getByRole('link', { name: /TypeError/ }).click()
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    await expect
      .poll(() => app.page.evaluate(`localStorage.getItem('m-cache')?.includes('latest_event') === true`))
      .toBe(true)
    await expect.poll(() => app.page.evaluate(`navigator.serviceWorker.controller !== null`)).toBe(true)

    await app.context.setOffline(true)
    await app.page.reload()
    await app.page.getByText(/^Offline\. Data as of/).waitFor()
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    await app.button('Resolve').click()
    await app.page.getByText(/It will be sent when the server responds/).waitFor()
    await app.button('Back').click()
    await app.page.getByRole('tab', { name: 'Issues' }).click()
    const act = async (type: string, name: string) => {
      await app.page.getByRole('link', { name: new RegExp(type) }).click({ delay: 600 })
      await app.button(name).click()
    }
    await act('RangeError', 'Ignore')
    await act('SyntaxError', 'Resolve')
    await act('EvalError', 'Resolve')
    await expect.poll(() => app.rows().count()).toBe(0)

    // Meanwhile somebody else decides about one of them.
    const changed = (await issuesOf(account)).find(({ type }) => type === 'SyntaxError')!
    await request(account, 'PATCH', `/api/issues/${changed.id}`, { status: 'ignored' })
    const sent: string[] = []
    app.page.on('request', (one) => {
      if (one.method() === 'PATCH') sent.push(one.url().split('/').pop()!)
    })
    await app.context.setOffline(false)
    await app.page.getByText(/was changed meanwhile; your decision was not sent/).waitFor()
    await expect
      .poll(() => statusesOf(account))
      .toEqual({ TypeError: 'resolved', RangeError: 'ignored', SyntaxError: 'ignored', EvalError: 'resolved' })
    const idOf = new Map((await issuesOf(account)).map(({ type, id }) => [type, id]))
    expect(sent).toEqual(['TypeError', 'RangeError', 'EvalError'].map((type) => idOf.get(type)))
    expect(
      await app.page.evaluate(`Object.entries(localStorage).filter(([key]) => key.startsWith('m-decisions'))`),
    ).toEqual([[expect.any(String), '[]']])
  })

  it('forgets everything that it kept, at sign-out', async () => {
    await app.startWith('TypeError')
    await expect
      .poll(() => app.page.evaluate(`localStorage.getItem('m-cache')?.includes('TypeError') === true`))
      .toBe(true)
    await app.tab('You')
    await app.button('Sign out').click()
    await app.page.getByLabel('E-mail').waitFor()
    const kept = () => app.page.evaluate('JSON.stringify(localStorage)')
    await expect.poll(kept).not.toContain('m-cache')
    await expect.poll(kept).not.toContain('TypeError')
  })
})
