import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { rootPath } from '../../scripts/install.mjs'
import { listPages } from '../../site/src/pages.ts'
import { overflowOf } from '../dashboard/readable.ts'
import { describeDashboard, expectAccessible } from '../dashboard/window.ts'

// The documentation that a server has of its own version, as anybody reads it who can reach the server.

const pages = listPages(rootPath)
/** The address of a page, below `/docs/`. */
const addressOf = (path: string) => path.replace(/(^|\/)index$/, '$1')

/** Attributes of the elements of a page that lead elsewhere, and the places that others may lead to. */
function readPage(html: string): { links: string[]; anchors: Set<string> } {
  const values = (name: string) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!)
  return { links: [...values('href'), ...values('src')], anchors: new Set(values('id')) }
}

it('is built', () => expect(existsSync(join(rootPath, 'apps/server/dist/docs/index.html.gz'))).toBe(true))

describeDashboard('the documentation of a server', (dashboard) => {
  it('has every page at its address, and no link or anchor that leads nowhere', async () => {
    const root = `${dashboard.server.url}/docs/`
    const read = new Map<string, ReturnType<typeof readPage>>()
    for (const { path } of pages) {
      const response = await fetch(root + addressOf(path))
      expect([path, response.status]).toEqual([path, 200])
      read.set(root + addressOf(path), readPage(await response.text()))
    }
    const broken: string[] = []
    const files = new Map<string, number>()
    for (const [page, { links }] of read)
      for (const link of links) {
        const target = new URL(link.replaceAll('&amp;', '&'), page)
        if (!target.href.startsWith(root)) {
          // Leads to another site, which is not asked.
          if (target.href.startsWith(dashboard.server.url)) broken.push(`${page} → ${link}`)
          continue
        }
        const [address = '', anchor] = target.href.split('#')
        const known = read.get(address)
        if (known === undefined && !files.has(address)) files.set(address, (await fetch(address)).status)
        const isThere = known === undefined ? files.get(address) === 200 : true
        const hasAnchor = anchor === undefined || anchor === '' || known?.anchors.has(decodeURIComponent(anchor))
        if (!isThere || hasAnchor !== true) broken.push(`${page} → ${link}`)
      }
    expect(broken).toEqual([])
    expect(read.size).toBeGreaterThan(100)
  })

  it('finds a word, also in the text of another page', async () => {
    await dashboard.inWindow({}, async (page) => {
      await page.goto('/docs/')
      await search(page, 'BUGLE_MAX_DISK')
      await page.getByRole('option').filter({ hasText: 'Configuration' }).first().click()
      await page.waitForURL('**/docs/configuration*')
      await page.getByRole('heading', { name: 'Configuration', level: 1 }).waitFor()
    })
  })

  it('shows other pages without loading them anew, in the colors that the reader chooses', async () => {
    await dashboard.inWindow({ colorScheme: 'light', viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto('/docs/self-hosting')
      await page.evaluate("document.body.dataset.same = 'yes'")
      await page.getByRole('navigation', { name: 'Main Navigation' }).getByRole('link', { name: 'SDKs' }).click()
      await page.getByRole('heading', { name: 'Bugle for Node.js', level: 1 }).waitFor()
      const backgroundOf = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      const light = await backgroundOf()
      await page.getByRole('switch').first().click()
      await expect.poll(backgroundOf).not.toBe(light)
      expect(await page.evaluate<string>('document.body.dataset.same')).toBe('yes')
      const dark = await backgroundOf()
      await page.reload()
      await expect.poll(backgroundOf).toBe(dark)
    })
  })

  it.each(['', 'self-hosting', 'sdk-node', 'api/node', 'adr/0001-postgresql-everywhere'])(
    'can be read by everybody, and on a phone: /docs/%s',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1440, 390])
          await dashboard.inWindow({ colorScheme, viewport: { width, height: 844 } }, async (page) => {
            await page.goto(`/docs/${path}`)
            await page.getByRole('heading', { level: 1 }).waitFor()
            await expectAccessible(page)
            await expect.poll(() => overflowOf(page)).toBe(0)
          })
    },
  )

  it('has no table that scrolls sideways on a phone', async () => {
    await dashboard.inWindow({ viewport: { width: 360, height: 780 } }, async (page) => {
      const wide: string[] = []
      let withTables = 0
      for (const { path } of pages) {
        const html = await (await fetch(`${dashboard.server.url}/docs/${addressOf(path)}`)).text()
        if (!html.includes('<table')) continue
        withTables += 1
        await page.goto(`/docs/${addressOf(path)}`)
        const tables = await page.evaluate<boolean[]>(
          "[...document.querySelectorAll('.vp-doc table')].map((table) => table.scrollWidth > table.clientWidth + 1)",
        )
        if (tables.includes(true)) wide.push(path)
      }
      expect(wide).toEqual([])
      expect(withTables).toBeGreaterThan(30)
    })
  })

  it('tells readers of the screen the rows, columns and cells of a table that a phone shows as a list', async () => {
    await dashboard.inWindow({ viewport: { width: 360, height: 780 } }, async (page) => {
      await page.goto('/docs/comparison')
      await page.getByRole('heading', { level: 1 }).waitFor()
      const display = "getComputedStyle(document.querySelector('.vp-doc td')).display"
      expect(await page.evaluate(display)).toBe('block')
      const [tables, rows, cells] = await page.evaluate<[number, number, number]>(
        "['table', 'tr', 'td, th'].map((name) => document.querySelectorAll('.vp-doc ' + name).length)",
      )
      // As the browser hands them on, by the style of the page.
      const session = await page.context().newCDPSession(page)
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const count = (...roles: string[]) => nodes.filter(({ role }) => roles.includes(role?.value)).length
      expect([count('table'), count('row')]).toEqual([tables, rows])
      expect(count('cell', 'gridcell', 'columnheader', 'rowheader')).toBe(cells)
      expect(count('columnheader')).toBeGreaterThan(5)
      // Browsers differ in what they forget with the style: the roles are written.
      const without = "document.querySelectorAll('.vp-doc :is(table, thead, tbody, tr, th, td):not([role])').length"
      expect(await page.evaluate(without)).toBe(0)
    })
  })

  it('is where the palette of the dashboard leads', async () => {
    const { account } = await dashboard.projectWith('Shop')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByRole('link', { name: 'Documentation' }).click()
      await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor()
    })
  })
})

describeDashboard(
  'the documentation of a server at a path',
  (dashboard) => {
    it('requests nothing outside it', async () => {
      await dashboard.inWindow({ viewport: { width: 1440, height: 900 } }, async (page, context) => {
        const outside = new Set<string>()
        context.on('request', (request) => {
          const { pathname } = new URL(request.url())
          if (!pathname.startsWith('/bugle/docs')) outside.add(pathname)
        })
        await page.goto('/bugle/docs')
        await page.getByRole('link', { name: 'Decisions' }).first().click()
        await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor()
        await search(page, 'snapshot')
        await page.getByRole('option').first().click()
        await page.waitForURL('**/bugle/docs/**')
        expect([...outside]).toEqual([])
      })
    })
  },
  { path: '/bugle' },
)

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('option').first().waitFor()
}
