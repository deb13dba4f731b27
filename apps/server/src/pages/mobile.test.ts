import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { bareServer } from '../http/testing/bare-server.ts'
import { mountDashboard } from './dashboard.ts'
import { mountMobile } from './mobile.ts'

const directory = mkdtempSync(join(tmpdir(), 'bugle-mobile-'))
afterAll(() => rmSync(directory, { recursive: true }))
const [dashboard, mobile] = [join(directory, 'dashboard'), join(directory, 'mobile')]
for (const folder of [dashboard, join(mobile, '_expo')]) mkdirSync(folder, { recursive: true })
writeFileSync(join(dashboard, 'index.html'), 'the dashboard')
writeFileSync(join(directory, 'secret.txt'), 'secret')
writeFileSync(join(mobile, 'index.html'), 'the mobile app')
writeFileSync(join(mobile, 'app.webmanifest'), '{}')
writeFileSync(join(mobile, '_expo/index-abc.js'), 'console.log(1)')

async function serverWith(path: string, url = 'http://localhost') {
  const app = await bareServer({ url })
  mountDashboard(app, { directory: pathToFileURL(`${dashboard}/`) })
  mountMobile(app, { directory: pathToFileURL(`${path}/`) })
  return app
}
const app = await serverWith(mobile)
const headers = { accept: 'text/html' }

it.each(['/m/', '/m/issues/iss_1', '/m/projects/new?x=1'])('serves the page at %s', async (url) => {
  const response = await app.inject({ url, headers })
  expect([response.statusCode, response.body]).toEqual([200, 'the mobile app'])
  expect(response.headers['content-security-policy']).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'",
  )
  expect(response.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
})

it('serves its files, those with a hash in their name permanently', async () => {
  const script = await app.inject({ url: '/m/_expo/index-abc.js' })
  expect([script.body, script.headers['cache-control']]).toEqual([
    'console.log(1)',
    'public, max-age=31536000, immutable',
  ])
  const manifest = await app.inject({ url: '/m/app.webmanifest' })
  expect(manifest.headers).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  })
})

it('leads from /m to the page, and reaches no file outside the build', async () => {
  const { statusCode, headers: sent } = await app.inject({ url: '/m', headers })
  expect([statusCode, sent.location]).toEqual([302, '/m/'])
  for (const url of ['/m/..%2fsecret.txt', '/m/%2e%2e/secret.txt', '/m/../secret.txt'])
    expect((await app.inject({ url, headers })).body).not.toContain('secret')
})

it('says that there is no build, and has nothing behind a path', async () => {
  const empty = await serverWith(join(directory, 'nothing'))
  for (const url of ['/m', '/m/', '/m/issues/iss_1']) {
    const { statusCode, headers: sent, body } = await empty.inject({ url, headers })
    expect([statusCode, sent['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('npm run mobile')
  }
  const behind = await serverWith(mobile, 'https://example.com/bugle')
  expect((await behind.inject({ url: '/m/', headers })).statusCode).toBe(404)
})
