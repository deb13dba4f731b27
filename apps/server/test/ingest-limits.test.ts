import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import { ingestTokenHashOf } from '../src/domains/projects/ingest-token.ts'
import { revokeIngestToken } from '../src/domains/projects/ingest-token-store.ts'
import { anEvent, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const strict = await startServer({ beside: server, env: { BUGLE_INGEST_RATE: '20' } })
const tight = await startServer({ beside: server, env: { BUGLE_INGEST_BYTES_IN_FLIGHT: '1MB' } })

const times = <T>(count: number, make: (n: number) => Promise<T>) => Promise.all([...Array(count).keys()].map(make))
const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const regenerate = async ({ session, project }: Reporter, body?: object) => {
  const made = await session.request('POST', `/api/projects/${project.id}/regenerate`, { ...(body && { body }) })
  return { ...made.body, previous_expires_at: made.body.previous_expires_at! }
}

describe('the rate', () => {
  it('is exact over both paths for one token, and does not affect others', async () => {
    const app = await newReporter(server)
    const path = (n: number) => (n % 2 ? '/ingest' : '/api/ingest')
    const answers = await times(50, (n) => app.send({}, { to: strict, path: path(n) }))
    expect(statuses(answers)).toEqual({ 202: 20, 429: 30 })
    for (const { status, headers, body } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('20')
      const [remaining, reset] = ['remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))
      expect(remaining).toBeGreaterThanOrEqual(0)
      expect(reset).toBeGreaterThan(0)
      expect(reset).toBeLessThanOrEqual(60)
      if (status !== 429) continue
      expect(body).toMatchObject({ code: 'rate_limited' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(remaining).toBe(0)
    }
    const left = answers
      .filter(({ status }) => status === 202)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'))
    expect(left.map(Number).sort((a, b) => a - b)).toEqual([...Array(20).keys()])
    expect((await (await newReporter(server)).send({}, { to: strict })).status).toBe(202)
    expect(await until(app.outcomes, (counts) => counts.rate_limited === 30)).toEqual({ rate_limited: 30 })
    const { issue_id } = answers.find(({ status }) => status === 202)!.body
    expect(
      (
        await until(
          () => app.readIssue(issue_id),
          ({ count }) => count === 20,
        )
      ).count,
    ).toBe(20)
  })

  it('counts refused requests, except 401', async () => {
    const app = await newReporter(server)
    const to = strict
    await times(30, () => app.send({}, { to, ingestToken: 'bgl_live_00000000000000000000000000000000' }))
    const refused = [
      ...(await times(6, () => app.send({ level: 'bad' }, { to }))),
      ...(await times(6, () => app.send({ app_id: 'wrong' }, { to }))),
      ...(await times(6, () => app.sendRaw('x'.repeat(1_048_577), { to }))),
    ]
    expect(statuses(refused)).toEqual({ 400: 6, 403: 6, 413: 6 })
    expect(statuses(await times(5, () => app.send({}, { to })))).toEqual({ 202: 2, 429: 3 })
    expect((await app.send({ level: 'bad' }, { to })).status).toBe(429)
    // The length is checked before the rate.
    expect((await app.sendRaw('x'.repeat(1_048_577), { to })).status).toBe(413)
  })
})

describe('bytes in flight', () => {
  const bytesInFlight = async () => {
    const metrics = await (await fetch(`${tight.url}/metrics`)).text()
    return Number(/^bugle_ingest_bytes_in_flight\{.*\} (\d+)$/m.exec(metrics)?.[1])
  }
  const big = JSON.stringify(anEvent({ extra: { pad: 'x'.repeat(600_000) } }))
  const cases: [name: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>][] = [
    ['as sent', big, {}],
    ['as decoded from a thousand bytes of gzip', new Uint8Array(gzipSync(big)), { 'content-encoding': 'gzip' }],
  ]
  it.each(cases)(
    'are limited, %s: above the limit, 503 with Retry-After, counted among the outcomes',
    async (_name, body, headers) => {
      const app = await newReporter(server)
      const send = () => app.sendRaw(body, { to: tight, headers })
      const first = request(`${tight.url}/ingest`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(big),
          'x-service-token': app.token,
        },
      })
      first.write(big.slice(0, -1))
      // Nearly all of the body has arrived, but not its end.
      await until(bytesInFlight, (bytes) => bytes >= big.length - 1)
      const refused = await send()
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({ code: 'overloaded' })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      first.end(big.slice(-1))
      const [{ statusCode }] = (await once(first, 'response')) as [IncomingMessage]
      expect(statusCode).toBe(202)
      expect((await send()).status).toBe(202)
      expect(await until(app.outcomes, (counts) => counts.overloaded !== undefined)).toEqual({ overloaded: 1 })
    },
  )
})

describe('a regenerated token', () => {
  it('replaces the old one at once in all processes, even if that was in use', async () => {
    const app = await newReporter(server)
    for (const to of [server, strict]) await app.report({}, { to })
    const { ingest_token } = await regenerate(app)
    for (const to of [server, strict]) {
      const { status, body } = await app.send({}, { to })
      expect([status, body]).toMatchObject([401, { code: 'invalid_ingest_token' }])
      await app.report({}, { to, ingestToken: ingest_token })
    }
    expect((await until(app.outcomes, (counts) => counts.token_revoked === 2)).token_revoked).toBe(2)
  })

  it('is refused by the database even while a cache has it', async () => {
    const app = await newReporter(server)
    await app.report({}, { to: strict })
    // Not through the API: no notification is sent, so the cache is not invalidated.
    await transaction(server.database.pool, (tx) => revokeIngestToken(tx, ingestTokenHashOf(app.token)))
    expect((await app.send({}, { to: strict })).status).toBe(401)
  })

  it('works until the end of its grace period, with its traffic counted separately', async () => {
    const app = await newReporter(server)
    const { ingest_token, previous_expires_at } = await regenerate(app, { grace_seconds: 3600 })
    expect(Date.parse(previous_expires_at)).toBeGreaterThan(Date.now() + 3_500_000)
    await app.report()
    await times(3, () => app.report({}, { ingestToken: ingest_token }))
    const counts = async () =>
      (
        await server.database.pool.query(
          'select t.request_count from token_hourly t where t.project_id = $1 order by t.token_id',
          [numberOf(app)],
        )
      ).rows.map(({ request_count }) => request_count)
    expect(await until(counts, (rows) => rows.length === 2 && rows[1] === 3)).toEqual([1, 3])
    // A second regeneration ends the oldest.
    await regenerate(app, { grace_seconds: 3600 })
    expect((await app.send()).status).toBe(401)
    expect((await app.send({}, { ingestToken: ingest_token })).status).toBe(202)
  })

  it('ends with its grace period, also in a warm cache', async () => {
    const app = await newReporter(server)
    await regenerate(app, { grace_seconds: 1 })
    await app.report()
    expect(
      (
        await until(
          () => app.send(),
          ({ status }) => status !== 202,
        )
      ).status,
    ).toBe(401)
  })
})

describe('a project', () => {
  it('that is deleted accepts and shows no event, in any process', async () => {
    const app = await newReporter(server)
    const { event_id, issue_id } = await app.report({}, { to: strict })
    await app.readEvent(event_id)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    for (const to of [server, strict]) expect((await app.send({}, { to })).status).toBe(401)
    for (const path of [`/api/events/${event_id}`, `/api/issues/${issue_id}`] as const)
      expect((await app.session.request('GET', path)).status).toBe(404)
    expect((await app.session.request('GET', '/api/issues')).body.issues).toEqual([])
  })

  it('that gets another bundle identifier accepts it at once', async () => {
    const app = await newReporter(server)
    await app.report({}, { to: strict })
    await app.session.request('PATCH', `/api/projects/${app.project.id}`, { body: { app_ids: ['new.one'] } })
    await until(
      () => app.send({ app_id: 'new.one' }, { to: strict }),
      ({ status }) => status === 202,
    )
    expect((await app.send({}, { to: strict })).status).toBe(403)
  })
})

describe.each(['/ingest', '/api/ingest'])('another origin at %s', (path) => {
  const call = (method: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { origin: 'https://shop.example', ...headers },
      ...(body && { body }),
    })

  it('gets a preflight response that is valid for two hours', async () => {
    const { status, headers } = await call('OPTIONS', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-service-token',
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    for (const name of ['content-type', 'content-encoding', 'x-service-token', 'idempotency-key'])
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name)
  })

  it('can read every response, never with credentials', async () => {
    const app = await newReporter(server)
    const token = { 'x-service-token': app.token, cookie: 'session=1' }
    const ok = await call('POST', token, JSON.stringify(anEvent()))
    const refused = await call('POST', {}, '{}')
    expect([ok.status, refused.status]).toEqual([202, 401])
    for (const { headers } of [ok, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  it('is allowed no other method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
      expect([method, (await server.raw(method, path)).status]).toEqual([method, 405])
  })
})

it('no other route allows another origin', async () => {
  const response = await fetch(`${server.url}/api/issues`, { headers: { origin: 'https://shop.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

it.each([
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/JSON ; charset=utf-8',
  'application/x-www-form-urlencoded',
  '',
])('the Content-Type is ignored: %s', async (type) => {
  const app = await newReporter(server)
  const headers = { 'content-type': type }
  expect((await app.send({}, { headers })).status).toBe(202)
  expect((await app.send({ level: 'bad' }, { headers })).status).toBe(400)
})

it('a query string does not change the path', async () => {
  const app = await newReporter(server)
  const headers = { 'x-service-token': app.token }
  const { status } = await server.raw('POST', '/ingest?v=1', { headers, body: anEvent() })
  expect(status).toBe(202)
})
