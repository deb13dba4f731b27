import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { bareServer } from './testing/bare-server.ts'

async function serverWith(trustedProxies: number) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const app = await bareServer({ logger: pino(stream), trustedProxies })
  app.get('/address', { schema: { hide: true } }, async ({ ip }) => ip)
  app.get('/bug', { schema: { hide: true } }, async () => {
    throw Object.assign(new Error('the secret of the bug'), { detail: 'Failing row contains (ann@example.com)' })
  })
  return { app, lines }
}

describe('the address of a caller', () => {
  const forwarded = '198.51.100.9, 203.0.113.5, 192.0.2.1'
  const cases: [proxies: number, header: string, ip: string][] = [
    [0, forwarded, '127.0.0.1'],
    [1, forwarded, '192.0.2.1'],
    [2, forwarded, '203.0.113.5'],
    [9, forwarded, '198.51.100.9'],
  ]
  it.each(cases)('with %i trusted proxies', async (proxies, header, ip) => {
    const { app } = await serverWith(proxies)
    expect((await app.inject({ url: '/address', headers: { 'x-forwarded-for': header } })).body).toBe(ip)
  })

  it('logs one warning if an untrusted proxy forwards it', async () => {
    const { app, lines } = await serverWith(0)
    await app.inject({ url: '/address' })
    expect(lines).toEqual([])
    for (const ip of ['192.0.2.1', '192.0.2.2'])
      await app.inject({ url: '/address', headers: { 'x-forwarded-for': ip } })
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('BUGLE_TRUST_PROXY')])
  })
})

it('logs a bug with the request id, and keeps its details out of the response', async () => {
  const { app, lines } = await serverWith(0)
  const answer = await app.inject({ url: '/bug' })
  expect(answer.body).not.toContain('secret')
  expect(lines).toEqual([expect.objectContaining({ level: 50, request_id: answer.json().request_id, url: '/bug' })])
  expect(JSON.stringify(lines)).toContain('the secret of the bug')
  expect(JSON.stringify(lines)).not.toContain('ann@example.com')
})

it('asks browsers for https alone, if that is its address', async () => {
  const header = async (url: string) =>
    (await (await bareServer({ url })).inject('/')).headers['strict-transport-security']
  expect(await header('https://bugle.example.com')).toBe('max-age=31536000')
  expect(await header('http://bugle.example.com')).toBeUndefined()
})
