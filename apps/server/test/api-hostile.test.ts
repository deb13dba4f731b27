import { expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer({
  passwordsAreSecret: false,
  limits: { loginFailures: 10_000, loginFailuresEmail: 100_000 },
})

it('no id in a path breaks the server', async () => {
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

it('no header breaks the server, and none is reflected', async () => {
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

it('a lone surrogate is stored as U+FFFD, and is handled at any depth', async () => {
  const ann = await server.register()
  const { project } = await ann.createProject({ name: 'a\ud800b 🎺' })
  expect(project.name).toBe('a\ufffdb 🎺')
  const deep = `{"name":${'['.repeat(25_000)}"\\ud800"${']'.repeat(25_000)}}`
  const headers = { 'content-type': 'application/json' }
  const { status } = await ann.request('POST', '/api/projects', { rawBody: deep, headers })
  expect([400, 422]).toContain(status)
})
