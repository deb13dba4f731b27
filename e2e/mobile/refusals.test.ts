import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import type { Locator } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { type Account, request } from '../harness/account.ts'
import { hasPostgres, makeExternalDatabase } from '../harness/external-database.ts'
import { describeMobile } from './mobile-app.ts'

/** The way to a database, which can be closed. */
class Way {
  #sockets = new Set<Socket>()
  #isOpen = true
  #server = createServer((socket) => {
    const onward = connect({ host: this.#to.hostname, port: Number(this.#to.port) })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    if (!this.#isOpen) this.close()
  })
  readonly #to: URL

  constructor(url: string) {
    this.#to = new URL(url)
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.#to)
    url.hostname = '127.0.0.1'
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.href
  }

  close(): void {
    this.#isOpen = false
    for (const socket of this.#sockets) socket.destroy()
  }

  open(): void {
    this.#isOpen = true
  }

  end(): void {
    this.close()
    this.#server.close()
  }
}

const database = process.env.BUGLE_MOBILE === '1' && hasPostgres ? await makeExternalDatabase() : undefined
const way = database === undefined ? undefined : new Way(database.url)
const url = (await way?.listen()) ?? ''
afterAll(async () => {
  way?.end()
  await database?.remove()
})

async function query(text: string, values: unknown[]): Promise<number | null> {
  const client = new pg.Client(database!.url)
  await client.connect()
  const { rowCount } = await client.query(text, values)
  await client.end()
  return rowCount
}

/** Ends the session of the page, as a person does from another device. */
async function revoke(account: Account): Promise<void> {
  const { tokens } = await request(account, 'GET', '/api/me/tokens')
  await request(account, 'DELETE', `/api/me/tokens/${tokens.find(({ name }) => name === 'mobile')!.id}`)
}

const commentsOf = async (account: Account, issue: string) =>
  (await request(account, 'GET', `/api/issues/${issue}/comments`)).comments.map(({ text }) => text)

const statusOf = async (account: Account, issue: string) =>
  (await request(account, 'GET', `/api/issues/${issue}`)).issue.status

describeMobile(
  'the mobile app when the server refuses',
  (app) => {
    const comment = () => app.page.getByRole('textbox', { name: 'Comment' })
    const again = () => app.page.getByRole('dialog', { name: 'Sign in again' })

    const openIssue = async () => {
      await app.tab('Issues')
      await app.rows().first().click()
      await app.page.getByText('applyDiscount', { exact: true }).waitFor()
      return app.page.url().split('/').pop()!
    }

    const signInIn = async (dialog: Locator, { password }: Account) => {
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }

    /** They would notice the end of the session before the form is sent. */
    const withoutLiveUpdates = () => app.page.route('**/api/stream', () => {})

    it('keeps a form whose session was revoked, and continues after the password', async () => {
      await withoutLiveUpdates()
      const { account } = await app.startWith('TypeError')
      await app.tab('Projects')
      await app.button('New project').click()
      await app.page.getByLabel('Name').fill('Order desk')
      await revoke(account)
      await app.button('Create project').click()
      await again().getByText('Your session has ended. Everything on this page stays').waitFor()
      await signInIn(again(), account)
      await expect.poll(() => app.page.getByLabel('Name').inputValue()).toBe('Order desk')
      await app.button('Create project').click()
      await app.page.getByText('Waiting for the first event…').waitFor()
    })

    it.runIf(hasPostgres)(
      'keeps a comment whose session was idle for too long, and repeats a decision on request',
      async () => {
        await withoutLiveUpdates()
        const { account } = await app.startWith('TypeError')
        const issue = await openIssue()
        await comment().fill('a thought that took a month')
        const expire = `update access_tokens set last_used_at = now() - interval '181 days'
        where kind = 'mobile' and user_id = (select id from users where email = $1)`
        expect(await query(expire, [account.email])).toBe(1)
        await app.button('Resolve').click()
        await signInIn(again(), account)
        await app.button('Retry').click()
        await expect.poll(() => statusOf(account, issue)).toBe('resolved')
        await expect.poll(() => comment().inputValue()).toBe('a thought that took a month')
        await app.button('Send comment').click()
        await expect.poll(() => commentsOf(account, issue)).toEqual(['a thought that took a month'])
      },
    )

    it('sends what waited for the network, although the session was revoked meanwhile', async () => {
      const { account } = await app.startWith('TypeError')
      const issue = await openIssue()
      await expect.poll(() => app.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
      await app.context.setOffline(true)
      await app.button('Resolve').click()
      await comment().fill('from the lift')
      await app.button('Send comment').click()
      await app.page.getByText('proof will be sent when the server responds').waitFor()
      await revoke(account)
      await app.context.setOffline(false)
      await signInIn(again(), account)
      await expect.poll(() => commentsOf(account, issue)).toEqual(['from the lift'])
      await expect.poll(() => statusOf(account, issue)).toBe('resolved')
      // Nor is it lost with the page closed meanwhile.
      await app.context.setOffline(true)
      await comment().fill('from the train')
      await app.button('Send comment').click()
      await app.page.getByText('proof will be sent when the server responds').waitFor()
      await app.page.goto('about:blank')
      await revoke(account)
      await app.context.setOffline(false)
      await app.signIn(account)
      await expect.poll(() => commentsOf(account, issue)).toEqual(['from the train', 'from the lift'])
    })

    it('counts down after too many wrong passwords, and keeps what was typed', async () => {
      const { account } = await app.startWith('TypeError')
      await app.context.clearCookies()
      await app.page.goto('/m/')
      await app.page.getByLabel('E-mail').fill(account.email)
      await app.page.getByLabel('Password', { exact: true }).fill('not this one')
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const response = app.page.waitForResponse('**/api/auth/login')
        await app.button('Sign in').click()
        expect((await response).status()).toBe(401)
        await app.button('Sign in').waitFor()
      }
      await app.button('Sign in').click()
      await app.page.getByText('Too many attempts. Try again in a moment.').waitFor()
      const wait = app.page.getByRole('button', { name: /^Try again in \d+ s$/ })
      await expect.poll(() => wait.isDisabled()).toBe(true)
      const [first] = (await wait.textContent())!.match(/\d+/)!
      await expect.poll(async () => Number((await wait.textContent())!.match(/\d+/)![0])).toBeLessThan(Number(first))
      await expect.poll(() => app.page.getByLabel('E-mail').inputValue()).toBe(account.email)
      await expect.poll(() => app.page.getByLabel('Password', { exact: true }).inputValue()).toBe('not this one')
    })

    it.runIf(hasPostgres)('waits for a server without its database, and sends everything once afterwards', async () => {
      const { account } = await app.startWith('TypeError')
      const issue = await openIssue()
      // The list names the frame, too; the issue is saved later.
      await expect
        .poll(() => app.page.evaluate(`localStorage.getItem('m-cache')?.includes('latest_event') === true`))
        .toBe(true)
      way!.close()
      await app.button('Resolve').click()
      await app.page.getByText(/It will be sent when the server responds/).waitFor()
      await app.page
        .getByText(/^The server is not ready\. Data as of/)
        .last()
        .waitFor()
      await comment().fill('while it was away')
      await app.button('Send comment').click()
      await app.page.getByText('proof will be sent when the server responds').waitFor()
      await app.page.reload()
      await app.page.getByText('applyDiscount', { exact: true }).waitFor()
      way!.open()
      await expect.poll(() => app.page.getByText(/^(The server is not ready|Offline)\./).count()).toBe(0)
      await expect.poll(() => statusOf(account, issue)).toBe('resolved')
      await expect.poll(() => commentsOf(account, issue)).toEqual(['while it was away'])
      await app.page.getByText('proof will be sent when the server responds').waitFor({ state: 'detached' })
      // The browser writes each 503 to its console.
      app.complaints = app.complaints.filter((text) => !text.includes('status of 503'))
    })
  },
  { env: () => ({ DATABASE_URL: url }) },
)
