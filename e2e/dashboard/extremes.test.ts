import { expect, it } from 'vitest'
import { describeDashboard } from './window.ts'

/** Values of numbers that clients send, by mistake or on purpose; times of breadcrumbs are whole numbers. */
const numbers = [2 ** 63, -(2 ** 63), 1e300, -1, 0, 1_795_253_390, 1_795_253_390_000_000, 1_795_253_390_000_000_000]
const texts = ['', 'NaN', '1e300', 'x'.repeat(30_000)]

/** An event with a value in each place where a page shows one. */
function extremeEvent(number: number, text: string): Record<string, unknown> {
  return {
    exception_type: 'RangeError',
    message: text,
    platform: 'web',
    app_id: 'com.example.shop',
    release: text,
    dist: text,
    environment: text,
    fingerprint: [String(number), text.slice(0, 10)],
    stack: [
      { function: 'pay', file: 'https://shop.test/cart.js', line: number, column: number, in_app: true },
      { function: text, file: text, line: 1, column: 1, in_app: false },
    ],
    exceptions: [{ exception_type: 'Cause', message: text, parent: number, relation: text, stack: text }],
    tags: { number },
    user: { id: text },
    contexts: { device: { memory: number, model: text }, app: { version: text }, os: { name: text, version: text } },
    mechanism: { type: text, handled: false },
    breadcrumbs: [
      { category: 'http', message: text, ts: Date.now(), data: { status_code: number } },
      { category: text, message: 'odd', ts: number, data: { status: number, text } },
      { category: 'ui', message: 'last', ts: number },
    ],
    extra: { number, text, list: [number, text] },
    source_context: [
      {
        file: 'https://shop.test/cart.js',
        line: number,
        pre_context: [text],
        context_line: text,
        post_context: [text],
      },
    ],
  }
}

describeDashboard('an event with extreme values', (dashboard) => {
  it('can be read in every part of its page', async () => {
    const { account, project } = await dashboard.projectWith('Extremes')
    const events = [
      ...numbers.map((number) => extremeEvent(number, 'text')),
      ...texts.map((text) => extremeEvent(3, text)),
    ]
    const sent = await dashboard.sendAll(project, events)
    await dashboard.inWindowOf(account, {}, async (page) => {
      for (const [index, { issue_id }] of sent.entries()) {
        await page.goto(`/issues/${issue_id}`)
        await page.getByRole('heading', { name: 'Breadcrumbs' }).waitFor()
        await page.getByRole('heading', { name: 'Activity and comments' }).waitFor()
        await page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        const failed = page.getByRole('main').getByText('could not be shown')
        const message = JSON.stringify(events[index]).slice(0, 200)
        await expect.poll(() => failed.count(), { message }).toBe(0)
        await page.goto(`/issues/${issue_id}?list=true`)
        await page.getByRole('dialog').waitFor()
      }
    })
  })
})
