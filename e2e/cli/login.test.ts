import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type Account, createProject, register, request } from '../harness/account.ts'
import { addPasskey } from '../harness/add-passkey.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { openStage } from '../sdks/stage.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-login', 'com.example.shop')
const terminals: Terminal[] = []
afterAll(() => terminals.forEach((one) => void one.remove()))

function newTerminal(): Terminal {
  const terminal = new Terminal()
  terminals.push(terminal)
  return terminal
}

const login = (account: Account, ...more: string[]) => [
  ...['login', '--url', stage.server.url, '--email', account.email, '--password-stdin', ...more],
]

/** Turns on the second factor; returns the code of the next 30 seconds, as that of now is used up. */
async function enrol(account: Account): Promise<{ code: string; recoveryCodes: string[] }> {
  const { secret } = await request(account, 'POST', '/api/me/totp', { password: account.password })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const now = Date.now()
  const body = { code: totp.generate({ timestamp: now }) }
  const confirmed = await request(account, 'POST', '/api/me/totp/confirm', body)
  return { code: totp.generate({ timestamp: now + 30_000 }), recoveryCodes: confirmed.recovery_codes }
}

async function serve(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('bugle login', () => {
  it('stores a session of kind cli with the second factor, readable by its owner alone', async () => {
    const terminal = newTerminal()
    const account = await register(stage.server.url, 'totp')
    const { code, recoveryCodes } = await enrol(account)
    const input = account.password
    const unasked = await terminal.run(login(account), { input })
    expect(unasked).toMatchObject({ code: 2, stdout: '' })
    expect(unasked.stderr).toContain('--code is needed')
    const wrong = await terminal.run(login(account, '--code', '000000'), { input })
    expect(wrong).toMatchObject({
      code: 3,
      stderr: 'Error: The code is wrong or was already used.\nTry: bugle login\n',
    })
    expect(await terminal.done(login(account, '--code', code), { input })).toBe(
      `Logged in to ${stage.server.url} as ${account.email}.\n`,
    )
    const file = join(terminal.home, '.config/bugle/logins.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { tokens } = await request(account, 'GET', '/api/me/tokens')
    expect(tokens).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ name: 'cli', device: expect.stringContaining('bugle-cli') })]),
    )
    expect(await terminal.json(['whoami'])).toMatchObject([{ kind: 'session', email: account.email, project: null }])

    const again = await terminal.run(login(account, '--recovery-code', recoveryCodes[0]!), { input })
    expect(again.stderr).toContain('Your former session of the command line has ended.')
    expect(await terminal.done(['logout'])).toContain('Logged out')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ servers: {} })
    expect(await terminal.run(['whoami', '--url', stage.server.url])).toMatchObject({
      code: 3,
      stderr: `Error: You are not logged in to ${stage.server.url}.\nTry: bugle login\n`,
    })
  })

  it('says what to do for an account whose second factor is a passkey', async () => {
    const server = await BuiltServer.install()
    try {
      const publicUrl = `http://localhost:${server.port}`
      server.start({ BUGLE_URL: publicUrl })
      await server.ready()
      const account = await register(server.url, 'passkey')
      const [recoveryCode] = await addPasskey(account, publicUrl)
      const terminal = newTerminal()
      const logIn = (...more: string[]) =>
        terminal.run(['login', '--url', server.url, '--email', account.email, '--password-stdin', ...more], {
          input: account.password,
        })
      for (const more of [[], ['--code', '123456']]) {
        const refused = await logIn(...more)
        expect(refused).toMatchObject({ code: 2, stdout: '' })
        expect(refused.stderr).toMatch(/a passkey, which only browsers can use\. Use --recovery-code, or --token/)
      }
      expect(await logIn('--recovery-code', recoveryCode!)).toMatchObject({ code: 0 })
    } finally {
      await server.remove()
    }
  })

  it('reports an ended session with the command that helps', async () => {
    const terminal = newTerminal()
    await terminal.done(login(stage.account), { input: stage.account.password })
    await newTerminal().done(login(stage.account), { input: stage.account.password })
    expect(await terminal.run(['projects'])).toMatchObject({
      code: 3,
      stderr: 'Error: This session ended because of a newer login with the same kind of client.\nTry: bugle login\n',
    })
    const body = { code: 3, stdout: '' }
    const refused = await terminal.run(['projects', '--json'])
    expect(refused).toMatchObject(body)
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'session_replaced', remedy: 'bugle login' } })
  })

  describeWithTool('script', 'on a terminal', () => {
    it('asks for what it needs, without showing the password', async () => {
      const terminal = newTerminal()
      const account = await register(stage.server.url, 'asked')
      const { code } = await enrol(account)
      const asked = terminal.startInteractive(['login'])
      await asked.until(/URL of your Bugle server/)
      asked.type(`${stage.server.url}\r`)
      await asked.until(/E-mail address at/)
      asked.type(`${account.email}\r`)
      await asked.until(/Password/)
      asked.type(`${account.password}\r`)
      await asked.until(/Code of your authenticator app, or a recovery code/)
      asked.type(`${code}\r`)
      const { code: exitCode, stdout } = await asked.ended
      expect(stdout).toContain(`Logged in to ${stage.server.url} as ${account.email}.`)
      expect(stdout).not.toContain(account.password)
      expect(exitCode).toBe(0)
      expect(await terminal.json(['whoami'])).toMatchObject([{ email: account.email }])
    })

    it('changes nothing when the question is left with Ctrl+C', async () => {
      const terminal = newTerminal()
      const asked = terminal.startInteractive(['login', '--url', stage.server.url])
      await asked.until(/E-mail address at/)
      asked.type('\u0003')
      const { code, stdout } = await asked.ended
      expect(stdout).toContain('nothing was changed')
      expect(code).toBe(130)
    })
  })

  it('keeps an API token, and refuses an ingest token and an unknown one', async () => {
    const terminal = newTerminal()
    const body = { name: 'ci', scopes: ['artifact:write', 'project:read'] } as const
    const { token } = await request(stage.account, 'POST', '/api/me/api-tokens', body)
    const keep = (input: string) => terminal.run(['login', '--url', stage.server.url, '--token', '-'], { input })
    expect(await keep('bgl_live_x\n')).toMatchObject({ code: 2 })
    expect(await keep('17|unknown\n')).toMatchObject({ code: 3, stdout: '' })
    expect(await keep(`${token}\n`)).toMatchObject({ code: 0 })
    expect(await terminal.json(['whoami'])).toMatchObject([{ kind: 'api_token', email: null }])
    expect((await terminal.done(['logout'])).trim()).toContain('stays valid')
  })
})

