import { expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { sendEvent } from './events.ts'
import { logIn } from './steps.ts'
import { describeDashboard } from './window.ts'

const stack =
  'TypeError: x\n    at applyDiscount (/srv/shop/cart.js:118:24)\n    at submit (/srv/shop/form.js:61:9)\n    at run (/srv/shop/node_modules/express/lib/router.js:9:1)'
const event = { exception_type: 'TypeError', message: 'x', app_id: 'com.example.shop', platform: 'node', stack }

describeDashboard('the screen of an issue', (dashboard) => {
  it('shows the source around the line of a frame, colored and copied without its numbers', async () => {
    const account = await register(dashboard.server.url)
    const project = await createProject(account, 'Source')
    const source_context = [
      {
        file: '/srv/shop/cart.js',
        line: 118,
        pre_context: ['const rule = rules.find(isBest)', '// taxes come last'],
        context_line: "\treturn rule.total * 0.9 + taxOf(cart, 'AT')",
        post_context: ['}'],
      },
      { file: '/srv/shop/form.js', line: 61, context_line: 'applyDiscount(cart)' },
    ]
    const { issue_id } = await sendEvent(dashboard.server.url, project.ingestToken, { ...event, source_context })
    await dashboard.inWindow({}, async (page) => {
      await page.goto('/sign-in')
      await logIn(page, account)
      await page.goto(`/issues/${issue_id}`)
      const source = page.getByRole('region', { name: 'Source around line 118' })
      await source.waitFor()
      const numbers = "[...document.querySelectorAll('details[open] [data-line]')].map((line) => line.dataset.line)"
      expect(await page.evaluate(numbers)).toEqual(['116', '117', '118', '119'])
      expect(await source.locator('[aria-current]').textContent()).toBe("\treturn rule.total * 0.9 + taxOf(cart, 'AT')")
      const keyword = source.locator('.text-syn-keyword', { hasText: 'return' })
      await keyword.waitFor()
      const colorOf = (selector: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('details[open] ${selector}')).color`)
      expect(await colorOf('.text-syn-keyword')).not.toBe(await colorOf('[aria-current]'))
      const copied = await page.evaluate<string>(
        "(getSelection().selectAllChildren(document.querySelector('details[open] code')), String(getSelection()))",
      )
      expect(copied).not.toMatch(/11[6-9]/)
      expect(copied).toContain('// taxes come last')

      // The reader's own opening and closing stays in the other mode.
      const other = page.getByRole('region', { name: 'Source around line 61' })
      expect(await other.isVisible()).toBe(false)
      await page.locator('summary', { hasText: 'submit' }).click()
      await other.waitFor()
      await page.locator('summary', { hasText: 'applyDiscount' }).click()
      await source.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'All', exact: true }).first().click()
      await page.getByText('run', { exact: true }).waitFor()
      expect([await source.isVisible(), await other.isVisible()]).toEqual([false, true])
    })
  })
})
