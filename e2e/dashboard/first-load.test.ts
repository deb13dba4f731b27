import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { events } from './events.ts'
import { describeDashboard } from './window.ts'

const desktop = { viewport: { width: 1440, height: 900 } }

describeDashboard('a first visit', (dashboard) => {
  it('to the list of issues needs 15 requests and 180 kB, of which 142 kB are compressed JavaScript', async () => {
    const { account, project } = await dashboard.projectWith('List', ...events)
    await dashboard.inWindowOf(account, desktop, async (page) => {
      const load = watchLoad(page)
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      await load.idle()
      const sent = await load.sizes()
      expect(Object.keys(sent).length).toBeGreaterThan(5)
      expect(Object.keys(sent).length).toBeLessThanOrEqual(15)
      expect(kilobytesOf(sent, /\.js$/)).toBeLessThanOrEqual(142)
      expect(kilobytesOf(sent)).toBeLessThanOrEqual(180)
    })
  })

  it('to an issue needs 218 kB in all', async () => {
    const { account, project } = await dashboard.projectWith('Issue', ...events)
    const { issues } = await request(account, 'GET', `/api/projects/${project.id}/issues?query=TypeError`)
    await dashboard.inWindowOf(account, desktop, async (page) => {
      const load = watchLoad(page)
      await page.goto(`/issues/${issues[0]!.id}`)
      await page.getByRole('heading', { name: 'Stack' }).waitFor()
      await load.idle()
      const sent = await load.sizes()
      expect(Object.keys(sent).length).toBeLessThanOrEqual(33)
      expect(kilobytesOf(sent)).toBeLessThanOrEqual(218)
    })
  })

  it('loads the letters of other languages only with a text that has one', async () => {
    const { account, project } = await dashboard.projectWith('Letters', ...events)
    await dashboard.inWindowOf(account, desktop, async (page) => {
      const load = watchLoad(page)
      const fontsWith = async (query: string) => {
        await page.goto(`/projects/${project.id}/issues?query=${encodeURIComponent(query)}`)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
        await load.idle()
        const names = Object.keys(await load.sizes()).map((path) => /assets\/(.+)-[\w-]{8}\.woff2$/.exec(path)?.[1])
        return names.filter((name) => name !== undefined).toSorted()
      }
      expect(await fontsWith('Größe – “x” 5 × €')).toEqual(['geist', 'geist-mono'])
      expect(await fontsWith('José')).toEqual(['geist', 'geist-mono', 'geist-mono-rest'])
    })
  })

  it('moves little of what it shows when its data arrive', async () => {
    const { account, project } = await dashboard.projectWith('Still', ...events)
    for (const screen of ['issues', 'overview', 'releases', 'monitors'])
      await dashboard.inWindowOf(account, desktop, async (page) => {
        await page.addInitScript(watchShifts)
        let release = () => {}
        const isReleased = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route('**/api/projects/*/**', async (route) => {
          await isReleased
          await route.continue()
        })
        const load = watchLoad(page)
        await page.goto(`/projects/${project.id}/${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        release()
        await load.idle()
        const shift = await page.evaluate<number>('window.shift')
        // More than a tenth is noticed (https://web.dev/articles/cls).
        expect({ screen, isStill: shift <= 0.1 }).toEqual({ screen, isStill: true })
      })
  })

  it('loads nothing of another screen until its link is hovered, and then that screen alone', async () => {
    const { account, project } = await dashboard.projectWith('Hover', ...events)
    await dashboard.inWindowOf(account, desktop, async (page) => {
      const load = watchLoad(page)
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      await load.idle()
      const screens = async () => {
        const files = Object.keys(await load.sizes())
        return ['issues', 'issue', 'overview', 'releases', 'monitors'].filter((screen) =>
          files.some((path) => path.includes(`/${screen}-`)),
        )
      }
      expect(await screens()).toEqual(['issues'])
      await page.getByRole('link', { name: 'Releases' }).hover()
      await expect.poll(screens).toContain('releases')
      await load.idle()
      expect(await screens()).toEqual(['issues', 'releases'])
    })
  })

  it('loads the actions of selected issues once the pointer rests on a row, before one is selected', async () => {
    const { account, project } = await dashboard.projectWith('Rest', ...events)
    await dashboard.inWindowOf(account, desktop, async (page) => {
      const load = watchLoad(page)
      await page.goto(`/projects/${project.id}/issues`)
      const row = page.getByRole('main').getByRole('listitem').first()
      await row.waitFor()
      await load.idle()
      const parts = async () => {
        const files = Object.keys(await load.sizes())
        return ['bulk-bar', 'actions'].filter((part) => files.some((path) => path.includes(`/${part}-`)))
      }
      expect(await parts()).toEqual([])
      await row.hover()
      await expect.poll(parts).toEqual(['bulk-bar', 'actions'])
    })
  })
})

/** Adds up the scores of layout shifts, which the browser gives in parts of the window. */
const watchShifts = `
  window.shift = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
    .observe({ type: 'layout-shift', buffered: true })`

type Sizes = Record<string, number>

/** Watches what a page asks for. The stream of live updates never ends, and is left out. */
function watchLoad(page: Page) {
  const open = new Set<Request>()
  const done: Request[] = []
  page.on('request', (sent) => sent.resourceType() !== 'eventsource' && open.add(sent))
  const end = (sent: Request) => open.delete(sent) && done.push(sent)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    /** Waits until the page has nothing to do, and nothing is on its way. */
    idle: async () => {
      for (let calm = 0; calm < 3; calm = open.size === 0 ? calm + 1 : 0)
        await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
    },
    /** Bytes on the wire by path. */
    sizes: async (): Promise<Sizes> => {
      const sizes = done.map(async (sent) => {
        const { responseBodySize, responseHeadersSize } = await sent.sizes()
        return [`${sent.method()} ${new URL(sent.url()).pathname}`, responseBodySize + responseHeadersSize]
      })
      return Object.fromEntries(await Promise.all(sizes))
    },
  }
}

function kilobytesOf(sizes: Sizes, which = /(?:)/): number {
  const bytes = Object.entries(sizes).filter(([path]) => which.test(path))
  return bytes.reduce((sum, [, size]) => sum + size, 0) / 1000
}
