import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { isDatabaseUnavailable } from '../src/db/database-unavailable.ts'
import { mountAccounts } from '../src/domains/accounts/index.ts'
import { createAuthenticate } from '../src/domains/auth/index.ts'
import { createServer } from '../src/http/index.ts'
import { FreeSpace } from '../src/lib/free-space.ts'
import { startServer } from './start-server.ts'

const server = await startServer()
const json = { 'content-type': 'application/json' }

/** Returns the server's response to bytes that `fetch` would not send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

describe('every refusal has the common error body', () => {
  const cases: [what: string, method: string, path: string, options: object, status: number, code: string][] = [
    ['an unknown path', 'GET', '/api/nothing', {}, 404, 'not_found'],
    ['an unknown path outside the API', 'POST', '/nothing', {}, 404, 'not_found'],
    [
      'an unknown path with any body',
      'POST',
      '/api/nothing',
      { headers: { 'content-type': 'text/plain' }, rawBody: 'x' },
      404,
      'not_found',
    ],
    ['a wrong method', 'PUT', '/api/projects', {}, 405, 'method_not_allowed'],
    ['a preflight', 'OPTIONS', '/api/auth/login', {}, 405, 'method_not_allowed'],
    ['a malformed path', 'GET', '/api/%zz', {}, 400, 'malformed_request'],
    ['half a body', 'POST', '/api/auth/login', { headers: json, rawBody: '{"email":' }, 400, 'malformed_body'],
    ['no JSON', 'POST', '/api/auth/login', { headers: json, rawBody: 'email=a' }, 400, 'malformed_body'],
    ['__proto__', 'POST', '/api/auth/login', { headers: json, rawBody: '{"__proto__":{}}' }, 400, 'malformed_body'],
    [
      'a form',
      'POST',
      '/api/auth/login',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, rawBody: 'email=a' },
      415,
      'unsupported_media_type',
    ],
    [
      'plain text',
      'POST',
      '/api/auth/login',
      { headers: { 'content-type': 'text/plain' }, rawBody: '{}' },
      415,
      'unsupported_media_type',
    ],
    [
      'no type',
      'POST',
      '/api/auth/login',
      { headers: { 'content-type': '' }, rawBody: '{}' },
      415,
      'unsupported_media_type',
    ],
    ['a huge body', 'POST', '/api/auth/login', { body: 'x'.repeat(2_000_000) }, 413, 'payload_too_large'],
  ]
  it.each(cases)('%s', async (_what, method, path, options, status, code) => {
    const answer = await server.raw(method, path, options)
    expect([answer.status, answer.code]).toEqual([status, code])
  })

  it('a wrong method lists the allowed ones', async () => {
    const { headers } = await server.raw('PUT', '/api/projects')
    expect(headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await server.raw('GET', '/api/projects/prj_1/regenerate')).headers.get('allow')).toBe('POST')
  })

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'malformed_request'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ['no Host of an event', 'POST /ingest HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed_request',
    ],
    // Proxies and servers may interpret these differently, so that a request hides in the body of another.
    [
      'a length and chunks',
      'POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'chunks that are not the last coding',
      'POST /ingest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a length with a sign',
      'POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Length: +4\r\n\r\n{}{}',
      400,
      'malformed_request',
    ],
    [
      'a space before the colon',
      'POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Length : 4\r\n\r\n{}{}',
      400,
      'malformed_request',
    ],
  ])('%s', async (_what, text, status, code) => {
    const [head, body] = (await sendRaw(text)).split('\r\n\r\n') as [string, string]
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), request_id: expect.stringMatching(/^req_/) })
  })
})

it('ignores an unknown expectation', async () => {
  const answer = await sendRaw('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
})

it.each(['/healthz', '/api/auth/me', '/api/nothing'])(
  'headers named like properties of every object are plain headers: %s',
  async (path) => {
    const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((name) => `${name}: x\r\n`).join('')
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${odd}${odd}Connection: close\r\n\r\n`)
    expect(answer).toMatch(path === '/healthz' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 40[14] /)
  },
)

describe('no Content-Type bypasses the schema', async () => {
  const { ingest_token } = await (await server.register()).createProject()
  const types = [
    '',
    ' ',
    'application/json',
    'APPLICATION/JSON',
    'application/json\t',
    '\tapplication/json',
    ' application/json',
    'application/json ; charset=utf-8',
    'application/json; charset="',
    'application/json;',
    'application/json;;',
    'application/json garbage',
    'application/json, text/plain',
    'application/jsonx',
    'application/json/x',
    'application/ld+json',
    'text/json',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '*/*',
    'application/*',
    '__proto__',
  ]
  it.each(types)('%j', async (type) => {
    const send = (path: string, body: string) =>
      sendRaw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nX-Service-Token: ${ingest_token}\r\n` +
          `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      )
    expect(await send('/api/auth/login', '{"email":["ann@example.com"],"password":{}}')).toMatch(
      /^HTTP\/1\.1 4(00|15|22) /,
    )
    expect(await send('/ingest', '{"exception_type":5,"level":"loud"}')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

it('request ids differ', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => server.raw('GET', '/api/nothing')))
  expect(new Set(ids.map(({ request_id }) => request_id)).size).toBe(20)
})

it('responses to HEAD have no body', async () => {
  const ann = await server.register()
  expect(await ann.raw('HEAD', '/api/projects')).toMatchObject({ status: 200, body: undefined })
})

it('a bug gets 500 without details', async () => {
  const ann = await server.register()
  await server.database.accounts.query('alter table projects rename to elsewhere')
  const bug = await ann.request('GET', '/api/projects')
  await server.database.accounts.query('alter table elsewhere rename to projects')
  expect([bug.status, bug.code]).toEqual([500, 'internal'])
  expect(JSON.stringify(bug.body)).not.toMatch(/projects|select|relation|\/src\//)
})

it.each(['40P01', '55P03', '40001'])(
  'a lock that another transaction held (%s) gets 503, and nothing is changed',
  async (code) => {
    const ann = await server.register()
    const { accounts } = server.database
    await accounts.query(`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost' using errcode = '${code}'; end $$;
    create trigger lose after insert on projects for each row execute function lose()`)
    const lost = await ann.request('POST', '/api/projects', { body: { name: 'Shop', app_id: 'com.example.shop' } })
    await accounts.query('drop trigger lose on projects; drop function lose')
    expect([lost.status, lost.code]).toEqual([503, 'unavailable'])
    expect((await ann.request('GET', '/api/projects')).body.projects).toEqual([])
  },
)

it('an unreachable database gets 503', async () => {
  const socketFolder = join(tmpdir(), 'bugle-nowhere')
  const lost = openDatabase({ connection: { host: socketFolder, database: 'x' }, connections: 1 })
  const app = await createServer({
    inBucketOf: (_projectId, work) => work(),
    logger: pino({ level: 'silent' }),
    trustedProxies: 0,
    url: 'http://localhost',
    version: 'test',
    authenticate: createAuthenticate({ ssoMaxAgeMs: 0, db: lost, idle: { web: 0, mobile: 0, cli: 0 } }),
    authorize: async () => {},
    authorizeOrganization: async () => 'owner' as const,
    shares: { perMinute: 100, atOnce: 10 },
    recordsSpace: new FreeSpace({ read: async () => undefined }),
    isPassing: isDatabaseUnavailable,
  })
  mountAccounts(app, { db: lost, billing: 'off', now: () => new Date() })
  const answer = await app.inject({ url: '/api/auth/me', headers: { authorization: 'Bearer 1|x' } })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(answer.headers['retry-after']).toBe('1')
  await app.close()
})
