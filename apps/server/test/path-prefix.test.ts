import { expect, it } from 'vitest'
import { newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_URL: 'http://shop.example.com/bugle' } })
const app = await newReporter(server)

it.each(['', '/bugle'])('is served with and without its prefix: «%s»', async (prefix) => {
  const headers = { 'x-service-token': app.token, 'content-type': 'application/json' }
  const body = JSON.stringify({ exception_type: 'A', message: '', platform: 'ios', app_id: 'com.example.shop' })
  for (const path of ['/ingest', '/api/ingest'])
    expect((await fetch(`${server.url}${prefix}${path}`, { method: 'POST', headers, body })).status).toBe(202)
  expect((await fetch(`${server.url}${prefix}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}${prefix}/api/docs/`)).status).toBe(200)
})

it('is not served at a path that only begins like the prefix', async () => {
  expect((await fetch(`${server.url}/buglehealthz`)).status).toBe(404)
  expect((await fetch(`${server.url}/bugle-x/healthz`)).status).toBe(404)
})

it('a cookie authorizes writes from its origin, which has no path', async () => {
  const { email, password } = app.session
  const answer = await fetch(`${server.url}/bugle/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-client': 'web', origin: 'http://shop.example.com' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .find((one) => one.includes('bugle_session='))!
    .split(';')[0]!
  const rename = (origin: string) =>
    fetch(`${server.url}/bugle/api/me`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie, origin },
      body: JSON.stringify({ name: 'Ann' }),
    })
  expect((await rename('http://shop.example.com')).status).toBe(200)
  expect((await rename('http://elsewhere.example.com')).status).toBe(403)
})

it('mailed links include the prefix', async () => {
  await server.request('POST', '/api/auth/password/forgot', { body: { email: app.session.email } })
  await expect
    .poll(() => server.mailsTo(app.session.email)[0]?.text)
    .toContain('http://shop.example.com/bugle/reset-password#token=')
})
