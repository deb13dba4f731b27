import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProject } from '../harness/account.ts'
import { describeDashboard } from './window.ts'

const app = { app_id: 'com.example.shop', platform: 'node' }
const frames = Array.from({ length: 30 }, (_, line) => `    at step${line} (/srv/shop/steps.js:${line + 1}:1)`)
const failed = {
  ...app,
  exception_type: 'PaymentFailed',
  message: 'The bank said no',
  stack: ['PaymentFailed: The bank said no', '    at pay (/srv/shop/pay.js:118:24)', ...frames].join('\n'),
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

describeDashboard('the ways through the dashboard', (dashboard) => {
  it('shows Ignore, the failing line and, when scrolled, the message of an issue', async () => {
    const { account, project } = await dashboard.projectWith('Header')
    const { issue_id } = await dashboard.send(project, failed)
    await dashboard.inWindowOf(account, { viewport: { width: 1280, height: 600 } }, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      await page.getByText('pay in /srv/shop/pay.js:118', { exact: true }).waitFor()
      const header = page.locator('main header')
      const tops = () => header.getByText('The bank said no').evaluateAll(topsInSight)
      await expect.poll(async () => (await tops()).length).toBe(1)
      await page.mouse.wheel(0, 5000)
      await expect.poll(async () => (await tops()).filter((top) => top < 56).length).toBe(1)
      await header.getByRole('button', { name: 'Ignore', exact: true }).click()
      await messages(page).getByText('Ignored HEADER-1').waitFor()
      // The message covers nothing at the end of the page.
      const comment = page.getByRole('button', { name: 'Comment', exact: true })
      const distance = async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        const [below, above] = [(await messages(page).boundingBox())!, (await comment.boundingBox())!]
        return below.y - above.y - above.height
      }
      await expect.poll(distance).toBeGreaterThanOrEqual(0)
      await header.getByRole('button', { name: 'Reopen', exact: true }).waitFor()
    })
  })

  it('opens the first section at an address without one', async () => {
    const { account, project } = await dashboard.projectWith('Short')
    await dashboard.inWindowOf(account, {}, async (page) => {
      for (const [address, heading] of [
        [`/projects/${project.id}`, 'Issues'],
        [`/projects/${project.id}/settings/`, 'General'],
        ['/account', 'Profile'],
      ] as const) {
        await page.goto(address)
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
      }
    })
  })

  it('leads from the message about a resolved issue to the next one, and resolves several by one click', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth']
    const events = names.map((name) => ({ ...failed, exception_type: name }))
    const { account } = await dashboard.projectWith('Next', ...events)
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/')
      await expect.poll(() => rows(page).count()).toBe(4)
      await rows(page).getByRole('link', { name: 'Fourth' }).click()
      await page.getByRole('button', { name: 'Resolve', exact: true }).click()
      await messages(page).getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: 'Third' }).waitFor()
      await page.getByRole('link', { name: 'Issues' }).last().click()
      await expect.poll(() => rows(page).count()).toBe(3)
      await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()
      await page.getByRole('button', { name: 'Resolve', exact: true }).click()
      await messages(page).getByText('Resolved 3 issues').waitFor()
    })
  })

  it('filters the issues of all projects like those of one, and by project', async () => {
    const { account, project } = await dashboard.projectWith('Web', { ...failed, environment: 'production' })
    const other = await createProject(account, 'Api', 'com.example.api')
    await dashboard.send(other, { ...failed, app_id: 'com.example.api', platform: 'php', environment: 'staging' })
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/issues')
      await expect.poll(() => rows(page).count()).toBe(2)
      const choose = async (filter: string, value: string) => {
        await page.getByRole('button', { name: filter, exact: true }).click()
        await page.getByRole('menuitemradio', { name: value }).click()
      }
      await choose('Environment', 'staging')
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByRole('button', { name: 'Environment: any' }).click()
      await choose('Platform', 'node')
      await expect.poll(() => rows(page).count()).toBe(1)
      await choose('Project', 'Web')
      await page.waitForURL((url) => url.pathname === `/projects/${project.id}/issues`)
      await expect.poll(() => new URL(page.url()).searchParams.get('platform')).toBe('node')

      // The project menu marks the open project.
      await page.getByRole('button', { name: 'Switch project' }).click()
      await page.getByRole('menuitemradio', { name: 'Web', checked: true }).waitFor()
      await page.getByRole('menuitemradio', { name: 'Api', checked: false }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Any time', exact: true }).click()
      await page.getByRole('menuitemradio', { name: 'Any time' }).waitFor()
    })
  })

  it('shows tags once, and marks the values of the shown event', async () => {
    const { account, project } = await dashboard.projectWith('Tagged')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const common = [...names, ...names].map((plan) => ({ ...failed, tags: { plan } }))
    const rare = { ...failed, tags: { plan: 'rare', seat: '12' } }
    const { issue_id } = (await dashboard.sendAll(project, [...common, rare]))[0]!
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/issues/${issue_id}`)
      const own = () =>
        page.getByRole('region', { name: 'Tags' }).locator('[aria-current] .from-event').allTextContents()
      await expect.poll(own).toEqual(['rare', '12'])
      await page.getByRole('button', { name: 'Older event' }).click()
      await expect.poll(own).toEqual(['f'])
      await expect.poll(() => page.getByRole('region', { name: 'Tags' }).count()).toBe(1)
    })
  })

  it('draws three hours by the minute, where by the hour two bursts would be one, of a project and of an issue', async () => {
    const { account, project } = await dashboard.projectWith('Minutes')
    const ago = (minutes: number) => Date.now() - minutes * 60_000
    const bursts = [ago(20), ago(20), ago(10)].map((timestamp) => ({ ...failed, timestamp, repeat: 40 }))
    const { issue_id } = (await dashboard.sendAll(project, bursts))[0]!
    await dashboard.inWindowOf(account, {}, async (page) => {
      // A chart of other hours closes its table.
      const counts = async () => {
        if ((await page.getByRole('table').count()) === 0) await page.getByText('As table').first().click()
        return (await page.getByRole('cell').allTextContents()).filter((_, column) => column % 2 === 1)
      }
      for (const path of [`/projects/${project.id}/overview`, `/issues/${issue_id}`]) {
        await page.goto(path)
        await page.getByRole('button', { name: '3 h', exact: true }).click()
        await expect.poll(counts).toEqual(['80', '40'])
      }
    })
  })

  it('keeps the skip link on its page', async () => {
    const { account, project } = await dashboard.projectWith('Skipped', failed)
    await dashboard.inWindowOf(account, {}, async (page) => {
      const path = `/projects/${project.id}/overview`
      await page.goto(path)
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    })
  })
})

/** Distances from the top of the window, of visible elements only. */
function topsInSight(elements: Element[]): number[] {
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
    .map(({ top }) => top)
}
