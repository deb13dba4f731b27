import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { bareServer } from '../http/testing/bare-server.ts'
import { mountDashboard } from './dashboard.ts'

const directory = mkdtempSync(join(tmpdir(), 'bugle-dashboard-'))
afterAll(() => rmSync(directory, { recursive: true }))
const page = '<!doctype html><title>Bugle</title>'
const script = 'console.log(1)'
mkdirSync(join(directory, 'assets'))
writeFileSync(join(directory, 'index.html'), page)
writeFileSync(join(directory, 'theme.js'), script)
writeFileSync(join(directory, 'assets/main-abc.js'), script)
writeFileSync(join(directory, 'assets/main-abc.js.gz'), gzipSync(script))
writeFileSync(join(directory, '../bugle-secret.js'), 'secret')
afterAll(() => rmSync(join(directory, '../bugle-secret.js')))

async function serverWith(path: string) {
  const app = await bareServer()
  for (const path of ['/ingest', '/unsubscribe']) app.post(path, { schema: { hide: true } }, async () => 'taken')
  mountDashboard(app, { directory: pathToFileURL(`${path}/`) })
  return app
}
const app = await serverWith(directory)
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the page', () => {
  it.each(['/', '/sign-in', '/reset-password', '/unsubscribe?token=1.abc', '/issues?status=resolved', '/issues/iss_1'])(
    'is served at %s',
    async (url) => {
      const { statusCode, headers, body } = await app.inject({ url, headers: navigation })
      expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', page])
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    },
  )

  it.each(['/api/nothing', '/api', '/ingest/nothing', '/assets/main-old.js', '/assets/'])(
    'is not served at %s',
    async (url) => {
      const { statusCode, body } = await app.inject({ url, headers: navigation })
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
    },
  )

  it('is not sent to clients that ask for something else, nor in response to a write', async () => {
    expect((await app.inject({ url: '/elsewhere' })).json().code).toBe('not_found')
    expect((await app.inject({ method: 'POST', url: '/elsewhere', headers: navigation })).statusCode).toBe(404)
    expect((await app.inject({ url: '/ingest', headers: navigation })).statusCode).toBe(405)
  })
})

describe('a file', () => {
  it('files under /assets/ are cached permanently, and compressed if the client accepts it', async () => {
    const url = '/assets/main-abc.js'
    const plain = await app.inject({ url })
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined])
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'deflate, gzip;q=0.5' } })
    expect([packed.rawPayload, packed.headers['content-encoding']]).toEqual([gzipSync(script), 'gzip'])
    const refused = await app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('other files are revalidated each time', async () => {
    const { body, headers } = await app.inject({ url: '/theme.js' })
    expect([body, headers['cache-control']]).toEqual([script, 'no-cache'])
  })

  it.each(['/assets/..%2f..%2fbugle-secret.js', '/assets/%2e%2e/%2e%2e/bugle-secret.js', '/..%2fbugle-secret.js'])(
    '%s does not reach files outside the build',
    async (url) => expect((await app.inject({ url, headers: navigation })).body).not.toContain('secret'),
  )
})

it('a server without a build has no dashboard, and works', async () => {
  const without = await serverWith(join(directory, 'nothing'))
  expect((await without.inject({ url: '/', headers: navigation })).statusCode).toBe(404)
})
