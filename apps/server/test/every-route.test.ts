import { type ApiTokenScope, apiTokenScopes as scopes } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { newReporter } from './reporter.ts'
import { bytesOf, callRoute, documentedRoutes, fill, type Ids, idsOfNothing, newOwner, type Route } from './routes.ts'
import { type RequestOptions, type Session, startServer } from './start-server.ts'

// Calls every route of the router as every kind of caller that may not. New routes are covered automatically, unless
// they are public or take an id or a body: those must be added here.

const server = await startServer({ digest: true })

/** Routes without a token of an account. None is added by accident. */
const open = [
  'GET /healthz',
  'GET /readyz',
  'GET /api/auth/registration',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/login/totp',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/auth/link',
  'GET /api/push/key',
  'GET /api/sdk/loader',
  'POST /api/auth/email/confirm',
  'POST /api/auth/password/forgot',
  'POST /api/auth/password/reset',
  'POST /api/auth/password/reset/tokens',
  // By the sealed cookie of a login on its way, or the code and verifier of a program.
  'GET /api/auth/oidc/start',
  'GET /api/auth/oidc/callback',
  'POST /api/auth/oidc/finish',
  'POST /api/auth/oidc/link',
  // By the secret of an invitation, which says who invites to what.
  'POST /api/invitations/view',
  // By the sealed link of a mail, which only unsubscribes.
  'POST /unsubscribe',
  // By the token of a project, which the tests of ingest cover.
  'POST /ingest',
  'POST /ingest/attachments',
  'POST /ingest/check-ins',
  'POST /ingest/feedback',
  'POST /ingest/sessions',
  'POST /api/ingest',
  'POST /api/ingest/attachments',
  'POST /api/ingest/check-ins',
  'POST /api/ingest/feedback',
  'POST /api/ingest/sessions',
  // By the key of a DSN, which the tests of Sentry’s ways in cover.
  'POST /api/{project}/envelope',
  'GET /api/{project}/store',
  'POST /api/{project}/store',
  'GET /api/store',
  'POST /api/store',
  'POST /api/{project}/security',
  'POST /api/{project}/csp-report',
  'POST /api/{project}/minidump',
  'POST /api/{project}/events/{event}/attachments',
  'GET /api/{project}/cron/{slug}',
  'POST /api/{project}/cron/{slug}',
  'GET /api/{project}/cron/{slug}/{key}',
  'POST /api/{project}/cron/{slug}/{key}',
  'POST /api/{project}/unreal/{key}',
  'POST /api/{project}/nel',
  'POST /api/{project}/playstation',
  'POST /otlp/v1/logs',
  'POST /otlp/v1/traces',
  'POST /otlp/v1/metrics',
  'POST /api/{project}/integration/otlp/v1/logs',
  'POST /api/{project}/integration/otlp/v1/traces',
  'POST /api/{project}/otlp/v1/traces',
  'GET /api/embed/error-page',
  'POST /api/embed/error-page',
]

/**
 * Routes that the OpenAPI document does not list: its own, metrics (by address or token), pages, scripts, those of Sentry’s tools,
 * and the spelling with a slash of those of Sentry’s SDKs.
 */
const hidden =
  /^GET (\/metrics|\/m(\/\*)?|\/sdk\/\{name\}|\/docs(\/\*)?|\/\.well-known\/[a-z.-]+|\/api\/openapi\.json|\/api\/docs(\/.*)?)$|^[A-Z]+ \/api\/0\/|^[A-Z]+ \/(api|otlp)\/(\{project\}.*|store|embed\/error-page|v1\/[a-z]+)\/$/

const owner = await newOwner(server)
const { reporter: ann, issue: annIssue, event: annEvent, view: annView, other: annOther, ids: idsOfAnn } = owner
const nothing = idsOfNothing(owner)
const annSees = async () => ({
  me: await ann.session.me(),
  project: (await ann.session.request('GET', `/api/projects/${ann.project.id}`)).body,
  issue: await ann.readIssue(annIssue),
  sessions: (await annOther.request('GET', '/api/auth/me')).status,
  apiTokens: (await ann.session.request('GET', '/api/me/api-tokens')).body.api_tokens.length,
})
const before = await annSees()

