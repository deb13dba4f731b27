import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { request } from '../harness/account.ts'
import { installPython } from '../sentry/installs.ts'
import { AlertStage, untilFound } from './alert-stage.ts'

/** Installs a server of 240 MB, in the long run alone; later runs find it. */
const isLong = process.env.BUGLE_LONG === '1'
const secret = 'registration secret of the test'

describe.runIf(isLong)('a channel to Matrix', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bugle-synapse-'))
  let child: ChildProcess
  let url: string
  let stage: AlertStage

  beforeAll(async () => {
    const installed = installPython('matrix-synapse==1.163.2')
    if ('missing' in installed) throw new Error(`Synapse is missing: ${installed.missing}`)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const config = join(folder, 'homeserver.yaml')
    const env = { ...process.env, PYTHONPATH: installed.directory }
    const synapse = ['-m', 'synapse.app.homeserver', '-c', config]
    const generate = [...synapse, '--generate-config', '--server-name', 'localhost', '--report-stats', 'no']
    const { status, stderr } = spawnSync('python3', generate, { cwd: folder, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    appendFileSync(config, settings(port))
    child = spawn('python3', synapse, { cwd: folder, env, stdio: 'ignore' })
    await untilFound('Synapse', async () => (await fetch(`${url}/health`)).ok || undefined)
    stage = await AlertStage.open([new URL(url).host])
  }, 600_000)
  afterAll(async () => {
    child?.kill()
    await stage?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes into a room as its own account, mentions nobody, links only to this server, and edits the message in the end', async () => {
    const bot = await newUser(url, 'bugle')
    const reader = await newUser(url, 'reader')
    const room = await call(url, bot, 'POST', '/_matrix/client/v3/createRoom', { invite: ['@reader:localhost'] })
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room.room_id)}`
    await call(url, reader, 'POST', `${path}/join`, {})
    const channel = await stage.addChannel('matrix', { url, access_token: bot, room_id: room.room_id })
    const issueId = await stage.report('TypeError', {
      message: '@reader:localhost <b>bold</b> **bold** https://evil.example',
    })
    const content = await untilFound(`message (${await stage.stateOf(channel)})`, async () => {
      const { chunk } = await call(url, reader, 'GET', `${path}/messages?dir=b&limit=10`)
      return chunk.find(({ type }: { type: string }) => type === 'm.room.message')?.content
    })
    expect(content).toMatchObject({ msgtype: 'm.text', 'm.mentions': {} })
    expect(content.formatted_body).toContain('&lt;b&gt;bold&lt;/b&gt;')
    const links = [...content.formatted_body.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    expect(links.every((link) => link.startsWith(stage.server.url))).toBe(true)
    await request(stage.account, 'PATCH', `/api/issues/${issueId}`, { status: 'resolved' })
    const edit = await untilFound(`edit (${await stage.stateOf(channel)})`, async () => {
      const { chunk } = await call(url, reader, 'GET', `${path}/messages?dir=b&limit=10`)
      return chunk.find(({ content: one }: { content: Record<string, unknown> }) => 'm.new_content' in one)?.content
    })
    expect(edit['m.relates_to']).toMatchObject({ rel_type: 'm.replace' })
    expect(await stage.stateOf(channel)).toBe('ok')
  })
})

function settings(port: number): string {
  return `
listeners:
  - port: ${port}
    type: http
    bind_addresses: ['127.0.0.1']
    resources: [{ names: [client] }]
registration_shared_secret: ${secret}
trusted_key_servers: []
rc_message: { per_second: 1000, burst_count: 1000 }
`
}

// biome-ignore lint/suspicious/noExplicitAny: answers of another project's server
async function call(url: string, token: string, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${await response.text()}`)
  return response.json()
}

/** Registers an account by the shared secret. @returns its access token */
async function newUser(url: string, name: string): Promise<string> {
  const path = '/_synapse/admin/v1/register'
  const { nonce } = await call(url, '', 'GET', path)
  const password = 'a password of the test'
  const mac = createHmac('sha1', secret).update([nonce, name, password, 'notadmin'].join('\0')).digest('hex')
  const made = await call(url, '', 'POST', path, { nonce, username: name, password, admin: false, mac })
  return made.access_token
}
