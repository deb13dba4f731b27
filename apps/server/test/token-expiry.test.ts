import { describe, expect, it } from 'vitest'
import { join, organizationOf } from './organization.ts'
import { newReporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const { pool, accounts } = server.database
const dayMs = 86_400_000

const newApiToken = async (session: Session, name: string, expires_in_days?: number) =>
  (
    await session.request('POST', '/api/me/api-tokens', {
      body: { name, scopes: ['project:read'], ...(expires_in_days && { expires_in_days }) },
    })
  ).body

const warnings = (email: string) =>
  server.mailsTo(email).filter(({ subject }) => subject === 'A token expires in a week')

/** Runs the planned warnings whose payload has this number now. */
async function warnNow(id: number, side = accounts): Promise<void> {
  await side.query(
    `update jobs set due_at = now() where kind = 'token_expiry_warning' and (payload->>'id')::int8 = $1`,
    [id],
  )
  await side.query(`select pg_notify('bugle_jobs', '')`)
}

describe('an API token with an end', () => {
  it('says when it ends, and is refused from then on', async () => {
    const owner = await server.register()
    const { token, api_token } = await newApiToken(owner, 'CI', 30)
    expect(Date.parse(api_token.expires_at!) - Date.now()).toBeGreaterThan(29 * dayMs)
    expect((await newApiToken(owner, 'forever')).api_token.expires_at).toBeNull()
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(200)
    await pool.query(`update api_tokens set expires_at = now() where id = $1`, [api_token.id])
    expect((await server.request('GET', '/api/projects', { token })).status).toBe(401)
    const { body } = await owner.request('GET', '/api/me/api-tokens')
    expect(body.api_tokens.map(({ name }: { name: string }) => name)).toEqual(['forever', 'CI'])
  })

  it('is announced to its owner a week before, unless it is gone', async () => {
    const owner = await server.register()
    const { api_token } = await newApiToken(owner, 'Deploys', 30)
    const gone = await newApiToken(owner, 'Gone', 30)
    const { rows } = await accounts.query(
      `select extract(epoch from due_at - now()) / 86400 as days from jobs
       where kind = 'token_expiry_warning' and (payload->>'id')::int8 = $1`,
      [api_token.id],
    )
    expect(Math.round(Number(rows[0].days))).toBe(23)
    await owner.request('DELETE', `/api/me/api-tokens/${gone.api_token.id}`)
    for (const { id } of [gone.api_token, api_token]) await warnNow(id)
    const [mail] = await until(
      async () => warnings(owner.email),
      ({ length }) => length > 0,
    )
    expect(mail!.text).toContain('Deploys')
    expect(warnings(owner.email)).toHaveLength(1)
  })

  it('of a few days is not announced', async () => {
    const { api_token } = await newApiToken(await server.register(), 'short', 7)
    const { rowCount } = await accounts.query(`select from jobs where (payload->>'id')::int8 = $1`, [api_token.id])
    expect(rowCount).toBe(0)
  })

  it('lasts between a day and ten years', async () => {
    const owner = await server.register()
    for (const expires_in_days of [0, -1, 1.5, 3651])
      expect(
        (
          await owner.request('POST', '/api/me/api-tokens', {
            body: { name: 'x', scopes: ['project:read'], expires_in_days },
          })
        ).status,
      ).toBe(422)
  })
})

it('a token of an organization ends likewise, and its owners and admins are warned', async () => {
  const owner = await server.register()
  const id = await organizationOf(owner)
  const admin = await join(server, { owner, organization: id, role: 'admin' })
  const member = await join(server, { owner, organization: id, role: 'member' })
  const { body } = await owner.request('POST', `/api/organizations/${id}/tokens`, {
    body: { name: 'Builds', scopes: ['project:read'], expires_in_days: 90 },
  })
  expect(Date.parse(body.organization_token.expires_at!) - Date.now()).toBeGreaterThan(89 * dayMs)
  expect((await server.request('GET', '/api/projects', { token: body.token })).status).toBe(200)
  await warnNow(body.organization_token.id)
  for (const { email } of [owner, admin])
    await until(
      async () => warnings(email),
      ({ length }) => length === 1,
    )
  expect(warnings(member.email)).toEqual([])
  await pool.query(`update api_tokens set expires_at = now() where id = $1`, [body.organization_token.id])
  expect((await server.request('GET', '/api/projects', { token: body.token })).status).toBe(401)
})

it('an ingest token ends likewise, and can be replaced then', async () => {
  const app = await newReporter(server)
  const replace = (body: object) => app.session.request('POST', `/api/projects/${app.project.id}/regenerate`, { body })
  const { body } = await replace({ expires_in_days: 365 })
  const send = () => app.send({}, { ingestToken: body.ingest_token })
  expect((await send()).status).toBe(202)
  const list = async () =>
    (await app.session.request('GET', `/api/projects/${app.project.id}/ingest-tokens`)).body.ingest_tokens
  expect(await list()).toMatchObject([{ is_current: true, ends_at: expect.any(String) }])
  const { rows } = await pool.query(
    `update ingest_tokens set valid_until = now() + interval '1 day' where last4 = $1 returning id`,
    [body.ingest_token.slice(-4)],
  )
  // The mail is a job where the project is.
  await warnNow(rows[0].id, pool)
  const [mail] = await until(
    async () => warnings(app.session.email),
    ({ length }) => length === 1,
  )
  expect(mail!.text).toContain(app.project.name)
  await pool.query(`update ingest_tokens set valid_until = now() where id = $1`, [rows[0].id])
  await until(send, ({ status }) => status === 401)
  expect(await list()).toEqual([])
  const renewed = await replace({})
  expect((await app.send({}, { ingestToken: renewed.body.ingest_token })).status).toBe(202)
  expect(await list()).toMatchObject([{ is_current: true, ends_at: null }])
})

describe('a reset of the password', () => {
  async function mailOf({ email }: Session, wanted: string): Promise<string> {
    const [mail] = await until(
      async () => server.mailsTo(email).filter(({ subject }) => subject === wanted),
      ({ length }) => length > 0,
    )
    return mail!.text.replaceAll(/\s+/g, ' ')
  }
  const changedMailOf = (session: Session) => mailOf(session, 'Your password was changed')

  async function linkTokenOf(session: Session): Promise<string> {
    await server.request('POST', '/api/auth/password/forgot', { body: { email: session.email } })
    return /reset-password#token=([\w-]+)/.exec(await mailOf(session, 'Reset your password'))![1]!
  }
  const namesOf = async (token: string) =>
    (await server.request('POST', '/api/auth/password/reset/tokens', { body: { token } })).body.api_tokens.map(
      ({ name }: { name: string }) => name,
    )

  it('shows the API tokens of the account, and ends them on request', async () => {
    const owner = await server.register()
    const { token: apiToken } = await newApiToken(owner, 'CI')
    const token = await linkTokenOf(owner)
    expect(await namesOf(token)).toEqual(['CI'])
    const body = { token, password: 'another horse', end_api_tokens: true }
    expect((await server.request('POST', '/api/auth/password/reset', { body })).status).toBe(204)
    expect((await server.request('GET', '/api/projects', { token: apiToken })).status).toBe(401)
    expect(await changedMailOf(owner)).toContain('your API tokens were deleted.')
    expect(await changedMailOf(owner)).toContain('Passkeys stay valid.')
    // The link is used up.
    const again = await server.request('POST', '/api/auth/password/reset/tokens', { body: { token } })
    expect(again.code).toBe('link_expired')
  })

  it('leaves them otherwise', async () => {
    const owner = await server.register()
    const { token: apiToken } = await newApiToken(owner, 'CI')
    const body = { token: await linkTokenOf(owner), password: 'another horse' }
    expect((await server.request('POST', '/api/auth/password/reset', { body })).status).toBe(204)
    expect((await server.request('GET', '/api/projects', { token: apiToken })).status).toBe(200)
    expect(await changedMailOf(owner)).toContain('API tokens and passkeys stay valid.')
  })
})
