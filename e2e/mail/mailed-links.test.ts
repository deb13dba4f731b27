import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { describeWithTool } from '../programs/tool.ts'

/** The link of the newest mail to this address, as soon as it lies in the outbox. */
async function linkTo(server: BuiltServer, address: string): Promise<string> {
  const outbox = join(server.dataDirectory, 'outbox')
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      for (const file of readdirSync(outbox).filter((name) => name.endsWith('.eml'))) {
        if (!readFileSync(join(outbox, file), 'utf8').includes(`\r\nTo: ${address}\r\n`)) continue
        const text = readFileSync(join(outbox, file.replace(/eml$/, 'txt')), 'utf8')
        const link = /http:\S+#token=\S+/.exec(text)?.[0]
        if (link !== undefined) return link
      }
    } catch {
      // There is no outbox yet.
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

describeWithTool('chromium', 'mailed links in a browser', (executablePath) => {
  let server: BuiltServer
  let browser: Browser
  let complaints: string[]

  beforeAll(async () => {
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
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
  const outcome = async (page: Page) => {
    await page.locator('#outcome').waitFor()
    return page.locator('#outcome').textContent()
  }

  it('a forgotten password is asked for, and chosen anew', async () => {
    const { email, password } = await register(server.url)
    const asking = await open(`${server.url}/forgot-password`)
    await asking.fill('#email', email)
    await asking.click('button')
    expect(await outcome(asking)).toContain('a link is on its way')

    const link = await linkTo(server, email)
    const page = await open(link)
    // The secret is neither in the address bar nor in the history.
    expect(page.url()).toBe(`${server.url}/reset-password`)
    await page.fill('#password', 'battery staple')
    await page.click('button')
    expect(await outcome(page)).toContain('Your password is changed')
    expect(complaints).toEqual([])
    expect([await logIn(server, email, password), await logIn(server, email, 'battery staple')]).toEqual([401, 200])

    const again = await open(link)
    await again.fill('#password', 'another password')
    await again.click('button')
    expect(await outcome(again)).toContain('This link was used')
  })

  it('another address is confirmed', async () => {
    const { email, password, token } = await register(server.url)
    const other = `new-${email}`
    const answer = await fetch(`${server.url}/api/me/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ current_password: password, email: other }),
    })
    expect(answer.status).toBe(202)
    const page = await open(await linkTo(server, other))
    await page.click('button')
    expect(await outcome(page)).toContain('is confirmed')
    expect(await logIn(server, other, password)).toBe(200)
  })

  it('a link without its secret says so', async () => {
    const page = await open(`${server.url}/confirm-email`)
    expect(await outcome(page)).toContain('lacks the secret')
    expect(await page.locator('form').isVisible()).toBe(false)
  })
})
