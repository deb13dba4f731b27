import { afterAll, expect, it } from 'vitest'
import { startPushReceiver } from '../../apps/server/test/push-receiver.ts'
import { submitLogin } from '../dashboard/steps.ts'
import { registerForPhone, request } from '../harness/account.ts'
import { describeMobile } from './mobile-app.ts'

const receiver = await startPushReceiver()
afterAll(() => receiver.close())

describeMobile(
  'a phone and its messages',
  (app) => {
    it('is signed in by the code that the dashboard shows, which says who it was', async () => {
      const account = await registerForPhone(app.server.url)
      const dashboard = await (await app.browser.newContext({ baseURL: app.server.url })).newPage()
      await dashboard.goto('/sign-in')
      await submitLogin(dashboard, account)
      await dashboard.waitForURL((url) => url.pathname !== '/sign-in')
      await dashboard.goto('/account/sessions')
      await dashboard.getByRole('button', { name: 'Open on your phone…' }).click()
      const dialog = dashboard.getByRole('dialog', { name: 'Open on your phone' })
      await dialog.getByRole('img', { name: 'Code to scan' }).waitFor()
      await dialog.getByText('You stay signed in here; another phone is signed out.').waitFor()
      await dialog.getByRole('radio', { name: 'In the app' }).click()
      await dashboard.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await dialog.getByRole('button', { name: 'Copy link' }).click()
      const link = new URL(await dashboard.evaluate<string>('navigator.clipboard.readText()'))
      expect([link.protocol, link.searchParams.get('s')]).toEqual(['bugle:', app.server.url])
      const code = link.searchParams.get('c')!
      const enter = () =>
        fetch(`${app.server.url}/api/auth/link`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Bugle/0.1 (iPhone; CPU iPhone OS 26_0 like Mac OS X)',
          },
          body: JSON.stringify({ code }),
        })
      const { token } = (await (await enter()).json()) as { token: string }
      const me = () => fetch(`${app.server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
      expect((await me()).status).toBe(200)
      expect((await enter()).status).toBe(401)
      await dialog.getByText(/iPhone.* signed in\./).waitFor()
      await dialog.getByRole('button', { name: 'Not you? Sign it out' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await me()).status).toBe(401)
      await dashboard.context().close()
    })

    it('opens the link of the code, and asks before it signs in', async () => {
      const account = await registerForPhone(app.server.url)
      const { code } = await request(account, 'POST', '/api/me/links', {})
      const logInAs = async (kind: 'web' | 'mobile') => {
        const login = await fetch(`${app.server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-service-client': kind },
          body: JSON.stringify({ email: account.email, password: account.password }),
        })
        return ((await login.json()) as { token: string }).token
      }
      const [desk, otherPhone] = [await logInAs('web'), await logInAs('mobile')]
      await app.page.goto(`/m/link#c=${code}`)
      await app.page.getByText('Continue only if you see this code on a screen of your own.').waitFor()
      await expect.poll(() => app.page.url()).not.toContain(code)
      await app.button('Sign in').click()
      await app.page.getByRole('tab', { name: 'Inbox' }).waitFor()
      const statusFor = async (token: string) =>
        (await fetch(`${app.server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
      // As the dashboard says beside the code.
      expect([await statusFor(desk), await statusFor(otherPhone)]).toEqual([200, 401])
      await app.page.goto(`/m/link#c=${code}`)
      await app.button('Sign in').click()
      await app.page.getByText(/was used or has expired/).waitFor()
      // A link that is none opens nothing.
      await app.page.goto('/m/link?s=https%3A%2F%2Fevil.example&c=..%2F..%2Fx')
      await app.page.getByLabel('Or paste the link below the code').fill('https://evil.example/m/link')
      await app.page.getByText('This is not such a link.').waitFor()
      await app.page.goto('/m/issues/..%2Fprojects')
      await app.page.getByText('There is nothing here, or it belongs to another account.').waitFor()
    })

    it('opens an issue of the dashboard, where mails lead', async () => {
      const { account, project } = await app.startWith('MailedError')
      await app.page.goto('/sign-in')
      await submitLogin(app.page, account)
      await app.page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
      await app.page.goto(`/projects/${project.id}/issues`)
      await app.page
        .getByRole('main')
        .getByRole('link', { name: /MailedError/ })
        .click()
      await app.page.getByRole('button', { name: 'More actions' }).click()
      await app.page.getByRole('menuitem', { name: 'Open in the app' }).click()
      await app.button('Snooze').waitFor()
      await app.page.waitForURL(/\/m\/issues\/iss_/)
    })

    it('goes on through the inbox from an issue that a message led to', async () => {
      const { account } = await app.startWith('ReadError', 'LedError')
      const { issues } = await request(account, 'GET', '/api/issues')
      const led = issues.find(({ type }) => type === 'LedError')!
      await app.page.goto(`/m/issues/${led.id}`)
      await app.page.getByText('1 of 2', { exact: true }).waitFor()
      await app.button('Resolve').click()
      await app.page.getByRole('heading', { name: 'ReadError', level: 1 }).waitFor()
      await app.page.getByText('2 of 2', { exact: true }).waitFor()
    })

    it('stays signed in and notified when its owner signs in at the desk, and on another phone', async () => {
      const { endpoint, p256dh, auth } = receiver.subscription('/night')
      const subscription = { endpoint, keys: { p256dh, auth } }
      // As above: the browser keeps a subscription over logins.
      await app.page.addInitScript(`
        const made = { endpoint: ${JSON.stringify(endpoint)}, toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => true }
        PushManager.prototype.subscribe = async () => { localStorage.setItem('made', '1'); return made }
        PushManager.prototype.getSubscription = async () => localStorage.getItem('made') === null ? null : made`)
      const { account, project } = await app.startWith()
      const pushed = () => receiver.received.filter(({ path }) => path === '/night').map(({ text }) => JSON.parse(text))
      const isOn = async () => {
        await app.tab('You')
        await app.page.getByRole('button', { name: /^Notifications.*On/ }).waitFor()
      }
      await app.tab('You')
      await app.page.getByRole('button', { name: /^Notifications/ }).click()
      await app.button('Turn on notifications').click()
      await app.page.getByRole('switch', { name: /Show the error/ }).click()
      await app.page.getByRole('switch', { name: /Show the error/, checked: true }).waitFor()
      await app.page.goto('/m/')

      // The desk, in the same browser.
      const desk = await app.context.newPage()
      await desk.goto('/sign-in')
      await submitLogin(desk, account)
      await desk.waitForURL((url) => url.pathname !== '/sign-in')
      await desk.close()
      await isOn()

      // Another phone ends the session of this one, which is notified nevertheless.
      const other = await app.browser.newContext({ baseURL: app.server.url })
      const elsewhere = await other.newPage()
      await elsewhere.goto('/m/')
      await elsewhere.getByLabel('E-mail').fill(account.email)
      await elsewhere.getByLabel('Password', { exact: true }).fill(account.password)
      await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).last().click()
      await elsewhere.getByRole('tab', { name: 'Inbox' }).waitFor()
      await app.send(project, 'NightError')
      await expect.poll(() => pushed().length).toBe(1)
      expect(pushed()).toMatchObject([{ title: 'New issue in Web shop', body: expect.stringMatching(/^NightError: /) }])

      // Signed in again, it goes on with its choices, and the other one has none.
      const dialog = app.page.getByRole('dialog', { name: 'Sign in again' })
      await app.tab('Projects')
      await dialog.getByLabel('Password', { exact: true }).fill(account.password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await isOn()
      await app.page.getByRole('button', { name: /^Notifications/ }).click()
      await app.page.getByRole('switch', { name: /Show the error/, checked: true }).waitFor()
      await expect.poll(async () => (await request(account, 'GET', '/api/me/push/devices')).devices).toHaveLength(1)
      await other.close()
    })

    it('is notified of a new issue, shows it, and resolves it from the message', async () => {
      // The browser's own push service is on the internet; its part is taken by the receiver of this test.
      const { endpoint, p256dh, auth } = receiver.subscription('/phone')
      await app.page.addInitScript(
        `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}) })`,
      )
      const { account, project } = await app.startWith()
      await app.tab('You')
      await app.page.getByRole('button', { name: /^Notifications/ }).click()
      await app.button('Turn on notifications').click()
      await app.page.getByRole('switch', { name: /Show the error/ }).click()
      await app.page.getByRole('switch', { name: /Show the error/, checked: true }).waitFor()
      await app.button('Send a test message').click()
      await app.page.getByText('Sent. It should appear in a moment.').waitFor()
      const pushed = () => receiver.received.filter(({ path }) => path === '/phone')
      await expect.poll(() => pushed().map(({ text }) => JSON.parse(text).kind)).toEqual(['test'])
      await app.page.getByRole('switch', { name: 'Nothing at night' }).click()
      await app.page.getByRole('button', { name: 'From, 22:00' }).click()
      await app.page.getByRole('button', { name: '23:30' }).click()
      await app.page.getByRole('button', { name: 'From, 23:30' }).waitFor()
      await app.page.getByRole('switch', { name: 'Nothing at night' }).click()
      await app.page.getByRole('switch', { name: 'Nothing at night', checked: false }).waitFor()

      await app.send(project, 'TypeError', { level: 'fatal' })
      await expect.poll(() => pushed().length).toBe(2)
      const data = pushed()[1]!.text
      expect(JSON.parse(data)).toMatchObject({
        title: 'New issue in Web shop',
        body: expect.stringMatching(/^TypeError: Cannot/),
      })

      const cdp = await app.context.newCDPSession(app.page)
      const registered = new Promise<string>((resolve) => {
        cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [one] = registrations
          if (one !== undefined) resolve(one.registrationId)
        })
      })
      await cdp.send('ServiceWorker.enable')
      await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: app.server.url,
        registrationId: await registered,
        data,
      })
      const worker = app.context.serviceWorkers()[0]!
      const shown = () =>
        worker.evaluate(
          `self.registration.getNotifications().then((all) => all.map(({ title, body }) => [title, body]))`,
        )
      await expect
        .poll(shown)
        .toEqual([['New issue in Web shop', "TypeError: Cannot read properties of undefined (reading 'total')"]])
      const click = (action: string) =>
        worker.evaluate(
          `self.registration.getNotifications().then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} })))`,
        )
      await click('resolve')
      await expect
        .poll(async () => (await request(account, 'GET', '/api/issues?status=all')).issues[0]!.status)
        .toBe('resolved')

      await app.button('Turn off').click()
      await app.button('Turn on notifications').waitFor()
      await expect.poll(() => request(account, 'GET', '/api/me/push')).toEqual({ push: null })
    })
  },
  { env: () => ({ BUGLE_OUTGOING_ALLOW: receiver.host }) },
)
