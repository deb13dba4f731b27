import { type CreateApiTokenResponse, apiTokenScopes as scopes } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { type Session, startServer } from './start-server.ts'

const server = await startServer()
const other = await startServer({ beside: server })

const create = (session: Session, body: object) =>
  session.raw<CreateApiTokenResponse>('POST', '/api/me/api-tokens', { body })

async function tokenOf(session: Session, ...allowed: string[]): Promise<{ id: number; token: string }> {
  const { body } = await create(session, { name: 'CI', scopes: allowed })
  return { id: body.api_token.id, token: body.token }
}

describe('an API token', () => {
  it('is shown once, and listed without its secret', async () => {
    const ann = await server.register()
    const { status, body } = await create(ann, { name: 'CI', scopes: ['issue:read', 'project:read', 'issue:read'] })
    expect(status).toBe(201)
    expect(body).toEqual({
      api_token: {
        id: expect.any(Number),
        name: 'CI',
        scopes: ['issue:read', 'project:read'],
        created_at: expect.any(String),
        last_used_at: null,
        expires_at: null,
      },
      token: expect.stringMatching(/^bgl_api_[\w-]{43}$/),
    })
    const list = await ann.request('GET', '/api/me/api-tokens')
    expect(list.body).toEqual({ api_tokens: [body.api_token], next_cursor: null })
    const { rows } = await server.database.pool.query('select t::text as row from api_tokens t')
    expect(JSON.stringify(rows)).not.toContain(body.token.slice('bgl_api_'.length))
  })

  it('is listed in pages, newest first', async () => {
    const ann = await server.register()
    for (const name of ['a', 'b', 'c']) await create(ann, { name, scopes: ['issue:read'] })
    const page = async (query: string) => (await ann.request('GET', `/api/me/api-tokens?${query}`)).body
    const names = ({ api_tokens }: { api_tokens: { name: string }[] }) => api_tokens.map(({ name }) => name)
    const first = await page('limit=2')
    const second = await page(`limit=2&cursor=${first.next_cursor}`)
    expect([names(first), names(second), second.next_cursor]).toEqual([['c', 'b'], ['a'], null])
  })

  it('acts within its scopes for its owner', async () => {
    const ann = await server.register()
    const { project } = await ann.createProject()
    const { token } = await tokenOf(ann, 'project:read')
    const projects = await server.request('GET', '/api/projects', { token })
    expect(projects.body.projects.map(({ id }: { id: string }) => id)).toEqual([project.id])
    expect((await server.request('GET', `/api/projects/${project.id}`, { token })).status).toBe(200)
    const issues = await server.request('GET', '/api/issues', { token })
    expect([issues.status, issues.code]).toEqual([403, 'insufficient_scope'])
    const body = { name: 'Shop', app_id: 'com.example.shop' }
    expect((await server.request('POST', '/api/projects', { token, body })).status).toBe(403)
    const bob = await server.register()
    const foreign = await bob.createProject()
    expect((await server.request('GET', `/api/projects/${foreign.project.id}`, { token })).status).toBe(404)
  })

  it('with every scope reaches neither the account nor its tokens', async () => {
    const ann = await server.register()
    const { token, id } = await tokenOf(ann, ...scopes)
    const tries: [method: string, path: string][] = [
      ['GET', '/api/auth/me'],
      ['GET', '/api/me/tokens'],
      ['GET', '/api/me/api-tokens'],
      ['DELETE', `/api/me/api-tokens/${id}`],
      ['DELETE', '/api/me/tokens/others'],
      ['GET', '/api/me/audit'],
      ['POST', '/api/auth/logout'],
    ]
    for (const [method, path] of tries) {
      const { status, code } = await server.raw(method, path, { token })
      expect([path, status, code]).toEqual([path, 403, 'insufficient_scope'])
    }
    const more = { body: { name: 'More', scopes: ['issue:write'] }, token }
    expect((await server.raw('POST', '/api/me/api-tokens', more)).status).toBe(403)
  })

  it('outlives login, logout and revocation of sessions, and records its use', async () => {
    const ann = await server.register()
    const { token } = await tokenOf(ann, 'project:read')
    const again = await server.logIn(ann)
    await again.request('DELETE', '/api/me/tokens/others')
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(200)
    const [listed] = (await again.request('GET', '/api/me/api-tokens')).body.api_tokens
    expect(listed!.last_used_at).toEqual(expect.any(String))
    await again.request('POST', '/api/auth/logout')
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(200)
  })

  it('is dead at the next request in every process, once deleted', async () => {
    const ann = await server.register()
    const { token, id } = await tokenOf(ann, 'project:read')
    expect((await other.request('GET', '/api/projects', { token })).status).toBe(200)
    expect((await ann.request('DELETE', `/api/me/api-tokens/${id}`)).status).toBe(204)
    for (const at of [server, other]) {
      const { status, code } = await at.request('GET', '/api/projects', { token })
      expect([status, code]).toEqual([401, 'unauthenticated'])
    }
    expect((await ann.request('DELETE', `/api/me/api-tokens/${id}`)).status).toBe(404)
  })

  it('can be deleted by its owner alone', async () => {
    const ann = await server.register()
    const bob = await server.register()
    const { token, id } = await tokenOf(ann, 'project:read')
    expect((await bob.request('DELETE', `/api/me/api-tokens/${id}`)).status).toBe(404)
    expect((await bob.request('GET', '/api/me/api-tokens')).body.api_tokens).toEqual([])
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(200)
  })

  it.each([
    ['without a name', { scopes: ['issue:read'] }, ['name']],
    ['without a scope', { name: 'CI', scopes: [] }, ['scopes']],
    ['with an unknown scope', { name: 'CI', scopes: ['everything'] }, ['scopes.0']],
    ['with a blank name', { name: ' ', scopes: ['issue:read'] }, ['name']],
  ])('%s is refused', async (_, body, fields) => {
    const answer = await create(await server.register(), body)
    expect([answer.status, Object.keys(answer.errors!)]).toEqual([422, fields])
  })

  it('is limited to fifty per account, also when created simultaneously', async () => {
    const ann = await server.register()
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, n) => create(ann, { name: `CI ${n}`, scopes: ['issue:read'] })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(answers.filter(({ code }) => code === 'validation_failed')).toHaveLength(5)
    expect((await ann.request('GET', '/api/me/api-tokens')).body.api_tokens).toHaveLength(50)
  })

  it('appears in the audit trail when created and deleted', async () => {
    const ann = await server.register()
    const { id } = await tokenOf(ann, 'project:read', 'issue:read')
    await ann.request('DELETE', `/api/me/api-tokens/${id}`)
    const { entries } = (await ann.request('GET', '/api/me/audit')).body
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'api_token.revoked', details: { name: 'CI' } },
      { action: 'api_token.created', details: { name: 'CI', scopes: 'project:read issue:read' } },
    ])
  })
})
