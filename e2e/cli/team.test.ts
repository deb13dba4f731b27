import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EvilProvider } from '../../apps/server/test/evil-provider.ts'
import { register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Terminal } from './terminal.ts'

describe('bugle and a team', () => {
  let server: BuiltServer
  let provider: EvilProvider
  const terminal = new Terminal()
  beforeAll(async () => {
    provider = await EvilProvider.start()
    server = await BuiltServer.install({ BUGLE_OIDC_ISSUER: provider.issuer, BUGLE_OIDC_CLIENT_ID: 'bugle' })
    server.start()
    await server.ready()
  })
  afterAll(async () => {
    terminal.remove()
    await server.remove()
    await provider.close()
  })

  /** Follows the address that the program printed, as a browser does. Returns what the browser shows at the end. */
  async function browse(address: string): Promise<string> {
    const start = await fetch(address, { redirect: 'manual' })
    const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!
    const back = provider.authorize(start.headers.get('location')!)
    const returned = await fetch(back, { redirect: 'manual', headers: { cookie } })
    const next = new URL(returned.headers.get('location')!)
    // The dashboard asks first; its link leads to the program. A failure goes there at once.
    const program = next.pathname === '/continue' ? new URLSearchParams(next.hash.slice(1)).get('to')! : next.href
    return (await fetch(program)).text()
  }

  it('logs in by the identity provider, in a browser on the same machine', async () => {
    provider.said = { sub: 'ann', email: 'ann@acme.example', email_verified: true, name: 'Ann' }
    const running = terminal.start(['login', '--sso', '--url', server.url])
    const [address] = await running.until(/http:\S+oidc\/start\S+/)
    expect(await browse(address)).toContain('You can close this page')
    const { code, stdout } = await running.ended
    expect([code, stdout]).toEqual([0, `Logged in to ${server.url} as ann@acme.example.\n`])
    expect(await terminal.json(['whoami'])).toMatchObject([{ kind: 'session', email: 'ann@acme.example' }])
  })

  it('reports a login that the provider refuses', async () => {
    const other = new Terminal()
    provider.said = { sub: 'eve', email: 'eve@acme.example', email_verified: false }
    const running = other.start(['login', '--sso', '--url', server.url])
    const [address] = await running.until(/http:\S+oidc\/start\S+/)
    await browse(address)
    const { code, stderr } = await running.ended
    expect([code, stderr.includes('sso_email_unverified')]).toEqual([3, true])
    other.remove()
  })

  it('lists organizations and members, and invites', async () => {
    expect(await terminal.json(['organizations'])).toMatchObject([{ name: 'Ann', role: 'owner' }])
    expect(await terminal.json(['members'])).toMatchObject([{ email: 'ann@acme.example', role: 'owner' }])
    const [made] = await terminal.json(['members', 'invite', '--role', 'viewer'])
    expect(made.link).toMatch(/\/invitation#token=[\w-]{43}$/)
    expect((await terminal.done(['members', 'invite'])).split('\n')[1]).toMatch(/\/invitation#token=/)
    // This server sends no mail: nobody may wait for one.
    const mailed = await terminal.done(['members', 'invite', '--email', 'bob@acme.example'])
    expect(mailed).toContain('\nIf the server sends mail, bob@acme.example gets it by mail, too.')
    const unknown = await terminal.run(['members', 'list', '--organization', 'Nowhere'])
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no organization Nowhere.') })
    const guest = await register(server.url)
    const accepted = await fetch(`${server.url}/api/invitations/accept`, {
      method: 'POST',
      headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: made.link.split('#token=')[1] }),
    })
    expect(accepted.status).toBe(200)
    expect((await terminal.json(['members'])).map(({ role }) => role).sort()).toEqual(['owner', 'viewer'])
  })

  it('creates a project in a named organization', async () => {
    const create = ['projects', 'create', 'Shop', '--app-id', 'com.example.shop', '--organization', 'Ann']
    const [{ project }] = (await terminal.json(create)) as [{ project: { organization_id: string } }]
    const [{ id }] = (await terminal.json(['organizations'])) as [{ id: string }]
    expect(project.organization_id).toBe(id)
  })
})
