import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { describeMobile } from './mobile-app.ts'

describeMobile('faults of the mobile app itself', (app) => {
  it('show a fallback, and are reported once to a project of the user, if the user wants that', async () => {
    const { account } = await app.startWith('TypeError')
    await app.tab('You')
    await app.page.getByRole('switch', { name: /^Report faults of this app/ }).click()
    await app.page.getByRole('switch', { name: /^Report faults of this app/, checked: true }).waitFor()
    // The server never sends a project without a name: the screen of projects must fail.
    await app.page.route('**/api/projects', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { projects: object[] }
      await route.fulfill({ json: { ...body, projects: body.projects.map((project) => ({ ...project, name: 42 })) } })
    })
    await app.page.goto('/m/projects')
    await app.page.getByText('This screen failed.').waitFor()
    app.complaints = []
    const { projects } = await request(account, 'GET', '/api/projects')
    const own = projects.find(({ name }) => name === 'Bugle app')!
    const reported = async () =>
      (await request(account, 'GET', `/api/projects/${own.id}/issues`)).issues.map(({ type, count }) => [type, count])
    await expect.poll(reported).toEqual([['TypeError', 1]])
    const { issues } = await request(account, 'GET', `/api/projects/${own.id}/issues`)
    const { event } = await request(account, 'GET', `/api/issues/${issues[0]!.id}/events/latest`)
    const text = JSON.stringify(event)
    expect(text).toContain('"screen"')
    expect(text).toContain('(tabs)/projects')
    for (const secret of [account.email, 'Cannot read properties of undefined (reading', 'applyDiscount'])
      expect(text).not.toContain(secret)
  })
})
