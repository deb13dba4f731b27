import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { gone } from '../harness/gone.ts'
import { describeMobile } from './mobile-app.ts'

describeMobile('a first visit of somebody who is signed in', (app) => {
  it.each(['/m/', '/m/issues'])('to %s loads 250 kB before the list, and asks for each address once', async (path) => {
    await app.startWith('TypeError', 'RangeError')
    const { cookies } = await app.context.storageState()
    await onNewPhone(app.origin, cookies, async (page) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      let bytes = 0
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        if (pathname.startsWith('/api/')) asked.push(decodeURIComponent(pathname + search))
      })
      await page.goto(path)
      await page
        .getByRole('link', { name: /TypeError/ })
        .filter({ visible: true })
        .waitFor()
      expect(bytes / 1000).toBeLessThanOrEqual(250)
      // The screens that follow are loaded when the first has been there for a while.
      await page.waitForRequest(/_later-/)
      // early.js has asked for what the screen shows, and nothing is asked for again.
      expect(asked).toContain('/api/auth/me')
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    })
  })

  it('opens a screen that is loaded later by its address', async () => {
    const { project } = await app.startWith('TypeError')
    await app.page.goto(`/m/projects/${project.id}/set-up`)
    await app.page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
  })

  it('shows that a screen is on its way, when it is opened before its file is there', async () => {
    await app.startWith('TypeError')
    await onNewPhone(app.origin, (await app.context.storageState()).cookies, async (page) => {
      let arrive = () => {}
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route(/_later-/, async (route) => {
        await arrived
        await route.continue()
      })
      await page.goto('/m/')
      await page.getByRole('tab', { name: 'Projects', exact: true }).click()
      const bars = page.getByRole('progressbar', { name: 'Loading…' }).filter({ visible: true })
      await bars.waitFor()
      arrive()
      await page.getByRole('listitem').filter({ visible: true }).first().waitFor()
      await gone(bars)
    })
  })

  it('loads German where it is wanted, before anything is said', async () => {
    await app.startWith('TypeError')
    await app.page.evaluate(`localStorage.setItem('m-language', 'de')`)
    await app.page.goto('/m/issues')
    await app.page.getByRole('tab', { name: 'Eingang' }).waitFor()
    expect(await app.page.evaluate('document.documentElement.lang')).toBe('de')
  })

  /** Runs on a phone that has the session alone: neither files nor data. */
  async function onNewPhone(
    baseURL: string,
    cookies: Awaited<ReturnType<BrowserContext['cookies']>>,
    run: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await app.browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      // Its requests are not seen here.
      serviceWorkers: 'block',
      storageState: { cookies, origins: [] },
    })
    await run(await context.newPage())
    await context.close()
  }
})
