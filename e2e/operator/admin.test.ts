import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'

const entry = fileURLToPath(new URL('../../apps/server/dist/admin-main.js', import.meta.url))

let server: BuiltServer
let ann: Account

beforeAll(async () => {
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  ann = await register(server.url, 'ann')
})
afterAll(() => server.remove())

function admin(args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, BUGLE_DATA: server.dataDirectory, DATABASE_URL: '', ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

const subscription = async () => {
  const headers = { authorization: `Bearer ${ann.token}` }
  const me = (await (await fetch(`${server.url}/api/auth/me`, { headers })).json()) as { subscription: object }
  return me.subscription
}

it('changes a subscription while the server runs, after a dry run without effect', async () => {
  const dry = admin(['subscription', ann.email.toUpperCase(), 'active', '--plan', 'yearly', '--dry-run'])
  expect(dry).toMatchObject({ status: 0, stderr: '' })
  expect(dry.stdout).toBe(`${ann.email}: trialing, monthly → active, yearly (dry run: nothing was changed)\n`)
  expect(await subscription()).toMatchObject({ status: 'trialing', plan: 'monthly' })
  expect(admin(['subscription', ann.email, 'active', '--plan', 'yearly']).status).toBe(0)
  expect(await subscription()).toMatchObject({ status: 'active', plan: 'yearly' })
})

it('explains a failure in a sentence, and exits with 1', () => {
  const cases: [args: string[], sentence: RegExp][] = [
    [['subscription', ann.email, 'trialing'], /^From active it may become past_due or canceled, not trialing\.\n$/],
    [['subscription', ann.email, 'canceled'], /until when it is paid/],
    [['subscription', ann.email, 'canceled', '--until', 'soon'], /2027-01-31/],
    [['subscription', ann.email, 'rich'], /Allowed choices are trialing, active/],
    [['subscription', 'nobody@example.com', 'active'], /^There is no account with the e-mail nobody@example\.com\.\n$/],
    [['user', 'show', 'nobody@example.com'], /^There is no account/],
    [['user', 'steal', ann.email], /unknown command/],
    [['nonsense'], /unknown command/],
  ]
  for (const [args, sentence] of cases) {
    const { status, stderr } = admin(args)
    expect([args, status, stderr]).toEqual([args, 1, expect.stringMatching(sentence)])
    expect(stderr).not.toContain('    at ')
  }
})

it('prints a link that sets a new password', async () => {
  const dry = admin(['user', 'reset-password', ann.email, '--dry-run'])
  expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining('nothing was changed')])
  expect(dry.stdout).not.toContain('#token=')
  const { status, stdout } = admin(['user', 'reset-password', ann.email], { PORT: String(server.port) })
  expect(status).toBe(0)
  const token = new RegExp(`${server.url}/reset-password#token=(\\S+)`).exec(stdout)?.[1]
  const response = await fetch(`${server.url}/api/auth/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'battery staple' }),
  })
  expect(response.status).toBe(204)
})

it('works on a stopped server’s data too, and stops the database it started', async () => {
  await server.stop()
  const { status, stdout } = admin(['user', 'list'])
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^ann-\S+@example\.com +since .*0 projects\n1 account\n$/),
  ])
  expect(server.processes()).toEqual([])
  expect(admin(['user', 'show', ann.email]).stdout).toMatch(/Subscription +active, yearly/)
})

it('creates no installation in a mistyped directory', () => {
  for (const wrong of [join(server.dataDirectory, 'not-there'), join(server.dataDirectory, '..')]) {
    const { status, stderr } = admin(['user', 'list'], { BUGLE_DATA: wrong })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`There is no Bugle in ${wrong}.`)])
    expect(existsSync(join(wrong, 'postgres'))).toBe(false)
  }
})

it('creates, disables, enables and deletes accounts, and deletes projects and tokens, each after a dry run without effect', async () => {
  server.start({ BUGLE_REGISTRATION: 'closed' })
  await server.ready()
  const email = 'bob@example.com'
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const logIn = (password: string) => post('/api/auth/login', { email, password })
  /** Runs a command, after proving that its dry run changes nothing. */
  const change = (...args: string[]) => {
    const dry = admin([...args, '--dry-run'])
    expect([args, dry.status, dry.stdout]).toEqual([args, 0, expect.stringContaining('nothing was changed')])
    const { status, stdout, stderr } = admin(args, { PORT: String(server.port) })
    expect([args, status, stderr]).toEqual([args, 0, ''])
    return stdout
  }

  expect((await post('/api/auth/register', { email, password: 'correct horse', name: 'Bob' })).status).toBe(403)
  const token = /#token=(\S+)/.exec(change('user', 'create', email, '--name', 'Bob'))?.[1]
  expect((await post('/api/auth/password/reset', { token, password: 'correct horse' })).status).toBe(204)
  const session = ((await (await logIn('correct horse')).json()) as { token: string }).token
  const bob: Account = { url: server.url, email, password: 'correct horse', token: session }
  const [kept, ended] = [await createProject(bob, 'kept'), await createProject(bob, 'ended')]
  const report = async ({ ingestToken, app_id }: Project) =>
    (
      await post(
        '/ingest',
        { exception_type: 'E', message: 'x', platform: 'node', app_id },
        { 'x-service-token': ingestToken },
      )
    ).status
  expect([await report(kept), await report(ended)]).toEqual([202, 202])

  expect(admin(['project', 'list', '--by-size']).stdout).toMatch(
    /^prj_\w+ +not packed yet.*bob@example\.com +(kept|ended)\n.*\n2 projects\nSizes are those of packed events.*\n$/s,
  )
  change('project', 'delete', ended.id)
  await expect.poll(() => report(ended)).toBe(401)
  change('user', 'disable', email)
  expect([(await logIn('correct horse')).status, await report(kept)]).toEqual([403, 202])
  expect(admin(['user', 'list']).stdout).toMatch(/^bob@.* disabled$/m)
  change('user', 'enable', email)
  expect((await logIn('correct horse')).status).toBe(200)
  change('token', 'revoke', kept.ingestToken)
  await expect.poll(() => report(kept)).toBe(401)
  change('user', 'delete', email)
  expect((await logIn('correct horse')).status).toBe(401)
  expect(admin(['token', 'revoke', kept.ingestToken]).stderr).toMatch(/^No live token/)
})
