import { describe, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer({
  passwordsAreSecret: false,
  env: { BUGLE_LOGIN_FAILURES: '10000', BUGLE_LOGIN_FAILURES_EMAIL: '100000' },
})

/** What has broken servers like this one: in PostgreSQL, in JSON, in a prototype, in a number. */
const hostile: unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\uffff',
  "'; drop table users; --",
  '%s%n\r\nx-injected: 1',
  '9'.repeat(400),
  'é'.repeat(5000),
  '__proto__',
  [],
  [[]],
  ['\0'],
  {},
  { constructor: { prototype: {} } },
  nested(2000),
]

function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

const bodies: [method: string, path: string, body: Record<string, unknown>][] = [
  ['POST', '/api/auth/register', { email: 'ann@example.com', password: 'correct horse', name: 'Ann' }],
  ['POST', '/api/auth/login', { email: 'ann@example.com', password: 'correct horse' }],
  ['POST', '/api/projects', { name: 'Shop', app_id: 'shop', app_ids: ['web'], platform: 'web' }],
  ['PATCH', '/api/projects/{id}', { name: 'Shop', app_id: 'shop', app_ids: ['web'], platform: 'web' }],
  ['POST', '/api/projects/{id}/regenerate', { grace_seconds: 1 }],
  ['PATCH', '/api/projects/{id}/notifications', { own: { new_issues: 'off' } }],
  ['PATCH', '/api/me', { name: 'Ann' }],
  ['POST', '/api/me/api-tokens', { name: 'CI', scopes: ['issue:read'] }],
  ['POST', '/api/views', { name: 'Mine', filter: {} }],
]

describe('no field of a body breaks', () => {
  it.each(bodies)('%s %s', async (method, path, body) => {
    const ann = await server.register()
    const { project } = await ann.createProject()
    const at = path.replace('{id}', project.id)
    for (const field of Object.keys(body))
      for (const value of hostile) {
        const { status } = await ann.request(method, at, { body: { ...body, [field]: value } })
        expect(status, `${field}: ${JSON.stringify(value).slice(0, 80)}`).toBeLessThan(500)
      }
    await ann.me()
  })
})

it('no id in a path breaks', async () => {
  const ann = await server.register()
  const ids = [
    '%00',
    '%ff',
    '%F0%9F%94%A5',
    'prj_',
    'prj_0',
    'prj_-1',
    'prj_1.5',
    'prj_zzzzzzzzzzzz',
    `prj_${'z'.repeat(150)}`,
    "prj_1'--",
  ]
  for (const id of ids) {
    const { status } = await ann.request('GET', `/api/projects/${id}`)
    expect([id, [400, 404].includes(status)]).toEqual([id, true])
  }
})

it('no header breaks, and none is reflected', async () => {
  const ann = await server.register()
  const odd = ['x'.repeat(5000), '"; drop table users; --', 'é\u00ff', '{"a":1}']
  for (const value of odd)
    for (const name of ['user-agent', 'x-service-client', 'x-forwarded-for', 'x-request-id', 'accept', 'cookie']) {
      const body = { email: ann.email, password: ann.password }
      const { status, headers } = await server.request('POST', '/api/auth/login', { body, headers: { [name]: value } })
      expect(status, name).toBe(name === 'x-service-client' ? 422 : 200)
      expect([...headers.values()].some((text) => text.includes(value))).toBe(false)
    }
})