const documented = documentedRoutes(server)
const closed = documented.filter(({ security }) => security.some((scheme) => 'accessToken' in scheme))
const withId = closed.filter(({ path }) => path.includes('{'))
const each = (routes: Route[]): [name: string, route: Route][] => routes.map((route) => [route.name, route])
const isWrite = ({ method }: Route) => method !== 'GET'
/** Routes of the operator exist for nobody else. */
const isOfOperator = ({ path }: Route) => path.startsWith('/api/operator')
const scopeOf = ({ security }: Route) => security.find((scheme) => 'apiToken' in scheme)?.apiToken?.[0]

const call = (route: Route, ids: Ids, options: RequestOptions = {}) => callRoute(server, route, ids, options)

async function apiToken(session: Session, ...allowed: ApiTokenScope[]): Promise<{ id: number; token: string }> {
  const { body } = await session.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes: allowed } })
  return { id: body.api_token.id, token: body.token }
}

describe('the routes', () => {
  it('are those of the OpenAPI document and the hidden ones', () => {
    const ofRouter = server.routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    const names = ofRouter.map(
      ({ method, url }) => `${method} ${url.replaceAll(/:([a-z_]+)(\(.*?\)(?=\/|$))?/g, '{$1}')}`,
    )
    expect(names.filter((name) => !hidden.test(name)).sort()).toEqual(documented.map(({ name }) => name).sort())
  })

  it('need a token, except those listed here', () => {
    const names = documented.filter((route) => !closed.includes(route)).map(({ name }) => name)
    expect(names.sort()).toEqual([...open].sort())
  })

  it('accept no API token for accounts and sessions; other reads do, but those of invitations and tokens', () => {
    for (const route of closed) {
      const isOwn = /^\/api\/(me|auth|operator)(\/|$)/.test(route.path)
      if (isOwn) expect([route.name, scopeOf(route)]).toEqual([route.name, undefined])
      else if (!isWrite(route) && !/\/(invitations|tokens)$/.test(route.path))
        expect([route.name, scopes.includes(scopeOf(route) as never)]).toEqual([route.name, true])
    }
  })
})

describe('without a token', () => {
  it.each(each(closed))('%s is 401', async (_, route) => {
    const { status, code } = await call(route, idsOfAnn)
    expect([status, code]).toEqual([401, 'unauthenticated'])
  })

  it.each(each(closed))('with a wrong one %s is 401', async (_, route) => {
    const [id] = ann.session.token.split('|')
    for (const token of ['nonsense', `${id}|${'A'.repeat(43)}`, `bgl_api_${'A'.repeat(43)}`])
      expect((await call(route, idsOfAnn, { token })).status).toBe(401)
  })

  it.each(each(closed.filter((route) => !isWrite(route))))('HEAD does not bypass it: %s', async (_, route) => {
    expect((await fetch(`${server.url}${fill(route, idsOfAnn)}`, { method: 'HEAD' })).status).toBe(401)
  })
})

describe('with a token that ended', async () => {
  const person = await server.register()
  const replaced = person.token
  const loggedOut = await server.logIn(person)
  await loggedOut.request('POST', '/api/auth/logout')
  const owner = await server.logIn(person)
  const program = await apiToken(owner, ...scopes)
  await owner.request('DELETE', `/api/me/api-tokens/${program.id}`)

  it.each(each(closed))('%s is 401', async (_, route) => {
    const codes: string[] = []
    for (const token of [replaced, loggedOut.token, program.token]) {
      const { status, code } = await call(route, idsOfAnn, { token })
      expect(status).toBe(401)
      codes.push(String(code))
    }
    expect(codes).toEqual(['session_replaced', 'unauthenticated', 'unauthenticated'])
  })
})

describe('with an API token', async () => {
  const all = await apiToken(ann.session, ...scopes)
  const without = Object.fromEntries(
    await Promise.all(
      scopes.map(async (scope) => {
        const { token } = await apiToken(ann.session, ...scopes.filter((other) => other !== scope))
        return [scope, token] as const
      }),
    ),
  )

  const alone = Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, (await apiToken(ann.session, scope)).token] as const)),
  )

  it.each(each(closed))('that lacks the scope %s is 403', async (_, route) => {
    const scope = scopeOf(route)
    const token = scope === undefined ? all.token : without[scope]
    const { status, code } = await call(route, idsOfAnn, { token })
    expect([status, code]).toEqual([403, 'insufficient_scope'])
  })

  it.each(each(closed.filter((route) => scopeOf(route) !== undefined && !isWrite(route))))(
    'that has its scope alone %s is 200',
    async (_, route) => {
      const token = alone[scopeOf(route)!]
      expect((await call(route, idsOfAnn, { token })).status).toBe(200)
    },
  )
})

