import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type Account, createProject, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { type ReverseProxy, startCaddy, startNginx, textIn } from './proxy.ts'

// The configurations in docs/self-hosting.md, verbatim except for addresses of this machine.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const unitFile = join(repository, 'deploy/bugle.service')

describeWithTool('systemd-analyze', 'the systemd unit', (analyze) => {
  it('is valid', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bugle-unit-'))
    const unit = join(directory, 'bugle.service')
    writeFileSync(unit, readFileSync(unitFile, 'utf8').replace('/usr/bin/node', process.execPath))
    const { status, stdout, stderr } = spawnSync(analyze, ['verify', '--man=no', unit], { encoding: 'utf8' })
    rmSync(directory, { recursive: true })
    // Units of this machine may have errors too.
    const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('bugle'))
    expect(about).toEqual([])
    expect(status).toBe(0)
  })

  it('is sandboxed', () => {
    const { status } = spawnSync(analyze, ['security', '--offline=true', '--threshold=30', unitFile])
    expect(status).toBe(0)
  })
})

const behavior = 'streams are not buffered, Bugle itself refuses oversized bodies, and client addresses are known'
describeWithTool('nginx', 'behind nginx', (nginx) => {
  it(behavior, () => proveProxy((port) => startNginx(nginx, textIn('nginx'), port)))
})
describeWithTool('caddy', 'behind Caddy', (caddy) => {
  it(behavior, () => proveProxy((port) => startCaddy(caddy, port)))
})

async function proveProxy(start: (port: number) => Promise<ReverseProxy>) {
  const server = await BuiltServer.install({ BUGLE_TRUST_PROXY: '1', BUGLE_URL: 'https://bugle.example.com' })
  const proxy = await start(server.port)
  try {
    server.start()
    await server.ready()
    const account = await register(proxy.url, 'proxied')
    const project = await createProject(account, 'shop')
    const send = (body: string, headers: Record<string, string> = {}) =>
      exchange(`${proxy.url}/ingest`, { 'x-service-token': project.ingestToken, ...headers }, body)

    const received = await listen(account)
    const event = { exception_type: 'ProxiedError', message: 'x', platform: 'node', app_id: project.app_id }
    const sent = await send(JSON.stringify(event))
    expect(sent.status).toBe(202)
    // The first listener may get a `reset` as its first message.
    while (!/event: (issue.created|reset)/.test(received())) await pause(20)

    const pad = 'x'.repeat(1_048_577)
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const { status, text } = await send(pad, headers)
      expect([status, JSON.parse(text).code]).toEqual([413, 'payload_too_large'])
    }

    const forged = { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' }
    const login = JSON.stringify({ email: account.email, password: account.password })
    await exchange(`${proxy.url}/api/auth/login`, { ...forged, 'x-service-client': 'cli' }, login, '127.0.0.2')
    const { tokens } = await request(account, 'GET', '/api/me/tokens')
    expect(Object.fromEntries(tokens.map(({ name, address }) => [name, address]))).toEqual({
      mobile: '127.0.0.1',
      cli: '127.0.0.2',
    })
  } finally {
    // In this order: a proxy may wait for streams to end.
    await server.remove()
    await proxy.stop()
  }
}

/** Opens the stream; the returned function yields its contents so far. */
async function listen({ url, token }: Account): Promise<() => string> {
  const response = await fetch(`${url}/api/stream`, { headers: { authorization: `Bearer ${token}` } })
  let text = ''
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
  }
  void read().catch(() => {})
  while (!text.includes('id: ')) await pause(20)
  return () => text
}

function exchange(url: string, headers: Record<string, string>, body: string, localAddress = '127.0.0.1') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers, localAddress, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