describe('bugle projects', () => {
  it('creates projects, and makes one that of a folder and all below it', async () => {
    const terminal = newTerminal()
    const account = await register(stage.server.url, 'projects')
    await terminal.done(login(account), { input: account.password })
    const create = ['projects', 'create', 'Shop', '--app-id', 'com.example.shop']
    const [made] = await terminal.json(create)
    expect(made).toMatchObject({ project: { name: 'Shop' }, ingest_token: expect.stringMatching(/^bgl_live_/) })
    expect(await terminal.json(['whoami'])).toMatchObject([{ project: { id: made.project.id } }])
    const hidden = await terminal.run(['whoami', '--project', 'prj_999999'])
    expect(hidden).toMatchObject({ code: 0, stderr: expect.stringContaining('cannot see: prj_999999') })
    expect(hidden.stdout).toContain(account.email)
    const other = await createProject(account, 'Blog', 'com.example.blog')
    expect(await terminal.json(['whoami'])).toMatchObject([{ project: null }])
    expect(await terminal.done(['projects', 'list'])).toMatch(
      /^ID +NAME .*\nprj_\w+ +Shop +com\.example\.shop .*\nprj_.*Blog/,
    )
    await terminal.done(['projects', 'use', 'blog'])
    const file = join(terminal.directory, 'bugle.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: stage.server.url, project: other.id })
    expect(await terminal.json(['whoami'])).toMatchObject([{ project: { id: other.id, name: 'Blog' } }])
    expect(await terminal.json(['whoami', '--project', 'com.example.shop'])).toMatchObject([
      { project: { id: made.project.id } },
    ])
    expect(await terminal.run(['projects', 'use', 'nothing'])).toMatchObject({ code: 4 })
    writeFileSync(file, '{ "token": "x" }')
    expect(await terminal.run(['whoami'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bugle login') })
  })
})

describe('bugle', () => {
  it('exits with 2 for wrong usage, and with 1 where no server responds', async () => {
    const terminal = newTerminal()
    expect(await terminal.run(['projcts'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean projects?'),
    })
    expect(await terminal.run(['projects', '--url', 'shop'])).toMatchObject({ code: 2 })
    const nobody = `http://127.0.0.1:${await freePort()}`
    expect(await terminal.run(['projects', '--url', nobody, '--token', 'x'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${nobody} did not respond: connect ECONNREFUSED`),
    })
    expect(await terminal.done(['--help'])).toContain('Exit codes:')
  })

  it('sends nothing that it writes to where a server redirects', async () => {
    const received: string[] = []
    const elsewhere = await serve((request, response) => {
      request.on('data', (chunk) => received.push(String(chunk)))
      request.on('end', () => response.end('{}'))
    })
    const redirecting = await serve((request, response) => {
      request.resume()
      response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end()
    })
    const args = ['login', '--url', redirecting.url, '--email', 'ann@example.com', '--password-stdin']
    const { code, stderr } = await newTerminal().run(args, { input: 'a secret password' })
    expect(code).toBe(1)
    expect(stderr).toContain(`${redirecting.url} redirects to ${elsewhere.url}/api/auth/login.`)
    expect(received).toEqual([])
    for (const { server } of [elsewhere, redirecting]) server.close()
  })

  it('prints requests without secrets with --verbose', async () => {
    const terminal = newTerminal()
    const env = { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token }
    const { stderr } = await terminal.run(['projects', '--verbose'], { env })
    expect(stderr).toMatch(/^GET http.*\/api\/projects\?limit=100 → 200 in \d+ ms$/m)
    expect(stderr).not.toContain(stage.account.token)
  })
})
