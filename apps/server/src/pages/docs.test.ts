import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { bareServer } from '../http/testing/bare-server.ts'
import { mountDashboard } from './dashboard.ts'
import { mountDocs } from './docs.ts'

const directory = mkdtempSync(join(tmpdir(), 'bugle-docs-'))
afterAll(() => rmSync(directory, { recursive: true }))
const [dashboard, docs] = [join(directory, 'dashboard'), join(directory, 'docs')]
for (const folder of [dashboard, join(docs, 'adr'), join(docs, 'assets')]) mkdirSync(folder, { recursive: true })
writeFileSync(join(dashboard, 'index.html'), 'the dashboard')
writeFileSync(join(directory, 'secret.txt'), 'secret')
for (const [name, text] of [
  ['index.html', 'all pages'],
  ['search.html', 'searching'],
  ['adr/index.html', 'decisions'],
  ['assets/app.3f9a1c2b.js', 'console.log(1)'],
] as const)
  writeFileSync(join(docs, `${name}.gz`), gzipSync(text))
writeFileSync(join(docs, '.bundled-packages.json'), '[]')

async function serverWith(path: string, url = 'http://localhost') {
  const app = await bareServer({ url })
  mountDashboard(app, { directory: pathToFileURL(`${dashboard}/`) })
  mountDocs(app, { directory: pathToFileURL(`${path}/`) })
  return app
}
const app = await serverWith(docs)
const headers = { accept: 'text/html' }

it.each([
  ['/docs/', 'all pages'],
  ['/docs/search', 'searching'],
  ['/docs/search.html', 'searching'],
  ['/docs/adr/', 'decisions'],
])('serves %s, compressed or not, without anything from elsewhere or inline', async (url, text) => {
  const response = await app.inject({ url, headers })
  expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([
    200,
    text,
    'text/html; charset=utf-8',
  ])
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
  expect(response.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
  const packed = await app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip, br' } })
  expect([packed.rawPayload, packed.headers['content-encoding']]).toEqual([gzipSync(text), 'gzip'])
})

it('lets browsers keep the files whose names have a hash', async () => {
  const { body, headers: sent } = await app.inject({ url: '/docs/assets/app.3f9a1c2b.js' })
  expect([body, sent['cache-control']]).toEqual(['console.log(1)', 'public, max-age=31536000, immutable'])
})

it.each([
  ['/docs', 'http://localhost', '/docs/'],
  ['/docs/adr', 'http://localhost', '/docs/adr/'],
  ['/docs', 'https://example.com/bugle', '/bugle/docs/'],
  ['/docs/adr', 'https://example.com/bugle', '/bugle/docs/adr/'],
])('leads from %s of %s to %s', async (url, publicUrl, target) => {
  const server = await serverWith(docs, publicUrl)
  const { statusCode, headers: sent } = await server.inject({ url, headers })
  expect([statusCode, sent.location]).toEqual([302, target])
})

it('has a page for what is not there, reaches no file outside the build, and lists none of its own', async () => {
  const { statusCode, body } = await app.inject({ url: '/docs/nothing', headers })
  expect([statusCode, body.includes('href="/docs/"')]).toEqual([404, true])
  for (const url of [
    '/docs/..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/../secret.txt',
    '/docs/.bundled-packages.json',
  ])
    expect((await app.inject({ url, headers })).body).not.toMatch(/secret|^\[/)
})

it('says that there is no build', async () => {
  const empty = await serverWith(join(directory, 'nothing'))
  for (const url of ['/docs', '/docs/search']) {
    const { statusCode, body } = await empty.inject({ url, headers })
    expect([statusCode, body.includes('npm run docs')]).toEqual([404, true])
  }
})
