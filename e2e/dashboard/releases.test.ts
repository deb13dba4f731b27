import type { PutReleaseBody } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { chromiumPath, launchChromium } from '../harness/chromium.ts'
import { serveShop, uploadMap } from './minified-shop.ts'
import { overflowOf } from './readable.ts'
import { describeDashboard, expectAccessible } from './window.ts'

const event = { app_id: 'com.example.shop', platform: 'web', message: 'x' }
const hour = 3_600_000

describeDashboard('releases', (dashboard) => {
  it('are listed, and each shows what is new and regressed in it beside the one before', async () => {
    const { account, project } = await dashboard.projectWith('Released')
    const before = { ...event, release: 'shop/1.4.0', timestamp: Date.now() - 50 * hour }
    const { issue_id } = await dashboard.send(project, { ...before, exception_type: 'OldError', repeat: 3 })
    const path = `/api/projects/${project.id}/releases` as const
    const releases = async () => (await request(account, 'GET', path)).releases.map(({ version }) => version)
    await expect.poll(releases).toEqual(['shop/1.4.0'])
    await request(account, 'PATCH', `/api/issues/${issue_id}`, { status: 'resolved' })
    const now = { ...event, release: 'shop/1.4.1' }
    await dashboard.send(project, { ...now, exception_type: 'NewError' })
    await dashboard.send(project, { ...now, exception_type: 'OldError' })
    const record: PutReleaseBody = {
      commit: '9fd686a0e3b1c4d5',
      ref: 'main',
      url: 'https://ci.example/builds/1412',
      dist: '7',
      commits: [{ id: '9fd686a0e3b1c4d5', author_name: 'Dana', message: 'Round taxes per line\n\nNot per cart.' }],
      repository: 'javascript:alert(1)',
    }
    const address = `${path}/${encodeURIComponent('shop/1.4.1')}` as const
    await request(account, 'PUT', address, record)
    await request(account, 'POST', `${address}/deploys`, { environment: 'production', name: 'Deploy 77' })
    const text = JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: ['1'], names: [], mappings: 'AAAA' })
    await uploadMap(account, project, { name: 'app.js.map', text, release: 'shop/1.4.1' })
    const counted = () => request(account, 'GET', address)
    await expect.poll(async () => (await counted()).release).toMatchObject({ count: 2, regressed: { count: 1 } })

    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('r')
      // The list of issues, whose rows have boxes as well, is shown until the screen is loaded.
      await page.getByRole('heading', { name: 'Releases', exact: true }).waitFor()
      const rows = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
      await expect.poll(() => rows.count()).toBe(2)
      await expect.poll(() => rows.nth(0).textContent()).toMatch(/^shop\/1\.4\.1production.*1 new1 regressedHas files/)
      await expect
        .poll(() => rows.nth(1).textContent())
        .toMatch(/^shop\/1\.4\.0production2 d ago.*1 new0 regressedNo files/)
      await page.getByRole('region', { name: 'Events per day by release' }).getByText('shop/1.4.0').first().waitFor()
      await expectAccessible(page)

      for (const box of await rows.getByRole('checkbox').all()) await box.check()
      await page.getByRole('button', { name: 'Compare' }).click()
      const dialog = page.getByRole('dialog', { name: 'Compare releases' })
      await dialog.getByRole('row', { name: /^Events 2 3$/ }).waitFor()
      await dialog.getByRole('link', { name: 'NewError' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')

      await rows.nth(0).getByRole('link').click()
      await page.waitForURL(/\/releases\/shop%2F1\.4\.1$/)
      await page.reload()
      const part = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
      await part('New issues').getByRole('link', { name: 'NewError' }).waitFor()
      await part('Regressed issues').getByRole('link', { name: 'OldError' }).waitFor()
      await expect.poll(() => part('Numbers').textContent()).toMatch(/Events2▼ 1.*New issues1Regressed issues1/)
      await part('Commits').getByText('Round taxes per line', { exact: true }).waitFor()
      await part('Deploys').getByText('production').waitFor()
      await part('Uploaded files').getByText('1 source map').waitFor()
      // An address that could run code is no link.
      await part('Build').getByText('javascript:alert(1)').waitFor()
      await expect.poll(() => part('Build').getByRole('link').allTextContents()).toEqual([record.url])
      await expectAccessible(page)

      await page.getByRole('link', { name: 'shop/1.4.0' }).click()
      await page.getByRole('heading', { name: 'shop/1.4.0' }).waitFor()
      await part('New issues').getByRole('link', { name: 'OldError' }).click()
      await page.getByRole('region', { name: 'This event' }).getByRole('link', { name: 'shop/1.4.1' }).click()
      await part('Uploaded files').getByRole('link', { name: 'Show the files' }).click()
      await page.waitForURL(/settings\/source-maps\?q=/)
      await page.getByRole('region', { name: 'Uploaded files' }).getByText('~/assets/app.js').waitFor()
    })
  })

  it('show how much of their minified code is readable', async () => {
    const { account, project } = await dashboard.projectWith('Readable')
    const shop = await serveShop()
    const browser = await launchChromium(chromiumPath)
    try {
      for (const [name, text] of Object.entries(shop.maps))
        await uploadMap(account, project, { name, text, release: '1.0.0' })
      await shop.crash(browser, account, project, '1.0.0')
      await shop.crash(browser, account, project, '1.0.1')
    } finally {
      await browser.close()
      shop.close()
    }
    await dashboard.inWindowOf(account, {}, async (page) => {
      const stacks = page.getByRole('region', { name: 'Stacks of minified code' })
      const shown = async (release: string) => {
        await page.goto(`/projects/${project.id}/releases/${release}`)
        await page.getByRole('heading', { name: 'New issues' }).waitFor()
        return (await stacks.count()) === 0 ? '' : stacks.getByRole('list').textContent()
      }
      await expect.poll(() => shown('1.0.0')).toBe('Readable: 11 eventMinified in part or whole: 00 events')
      await expect.poll(() => shown('1.0.1')).toBe('Readable: 00 eventsMinified in part or whole: 11 event')
      await expectAccessible(page)
    })
  })

  it('fit on a phone, in German', async () => {
    const release = `shop@${'1234567890.'.repeat(12)}`
    const { account, project } = await dashboard.projectWith('Phone', { ...event, exception_type: 'E', release })
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
    await dashboard.inWindowOf(account, phone, async (page, context) => {
      await context.addInitScript("localStorage.setItem('bugle-language', 'de')")
      await page.goto(`/projects/${project.id}/issues`)
      // Pages without a tab are in the menu of the project.
      await page.getByRole('button', { name: /Projekt wechseln$/ }).tap()
      for (const name of ['Monitore', 'Feedback', 'Ereignisse senden'])
        await page.getByRole('menuitem', { name }).waitFor()
      await page.getByRole('menuitem', { name: 'Versionen' }).tap()
      await page.waitForURL(/\/releases$/)
      const link = page.getByRole('link', { name: /^shop@1234567/ })
      await expect
        .poll(async () => {
          if ((await link.count()) === 0) await page.reload()
          await page.getByRole('heading', { name: 'Versionen' }).waitFor()
          return link.count()
        })
        .toBe(1)
      await expect.poll(() => overflowOf(page)).toBe(0)
      await link.click()
      await page.getByRole('heading', { name: 'Neue Issues' }).waitFor()
      await expect.poll(() => overflowOf(page)).toBe(0)
      await expectAccessible(page)
    })
  })
})
