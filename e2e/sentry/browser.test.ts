import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { expectShown } from './expect-shown.ts'
import { servePage } from './page-site.ts'
import { expectAllAccounted, openSentryStage, programs } from './stage.ts'

describeWithTool(chromiumTool, 'the SDK of browsers', (chromium) => {
  const stage = openSentryStage()
  let site: Awaited<ReturnType<typeof servePage>>

  beforeAll(async () => {
    const { outputFiles } = await build({ entryPoints: [join(programs, 'page.ts')], bundle: true, write: false })
    site = await servePage(outputFiles[0]!.text)
  })
  afterAll(() => site.close())

  const visit = async (walk: (page: Page) => Promise<void>, dsn: string, more = '') => {
    const browser = await launchChromium(chromium)
    try {
      const page = await browser.newPage()
      await page.goto(`${site.origin}/?dsn=${encodeURIComponent(dsn)}${more}`)
      await walk(page)
    } finally {
      await browser.close()
    }
  }
  const call = (page: Page, name: 'ask' | 'trace' | 'flush' | 'kept') =>
    page.evaluate((name) => (window as unknown as Record<string, () => unknown>)[name]!(), name)

  it('is shown as it was sent, from another origin', async () => {
    const project = await stage.newProject('browser')
    await visit(async (page) => {
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect.poll(() => project.sent('event').length).toBe(2)
      await call(page, 'flush')
    }, project.dsn)
    const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    for (const sent of events) expectShown(sent, await project.eventOf(sent.event_id))
    // The two are sent in parallel: either may arrive first.
    const caused = events.find(({ exception }) => (exception as { values: unknown[] }).values.length === 2)!
    const shown = await project.eventOf(caused.event_id)
    expect(shown).toMatchObject({ platform: 'web', user_id: 'u-1', tags: { browser: expect.stringMatching(/Chrom/) } })
    expect(shown.exceptions).toHaveLength(2)
    expect(shown.breadcrumbs.map(({ message }) => message)).toContain('the button was clicked')
    await expectAllAccounted(project)
  })

  it('keeps what a lost network took, with its offline transport, and sends it from the next page', async () => {
    const project = await stage.newProject('offline')
    const events = () => project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    stage.proxy.fault = () => 'cut'
    try {
      await visit(
        async (page) => {
          await page.getByRole('button', { name: 'Pay' }).click()
          await expect.poll(() => call(page, 'kept')).toBe(2)
          stage.proxy.fault = () => undefined
          await page.reload()
          await expect.poll(() => events().length).toBe(2)
        },
        project.dsn,
        '&offline',
      )
    } finally {
      stage.proxy.fault = () => undefined
    }
    for (const sent of events()) expectShown(sent, await project.eventOf(sent.event_id))
  })

  it('stops sending transactions once it is asked to', async () => {
    const project = await stage.newProject('hints')
    await visit(async (page) => {
      const unsupported = () =>
        project.exchanges().filter(({ items }) => items.some(({ type }) => type === 'transaction' || type === 'span'))
      await call(page, 'trace')
      await call(page, 'flush')
      await expect.poll(() => unsupported().length).toBeGreaterThan(0)
      expect(unsupported()[0]!.responseHeaders['x-sentry-rate-limits']).toMatch(/^3600:[a-z_;]+:key:unsupported$/)
      const before = unsupported().length
      for (let index = 0; index < 3; index++) await call(page, 'trace')
      await page.getByRole('button', { name: 'Pay' }).click()
      await call(page, 'flush')
      // Errors still arrive.
      await expect.poll(() => project.sent('event').length).toBe(2)
      expect(unsupported().length).toBe(before)
    }, project.dsn)
  })

  it('asks the person what happened', async () => {
    const project = await stage.newProject('dialog')
    await visit(async (page) => {
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect.poll(() => project.sent('event').length).toBe(2)
      await call(page, 'ask')
      const dialog = page.getByRole('dialog', { name: 'Something broke' })
      await dialog.getByLabel('Name').fill('Bea')
      await dialog.getByLabel('E-mail').fill('bea@example.com')
      await dialog.getByLabel('What happened?').fill('I clicked on Pay')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await dialog.getByText('Your report has been sent.').waitFor()
    }, project.dsn)
    const list = async () => (await request(stage.account, 'GET', `/api/projects/${project.id}/feedback`)).feedback
    await expect
      .poll(async () => (await list())[0])
      .toMatchObject({ message: 'I clicked on Pay', event_id: expect.stringMatching(/^evt_/) })
  })
})
