import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChannelReceiver, startChannelReceiver } from '../../apps/server/test/channel-receiver.ts'
import { type Account, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Terminal } from './terminal.ts'

let service: ChannelReceiver
let server: BuiltServer
let account: Account
const terminal = new Terminal()
beforeAll(async () => {
  service = await startChannelReceiver()
  server = await BuiltServer.install({ BUGLE_OUTGOING_ALLOW: service.host })
  server.start()
  await server.ready()
  account = await register(server.url)
  const login = ['login', '--url', server.url, '--email', account.email, '--password-stdin']
  await terminal.done(login, { input: account.password })
})
afterAll(async () => {
  terminal.remove()
  await server.remove()
  await service.close()
})

/** Creates something of the only organization. */
async function create(path: string, body: object): Promise<void> {
  const [{ id }] = await terminal.json(['organizations'])
  const { status } = await fetch(`${server.url}/api/organizations/${id}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBe(201)
}

it('tests a channel, and says whether it took the message', async () => {
  await create('channels', { kind: 'webhook', name: '#ops', config: { url: `${service.url}/hook` } })
  expect(await terminal.json(['channels'])).toMatchObject([{ name: '#ops', host: service.host, state: 'ok' }])
  expect(await terminal.done(['channels', 'test', '#ops'])).toBe('#ops has taken the message.\n')
  expect(service.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test'])
  service.answer('/hook', { status: 404 })
  const refused = await terminal.run(['channels', 'test', '#ops'])
  expect([refused.code, refused.stderr.includes('The service knows the address no longer')]).toEqual([1, true])
  expect((await terminal.run(['channels', 'test', 'none'])).code).toBe(2)
})

it('lists rules, and mutes one for a while', async () => {
  await create('alert-rules', { name: 'Fatal', triggers: ['issue.new'], condition: 'level:fatal', channel_ids: [] })
  const rules = await terminal.json(['alerts'])
  expect(rules).toContainEqual(expect.objectContaining({ name: 'Fatal', muted_until: null }))
  expect(await terminal.done(['alerts', 'mute', 'Fatal', '--for', '1h'])).toMatch(/^Muted Fatal until 20/)
  expect(await terminal.done(['alerts', 'list'])).toContain('muted until')
  expect(await terminal.done(['alerts', 'mute', 'Fatal', '--off'])).toBe('Fatal sends again.\n')
  // The day is that of the person, here one whose Monday at nine begins an hour or two before that of UTC.
  const berlin = { env: { TZ: 'Europe/Berlin' } }
  expect(await terminal.done(['alerts', 'mute', 'Fatal', '--until', 'monday'], berlin)).toMatch(/^Muted Fatal until 20/)
  const [{ muted_until }] = (await terminal.json(['alerts'])).filter(({ name }: { name: string }) => name === 'Fatal')
  const format = { timeZone: 'Europe/Berlin', weekday: 'long', hour: 'numeric', minute: 'numeric' } as const
  expect(new Intl.DateTimeFormat('en-GB', format).format(new Date(muted_until))).toBe('Monday 09:00')
  const refused = async (...options: string[]) => {
    const { code, stderr } = await terminal.run(['alerts', 'mute', 'Fatal', ...options])
    return [code, stderr.split('\n')[0]]
  }
  expect(await refused()).toEqual([2, expect.stringContaining('Until when? Give one of')])
  expect(await refused('--for', '1h', '--until', 'monday')).toEqual([2, expect.stringContaining('Until when?')])
  expect(await refused('--until', 'soon')).toEqual([2, expect.stringContaining('"soon" is no time such as tomorrow')])
  expect(await refused('--until', '2020-01-01')).toEqual([2, expect.stringContaining('"2020-01-01" is over')])
})