describe('with a cookie', async () => {
  const person = await server.register({ kind: 'web' })
  const cookie = `bugle_session=${person.token}`

  it.each(each(closed.filter(isWrite)))('from another origin %s is 403', async (_, route) => {
    for (const origin of [undefined, 'null', 'https://evil.example']) {
      const { status, code } = await call(route, idsOfAnn, { headers: { cookie, ...(origin && { origin }) } })
      expect([status, code]).toEqual([403, 'origin_mismatch'])
    }
  })

  it('nothing was changed', async () => {
    expect((await person.me()).name).toBe('Ann')
  })
})

describe('as a member of another organization', async () => {
  const bob = await server.register()
  const program = await apiToken(bob, ...scopes)

  it.each(each(withId))('%s responds to Ann’s id as to an id of nothing', async (_, route) => {
    const token = bob.token
    const foreign = await call(route, idsOfAnn, { token })
    const unknown = await call(route, nothing, { token })
    expect([foreign.status, foreign.code]).toEqual([404, 'not_found'])
    expect(bytesOf(foreign)).toEqual(bytesOf(unknown))
    const nonsense = Object.fromEntries(Object.keys(idsOfAnn).map((before) => [before, '%00']))
    expect((await call(route, nonsense, { token })).status).toBe(404)
    if (scopeOf(route) !== undefined) expect((await call(route, idsOfAnn, { token: program.token })).status).toBe(404)
  })

  it.each(each(closed.filter((route) => !isWrite(route) && !isOfOperator(route) && !withId.includes(route))))(
    '%s reveals nothing of Ann’s',
    async (_, route) => {
      const { status, body } = await call(route, idsOfAnn, { token: bob.token })
      expect(status).toBe(200)
      const ofAnn = [ann.session.email, ann.project.id, annIssue, annEvent, annView, before.me.id]
      const text = JSON.stringify(body ?? null)
      expect(ofAnn.filter((own) => text.includes(`"${own}"`))).toEqual([])
    },
  )

  it('Ann’s ids in a body are treated like ids of nothing, too', async () => {
    const reporter = await newReporter(server)
    const { issue_id } = await reporter.readEvent((await reporter.report()).event_id)
    const merge = (id: string) =>
      reporter.session.request('POST', `/api/issues/${issue_id}/merge`, { body: { ids: [id] } })
    const [foreign, unknown] = [await merge(annIssue), await merge(nothing['/api/issues/']!)]
    expect([foreign.status, foreign.code]).toEqual([404, 'not_found'])
    expect(bytesOf(foreign)).toEqual(bytesOf(unknown))
  })

  it.each(each(withId.filter((route) => !isWrite(route))))('while Ann gets %s', async (_, route) => {
    expect((await call(route, idsOfAnn, { token: ann.session.token })).status).toBe(200)
  })
})

it('Ann’s data is unchanged', async () => {
  const { apiTokens, ...rest } = await annSees()
  const { apiTokens: atFirst, ...former } = before
  expect(rest).toEqual(former)
  expect(apiTokens).toBeGreaterThanOrEqual(atFirst)
})

describe('the metrics', async () => {
  const token = 'those-who-watch'
  const guarded = await startServer({ beside: server, env: { BUGLE_METRICS_TOKEN: token } })
  const look = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status

  it('can be read on this machine alone, and not through a proxy on it', async () => {
    expect(await look(server.url)).toBe(200)
    expect(await look(server.url, { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  })

  it('can be read with their token alone, if one is set', async () => {
    expect(await look(guarded.url, { authorization: `Bearer ${token}` })).toBe(200)
    for (const other of [`${token}!`, ann.session.token])
      expect(await look(guarded.url, { authorization: `Bearer ${other}` })).toBe(404)
    expect(await look(guarded.url)).toBe(404)
  })
})
