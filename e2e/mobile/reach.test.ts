import { type Language, languages, setTranslations, t } from '@bugle/presentation/i18n'
import { labels as german } from '@bugle/presentation/labels/de'
import { labels as mobileGerman } from '@bugle/presentation/labels/de-mobile'
import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { enlargeText } from './enlarge-text.ts'
import { describeMobile } from './mobile-app.ts'
import { cutTexts } from './reach-of-page.ts'
import { screens, screensOutside } from './screens.ts'

describeMobile('the mobile app for everybody', (app) => {
  it.each(Object.keys(languages) as Language[])(
    'cuts nothing off at 200 % text, on any screen at 360 px (%s)',
    async (language) => {
      const { project } = await app.startWith('TypeError', 'RangeError', 'SyntaxError')
      await app.send(project, 'FatalError', { level: 'fatal', release: 'shop@2026.11.20' })
      setTranslations(language, language === 'de' ? { ...german, ...mobileGerman } : undefined)
      const set = {
        baseURL: app.server.url,
        viewport: { width: 360, height: 760 },
        // The service worker would bring the page's own style sheet.
        serviceWorkers: 'block',
      } as const
      for (const [kind, { state, all }] of Object.entries({
        inside: { state: await app.context.storageState(), all: screens },
        outside: { state: undefined, all: screensOutside },
      })) {
        const context = await app.browser.newContext({
          ...set,
          ...(state === undefined ? {} : { storageState: state }),
        })
        const page = await context.newPage()
        await page.addInitScript(`localStorage.setItem('m-language', '${language}')`)
        await enlargeText(page)
        const found: Record<string, unknown> = {}
        for (const [name, open] of Object.entries(all)) {
          if (kind === 'inside') await page.goto('/m/')
          await open(page)
          await page.getByRole('main').last().waitFor()
          // Bars in the places of rows; a first event is waited for without end.
          const bars = page.getByRole('progressbar', { name: t('Loading…') })
          await expect.poll(() => bars.count(), { message: name }).toBe(0)
          const { wide, cut } = await cutTexts(page)
          if (wide > 360 || cut.length > 0) found[name] = { wide, cut }
        }
        expect({ kind, found }).toEqual({ kind, found: {} })
        await context.close()
      }
    },
    180_000,
  )

  it('shows all of an empty list above the tabs, on a phone on its side', async () => {
    setTranslations('en', undefined)
    await app.startWith('TypeError')
    const context = await app.browser.newContext({
      baseURL: app.server.url,
      viewport: { width: 844, height: 390 },
      storageState: await app.context.storageState(),
    })
    const page = await context.newPage()
    await page.goto('/m/')
    await screens['search-empty']!(page)
    const [button, tabs] = await Promise.all([
      page.getByRole('button', { name: t('Clear search and filters') }).boundingBox(),
      page.getByRole('tab', { name: t('Issues'), exact: true }).boundingBox(),
    ])
    expect(button!.y + button!.height).toBeLessThanOrEqual(tabs!.y)
    await context.close()
  })

  it('speaks German after the choice, on every screen', async () => {
    await app.startWith('TypeError')
    await app.tab('You')
    await app.page.getByRole('button', { name: /^Language/ }).click()
    await app.button('Deutsch').click()
    await app.page.getByRole('tab', { name: 'Eingang' }).waitFor()
    for (const name of ['Issues', 'Projekte', 'Du']) await app.page.getByRole('tab', { name, exact: true }).click()
    await expect.poll(() => app.page.evaluate('document.documentElement.lang')).toBe('de')
    await app.page.getByRole('button', { name: /^Benachrichtigungen/ }).click()
    await app.page.getByText('Benachrichtigungen einschalten').waitFor()
  })

  it('offers the decisions of a row to screen readers and to the keyboard', async () => {
    await app.startWith('TypeError', 'RangeError', 'SyntaxError', 'EvalError')
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(4)
    const label = await app.page.getByRole('link', { name: /TypeError/ }).getAttribute('aria-label')
    expect(label).toMatch(
      /^Error, TypeError: Cannot read.*, New, 1 event, 0 users, last .* ago, Web shop, applyDiscount/,
    )
    await app.page.getByRole('link', { name: /TypeError/ }).focus()
    await app.page.keyboard.press('Enter')
    await app.page.getByText('applyDiscount', { exact: true }).waitFor()
    // The screen has a name, and the focus is on it.
    await expect.poll(() => app.page.title()).toMatch(/^[A-Z]+-\d+ · Bugle$/)
    await expect
      .poll(() => app.page.evaluate('document.activeElement.getAttribute("role") ?? document.activeElement.tagName'))
      .toMatch(/heading|H1/)
    await app.page.getByText('4 of 4').waitFor()
    await app.button('Resolve').focus()
    await app.page.keyboard.press('Enter')
    // The next one follows; that was the last, so it is the one before.
    await app.page.getByText('3 of 4').waitFor()
    await app.button('Back').click()
    await expect.poll(() => app.rows().count()).toBe(3)
    // The keys of the dashboard; after each decision the next row has the focus.
    const typeOf = (label: string | null) => /^Error, (\w+)/.exec(label ?? '')?.[1]
    const focused = async () =>
      typeOf(await app.page.evaluate<string | null>(`document.activeElement.getAttribute('aria-label')`))
    const types = await Promise.all(
      (await app.rows().all()).map(async (row) => typeOf(await row.getAttribute('aria-label'))),
    )
    await app.rows().first().focus()
    await app.page.keyboard.press('e')
    await app.page
      .getByText(/^Resolved [A-Z]/)
      .last()
      .waitFor()
    await expect.poll(focused).toBe(types[1])
    await app.page.keyboard.press('s')
    await app.page
      .getByText(/^Snoozed [A-Z]/)
      .last()
      .waitFor()
    await expect.poll(focused).toBe(types[2])
    await app.page.keyboard.press('x')
    await app.page.getByText(/^1 (of \d+ )?selected/).waitFor()
    await app.page.keyboard.press('Escape')
    await app.page.getByText(/selected/).waitFor({ state: 'detached' })
    // Undo reaches a step whose message is gone, and a row has its actions without a swipe.
    await app.page.keyboard.press('z')
    await expect.poll(() => app.rows().count()).toBe(2)
    await app.page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .focus()
    await app.page.keyboard.press('Enter')
    await app.button('Ignore').click()
    await expect.poll(() => app.rows().count()).toBe(1)
    // A tab that is not shown is out of reach.
    await app.tab('You')
    const hidden = `[...document.querySelectorAll('a, button, input, [tabindex="0"]')].filter((one) => one.closest('[aria-hidden=true]') !== null && (one.focus(), document.activeElement === one)).length`
    await expect.poll(() => app.page.evaluate(hidden)).toBe(0)
  })

  it('filters, saves a view and decides about everything that matches', async () => {
    const { account, project } = await app.startWith('TypeError', 'RangeError')
    await app.send(project, 'FatalError', { level: 'fatal' })
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(3)
    await app.page.getByRole('searchbox').pressSequentially('lev')
    await app.page.getByRole('button', { name: /^level:/ }).click()
    await app.page.getByRole('button', { name: 'level:fatal' }).click()
    await expect.poll(() => app.rows().count()).toBe(1)
    await app.button('Saved views').click()
    await app.page.getByLabel('Save the current list as').fill('Fatal ones')
    await app.button('Save').click()
    await app.page.getByRole('button', { name: 'Fatal ones', exact: true }).waitFor()
    // Open once its animation is over: only then it takes keys.
    await app.page.locator('[aria-modal][role=dialog]').waitFor()
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => app.rows().count()).toBe(3)
    await app.button('Filters').click()
    await app.page.getByRole('button', { name: /^Level/ }).click()
    await app.button('Error').click()
    await app.button('Done').click()
    await app.page.locator('[aria-modal]').waitFor({ state: 'detached' })
    await expect.poll(() => app.rows().count()).toBe(2)
    await app.page.getByRole('link', { name: /RangeError/ }).click({ delay: 600 })
    await app.button('Select all').click()
    await app.button('More actions').click()
    await app.button('Assign…').click()
    await app.button('Assign to me').click()
    const assigned = async () =>
      (await request(account, 'GET', '/api/issues?assignee=me')).issues.map(({ type }) => type).sort()
    await expect.poll(assigned).toEqual(['RangeError', 'TypeError'])
    await app.button('Undo').click()
    await expect.poll(assigned).toEqual([])

    // More match than are loaded: the list has pages of two issues, and the second never arrives.
    await app.page.route('**/api/issues?*', (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.has('cursor')) return
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    })
    await app.page.reload()
    await app.tab('Issues')
    await expect.poll(() => app.rows().count()).toBe(2)
    await app.rows().first().click({ delay: 600 })
    await app.button('Select all').click()
    await app.button('Select all 3 that match').click()
    await app.page.getByText(/^3 (of \d+ )?selected/).waitFor()
    // Whoever unticks a row no longer means everything, also when the row is ticked again.
    const row = app.page.getByRole('checkbox').last()
    await row.click()
    await app.page.getByText(/^1 (of \d+ )?selected/).waitFor()
    await row.click()
    await app.page.getByText(/^2 (of \d+ )?selected/).waitFor()
    await app.button('Select all 3 that match').click()
    await app.button('Ignore').click()
    await app.page.getByText('Ignored 3 issues').waitFor()
    const ignored = async () => (await request(account, 'GET', '/api/issues?status=ignored')).issues.length
    await expect.poll(ignored).toBe(3)
    await app.button('Undo').click()
    await expect.poll(ignored).toBe(0)
  })
})
