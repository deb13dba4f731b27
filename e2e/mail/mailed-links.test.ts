import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendEvent } from '../dashboard/events.ts'
import { createProject, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { gone } from '../harness/gone.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'

/** Waits for a mail to this address in the outbox, and returns its link to a page. */
async function linkTo(server: BuiltServer, address: string, path: string): Promise<string> {
  const outbox = join(server.dataDirectory, 'outbox')
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      for (const file of readdirSync(outbox).filter((name) => name.endsWith('.eml'))) {
        if (!readFileSync(join(outbox, file), 'utf8').includes(`\r\nTo: ${address}\r\n`)) continue
        const text = readFileSync(join(outbox, file.replace(/eml$/, 'txt')), 'utf8')
        const link = /http:\S+#token=\S+/.exec(text)?.[0]
        if (link?.includes(path)) return link
      }
    } catch {
      // No outbox yet.
    }
    await pause(50)
  }
  throw new Error(`no mail to ${address}\n${server.output}`)
}

const logIn = async (server: BuiltServer, email: string, password: string) => {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })).status
}

describeWithTool(chromiumTool, 'mailed links in a browser', (executablePath) => {
  let server: BuiltServer
  let browser: Browser
  let complaints: string[]

  beforeAll(async () => {
    server = await BuiltServer.install({ BUGLE_ISSUE_MAIL_DELAY: '1s' })
    server.start()
    await server.ready()
    browser = await launchChromium(executablePath)
  })
  afterAll(async () => {
    await browser?.close()
    await server.remove()
  })

  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 390, height: 700 } })
    complaints = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(url)
    return page
  }
  /** As a user waits: the screen appears after its page. */
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const reads = (page: Page, text: string) => page.getByText(text).waitFor()
  const mainFont = (page: Page) => page.evaluate<string>("getComputedStyle(document.querySelector('h1')).fontFamily")

  it('a forgotten password is reset from the sign-in page', async () => {
    const { email, password } = await register(server.url)
    const asking = await open(`${server.url}/sign-in`)
    await asking.getByLabel('E-mail', { exact: true }).fill(email)
    const font = await mainFont(asking)
    const asked: string[] = []
    asking.on('request', (request) => asked.push(request.url()))
    await asking.getByRole('link', { name: 'Forgot password' }).click()
    await asking.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    // The typed address is passed on, and appears in no log.
    await expect.poll(() => asking.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)
    await asking.reload()
    await expect.poll(() => asking.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)
    expect(asked.filter((url) => decodeURIComponent(url.split('#')[0]!).includes(email))).toEqual([])
    expect(await mainFont(asking)).toBe(font)
    await press(asking, 'Send link')
    await reads(asking, 'we have sent it a link')
    await asking.getByRole('link', { name: 'Back to sign-in' }).click()
    await asking.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => asking.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)

    const link = await linkTo(server, email, 'reset-password')
    const page = await open(link)
    await page.getByLabel('New password', { exact: true }).fill('battery staple')
    // The secret is neither in the address bar nor in the history.
    await expect.poll(() => page.url()).toBe(`${server.url}/reset-password`)
    await press(page, 'Change password')
    await reads(page, 'Your password has been changed')
    expect(complaints).toEqual([])
    expect([await logIn(server, email, password), await logIn(server, email, 'battery staple')]).toEqual([401, 200])

    const again = await open(link)
    await again.getByLabel('New password', { exact: true }).fill('another password')
    await press(again, 'Change password')
    await reads(again, 'This link has been used')
    await again.getByRole('link', { name: 'Request a new link' }).click()
    await again.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  it('confirm another address', async () => {
    const { email, password, token } = await register(server.url)
    const other = `new-${email}`
    const response = await fetch(`${server.url}/api/me/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ current_password: password, email: other }),
    })
    expect(response.status).toBe(202)
    const page = await open(await linkTo(server, other, 'confirm-email'))
    await press(page, 'Confirm e-mail')
    await reads(page, 'is confirmed')
    expect(await logIn(server, other, password)).toBe(200)
  })

  it('notifications are unsubscribed without signing in, with the token of either kind of link', async () => {
    const account = await register(server.url)
    const project = await createProject(account, 'shop')
    // Without a mail server, members receive issue mails only if they asked for them.
    await request(account, 'PATCH', `/api/projects/${project.id}/notifications`, { own: { new_issues: 'on' } })
    const event = { app_id: project.app_id, platform: 'web', exception_type: 'MailedError', message: 'once' }
    await sendEvent(server.url, project.ingestToken, event)
    const link = await linkTo(server, account.email, 'unsubscribe')
    for (const address of [link, link.replace('#', '?')]) {
      const page = await open(address)
      await page.getByLabel('Unsubscribe from all other projects too').check()
      await expect.poll(() => page.url()).toBe(`${server.url}/unsubscribe`)
      await press(page, 'Unsubscribe')
      await reads(page, 'You will not receive these e-mails anymore.')
      expect(complaints).toEqual([])
    }
  })

  it.each(['/reset-password', '/confirm-email', '/unsubscribe', '/reset-password?token=in-every-log'])(
    'a link without its secret says so: %s',
    async (path) => {
      const page = await open(`${server.url}${path}`)
      await reads(page, 'This link is incomplete.')
      await gone(page.locator('form'))
      await page.getByRole('link', { name: /^(Back to sign-in|Open Bugle)$/ }).waitFor()
    },
  )
})
