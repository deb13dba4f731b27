import { describe, expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer()

interface Operation {
  method: string
  path: string
  needsToken: boolean
}

/** Every operation of the document. */
const operations: Operation[] = Object.entries(server.openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => ({
    method: method.toUpperCase(),
    path,
    needsToken: security.some((scheme) => 'accessToken' in scheme),
  })),
)

const fill = (path: string, id: string) => path.replace('{id}', id)
/** Whole enough for every route, so that what is refused is refused for its caller. */
const bodyFor = (method: string) =>
  ['POST', 'PATCH', 'PUT'].includes(method) ? { body: { name: 'A', app_id: 'a' } } : {}

describe('a stranger', () => {
  const routes = operations.filter(({ needsToken }) => needsToken)
  it.each(routes.map(({ method, path }) => [method, path]))('gets 401 from %s %s', async (method, path) => {
    const { status, body } = await server.request(method, fill(path, 'prj_1'), bodyFor(method))
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    const wrong = await server.request(method, fill(path, 'prj_1'), { ...bodyFor(method), token: '1|wrong' })
    expect(wrong.status).toBe(401)
  })

  it('may only register, log in and ask how the service is without a token', () => {
    const open = operations.filter(({ needsToken }) => !needsToken).map(({ path }) => path)
    const known = [
      '/api/auth/login',
      '/api/auth/login/totp',
      '/api/auth/register',
      '/api/auth/email/confirm',
      '/api/auth/password/forgot',
      '/api/auth/password/reset',
      '/api/ingest',
      '/ingest',
      '/healthz',
      '/readyz',
      '/metrics',
    ]
    expect(open.filter((path) => !known.includes(path))).toEqual([])
  })
})

describe('another account', () => {
  const routes = operations.filter(({ path }) => path.startsWith('/api/projects/{id}'))
  it.each(routes.map(({ method, path }) => [method, path]))(
    'gets from %s %s what an unknown id gets',
    async (method, path) => {
      const ann = await server.register()
      const { project } = await ann.createProject()
      const bob = await server.register()
      const foreign = await bob.request(method, fill(path, project.id), bodyFor(method))
      const unknown = await bob.request(method, fill(path, 'prj_zzzzzz'), bodyFor(method))
      const nonsense = await bob.request(method, fill(path, '%00'), bodyFor(method))
      expect([foreign.status, unknown.status, nonsense.status]).toEqual([404, 404, 404])
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
      expect((await ann.request('GET', `/api/projects/${project.id}`)).body.project).toEqual(project)
    },
  )

  it('does not see it in its list', async () => {
    await (await server.register()).createProject()
    const bob = await server.register()
    expect((await bob.request('GET', '/api/projects')).body.projects).toEqual([])
  })
})
