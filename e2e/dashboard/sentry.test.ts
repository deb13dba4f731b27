import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { arrived } from '../harness/shown.ts'
import { describeDashboard, expectAccessible } from './window.ts'

/** The smallest PNG: one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const newId = () => crypto.randomUUID().replaceAll('-', '')
const frame = (change: object) => ({ filename: 'shop/cart.py', abs_path: '/srv/shop/cart.py', in_app: true, ...change })

function anEvent(event_id: string) {
  const inner = {
    function: 'pay',
    lineno: 12,
    context_line: '    return cart["total"]',
    vars: { cart: { items: 3 }, token: 'x' },
  }
  return {
    event_id,
    platform: 'python',
    timestamp: Date.now() / 1000,
    release: 'shop@2.0.0',
    exception: {
      values: [
        {
          type: 'OSError',
          value: 'the shelf is gone',
          mechanism: { type: 'chained', exception_id: 4, parent_id: 3, source: '__cause__' },
        },
        {
          type: 'ValueError',
          value: 'two',
          mechanism: { type: 'chained', exception_id: 3, parent_id: 2, source: 'exceptions[0]' },
        },
        {
          type: 'ExceptionGroup',
          value: 'inner',
          mechanism: {
            type: 'chained',
            exception_id: 2,
            parent_id: 0,
            source: 'exceptions[1]',
            is_exception_group: true,
          },
        },
        {
          type: 'KeyError',
          value: 'total',
          mechanism: { type: 'chained', exception_id: 1, parent_id: 0, source: 'exceptions[0]' },
        },
        {
          type: 'ExceptionGroup',
          value: 'both',
          mechanism: { type: 'generic', handled: false, exception_id: 0, is_exception_group: true },
          stacktrace: { frames: [frame({ function: 'main', lineno: 3 }), frame(inner)] },
        },
      ],
    },
    threads: { values: [{ id: 1, name: 'worker', stacktrace: { frames: [frame({ function: 'wait', lineno: 8 })] } }] },
    request: { url: 'https://shop.example/cart', method: 'POST', headers: { 'User-Agent': 'curl/8' } },
    user: { id: 'u-1', email: 'ann@example.com' },
    extra: { iban: 'DE00' },
  }
}

describeDashboard('an event of a Sentry SDK', (dashboard) => {
  it('shows variables, members of a group, threads, attachments, and what was removed', async () => {
    const { account, project } = await dashboard.projectWith('Sentry')
    await dashboard.inWindowOf(account, {}, async (page) => {
      await page.goto(`/projects/${project.id}/setup`)
      await page.getByRole('link', { name: 'Change one line' }).click()
      await page.getByRole('button', { name: 'Create a DSN' }).click()
      const dsn = await page.getByRole('list', { name: 'DSNs' }).locator('code').first().textContent()
      const line = page.getByRole('region', { name: 'The line to change' })
      await expect.poll(() => line.textContent()).toContain(`Sentry.init({ dsn: '${dsn}' })`)
      await page.getByLabel('The line to change').first().selectOption('Python')
      await expect.poll(() => line.textContent()).toContain(`sentry_sdk.init(dsn="${dsn}")`)
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByLabel('Pages that may send').fill('https://shop.example\nhttps://*.shop.example')
      await page.getByRole('list', { name: 'DSNs' }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Pages of https://shop.example, https://*.shop.example may send.').waitFor()
      const kept = page.getByRole('region', { name: 'Privacy' })
      await kept.getByLabel('Further secret names').fill('ibän')
      await kept.getByRole('button', { name: 'Save' }).click()
      await kept.getByText(/characters that are not allowed/).waitFor()
      await kept.getByLabel('Further secret names').fill('iban')
      await kept.getByLabel('Keep fields of users').check()
      await kept.getByRole('button', { name: 'Save' }).click()
      const settings = () => request(account, 'GET', `/api/projects/${project.id}/sentry-settings`)
      await expect.poll(settings).toMatchObject({ keep_user_fields: true, drop_vars: false, sensitive_keys: ['iban'] })
      await expectAccessible(page)

      const clientId = newId()
      const { username: key, pathname } = new URL(dsn!)
      const session = {
        sid: newId(),
        init: true,
        status: 'crashed',
        errors: 1,
        started: new Date().toISOString(),
        attrs: { release: 'shop@2.0.0' },
      }
      const checkIn = {
        check_in_id: newId(),
        monitor_slug: 'nightly',
        status: 'error',
        monitor_config: { schedule: { type: 'crontab', value: '0 3 * * *' } },
      }
      const feedback = {
        contexts: { feedback: { message: 'The cart is empty', name: 'Bea', associated_event_id: clientId } },
      }
      const item = (header: object, payload: Buffer | object) => {
        const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
        return Buffer.concat([
          Buffer.from(`${JSON.stringify({ ...header, length: bytes.length })}\n`),
          bytes,
          Buffer.from('\n'),
        ])
      }
      const body = Buffer.concat([
        Buffer.from(`${JSON.stringify({ event_id: clientId })}\n`),
        item({ type: 'event' }, anEvent(clientId)),
        item({ type: 'attachment', filename: 'screen.png', content_type: 'image/png' }, png),
        item(
          { type: 'attachment', filename: 'page.html', content_type: 'text/html' },
          Buffer.from('<script>alert(1)</script>'),
        ),
        item({ type: 'session' }, session),
        item({ type: 'check_in' }, checkIn),
        item({ type: 'feedback' }, feedback),
        item({ type: 'transaction' }, {}),
      ])
      const sent = await fetch(`${dashboard.server.url}/api${pathname}/envelope/?sentry_key=${key}`, {
        method: 'POST',
        body,
      })
      expect(await sent.json()).toEqual({ id: clientId })
      const path = `/api/projects/${project.id}/events/${clientId}` as const
      const { event } = await arrived(() => request(account, 'GET', path))

      await page.goto(`/issues/${event.issue_id}`)
      await page.getByRole('heading', { name: 'Stack' }).waitFor()
      const variables = page.getByRole('region', { name: 'Variables' }).first()
      await expect.poll(() => variables.textContent()).toMatch(/cart.*items.*3.*token\[removed\]/)
      // Members of a group are a list within it, and the cause of a member stands below that member.
      const within = page.getByRole('list', { name: 'Exceptions within ExceptionGroup' })
      const headings = (level: number) => within.nth(level).locator('summary').allTextContents()
      await expect.poll(() => headings(1)).toEqual(['Member 1ValueError: two', 'Caused byOSError: the shelf is gone'])
      const inner = await headings(1)
      await expect
        .poll(() => headings(0))
        .toEqual(['Member 1KeyError: total', 'Member 2ExceptionGroup: inner', ...inner])
      await page
        .getByRole('region', { name: /^Threads/ })
        .getByText('worker')
        .click()
      await page.getByText('wait', { exact: true }).waitFor()
      const files = page.getByRole('region', { name: /^Attachments/ })
      const picture = files.getByRole('img', { name: 'screen.png' })
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
      const download = page.waitForEvent('download')
      await files.getByRole('link', { name: /page\.html/ }).click()
      expect((await download).suggestedFilename()).toBe('page.html')
      await page.getByText(/fields with personal data or secrets were removed/).click()
      await page.getByText('extra.iban').waitFor()
      await page.getByText('ann@example.com').first().waitFor()
      await expectAccessible(page)

      const part = (name: string) => page.getByRole('region', { name })
      await page.getByRole('link', { name: 'Releases' }).click()
      const row = page
        .getByRole('listitem')
        .filter({ hasText: 'shop@2.0.0' })
        .filter({ has: page.getByRole('checkbox') })
      await expect.poll(() => row.textContent()).toContain('0 %')
      await page.getByRole('link', { name: 'Monitors' }).click()
      await page.getByText(/failing for/).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'New monitor' }).click()
      await page.getByRole('textbox', { name: 'Name of the job' }).fill('weekly-report')
      await page.getByRole('textbox', { name: 'Schedule' }).fill('0 4 * * 1')
      await page.getByRole('button', { name: 'Create monitor' }).click()
      await page.getByText(/cron\/weekly-report\//).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText(/^Monday 04:00/).waitFor()
      await page.getByRole('link', { name: 'Feedback' }).click()
      await page.getByRole('heading', { name: 'Feedback' }).waitFor()
      const about = page.getByRole('article').getByRole('link')
      await expect
        .poll(async () => {
          await page.reload()
          await page.getByText('The cart is empty').first().waitFor()
          return about.count()
        })
        .toBeGreaterThan(0)
      await expectAccessible(page)
      await about.last().click()
      await page.getByRole('heading', { name: 'Stack' }).waitFor()
      await part('Feedback').getByText('The cart is empty').waitFor()
      await part('This event').getByText('POST https://shop.example/cart').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByText(/Received and not kept: 1 transaction/).waitFor()
    })
  })
})
