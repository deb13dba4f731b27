import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { events } from './events.ts'
import { describeDashboard } from './window.ts'

const path = '/bugle'

describeDashboard(
  'the dashboard at a path of a shared host',
  (dashboard) => {
    it('requests nothing outside it, and every link stays below it', async () => {
      const { account, project } = await dashboard.projectWith('Shop', ...events)
      await dashboard.inWindowOf(account, {}, async (page, context) => {
        const outside = new Set<string>()
        context.on('request', (request) => {
          const { pathname } = new URL(request.url())
          if (!pathname.startsWith(`${path}/`)) outside.add(pathname)
        })
        const projectPath = `/projects/${project.id}`
        for (const [address, arrivesAt = address] of [
          ['/', `${projectPath}/issues`],
          [projectPath, `${projectPath}/issues`],
          [`${projectPath}/settings`, `${projectPath}/settings/general`],
          [`${projectPath}/overview`],
          ['/account', '/account/profile'],
          ['/issues'],
        ] as const) {
          await page.goto(path + address)
          await page.waitForURL((url) => url.pathname === path + arrivesAt)
          await page.getByRole('heading').first().waitFor()
          await expect.poll(() => linksOutside(page)).toEqual([])
        }

        const row = page.getByRole('link', { name: /OutOfMemory/ }).first()
        const [ownTab] = await Promise.all([context.waitForEvent('page'), row.click({ button: 'middle' })])
        await ownTab.getByRole('heading', { name: /OutOfMemory/ }).waitFor()
        await expect.poll(() => linksOutside(ownTab)).toEqual([])

        await page.goto(`${path}${projectPath}/triage`)
        for (let left = events.length - 1; left >= 0; left -= 1) {
          await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
          await page.keyboard.press('e')
          await page.getByText(left === 0 ? '4 triaged, 0 skipped' : `${left} left`).waitFor()
        }
        await expect.poll(() => linksOutside(page)).toEqual([])

        // The page would ask before it is left while a decision is under way.
        const unresolved = async () => (await request(account, 'GET', '/api/issues')).issues.length
        await expect.poll(unresolved).toBe(0)
        await page.goto(`${path}/api/docs`)
        await page.getByText('Register, log in and out.').waitFor()
        expect([...outside]).toEqual([])
      })
    })
  },
  { path },
)

/** Links of the page to the same host that leave the path. */
function linksOutside(page: Page): Promise<string[]> {
  return page.evaluate(
    (prefix) =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => link.origin === location.origin && !link.pathname.startsWith(`${prefix}/`))
        .map((link) => link.pathname),
    path,
  )
}
