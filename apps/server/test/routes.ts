import { apiTokenScopes, parsePlainId, type Role, type Scope, toPlainId } from '@bugle/protocol'
import { clientKeyOf } from '../src/domains/storage/index.ts'
import { createTeam, inviteTo, join, organizationOf } from './organization.ts'
import { anEvent, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import type { RequestOptions, Session, TestResponse, TestServer } from './start-server.ts'

// Every route of the OpenAPI document, with ids and bodies to call it. New routes are covered automatically, unless they
// take an id or a body: those must be added here.

const feedbackId = '00000000-0000-4000-8000-000000000000'
const clientId = '0123456789abcdef0123456789abcdef'

export interface Route {
  name: string
  method: string
  path: string
  security: Record<string, string[]>[]
  /** The scope that the endpoint names; undefined for public ones. */
  needs: Scope | 'own_account' | undefined
  roles: Role[] | undefined
}

interface Operation {
  security: Record<string, string[]>[]
  'x-scope'?: Route['needs']
  'x-roles'?: Role[]
}

export function documentedRoutes({ openapi }: TestServer): Route[] {
  return Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.entries(operations as unknown as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      security: operation.security,
      needs: operation['x-scope'],
      roles: operation['x-roles'],
    })),
  )
}

/** Ids by the name of a parameter, or by the path before `{id}`. */
export type Ids = Record<string, string>

/** A user with something of everything, and the ids of it. */
export interface Owner {
  reporter: Reporter
  organization: string
  /** A viewer of the organization, whom the routes of members are about. */
  viewer: Session & { id: string }
  issue: string
  event: string
  view: string
  apiToken: { id: number; token: string }
  /** Another session of the user. */
  other: Session
  ids: Ids
}

export async function newOwner(server: TestServer): Promise<Owner> {
  const reporter = await newReporter(server)
  const { session, project } = reporter
  const event = (await reporter.report({ screenshot: jpeg.toString('base64') })).event_id
  const issue = (await reporter.readEvent(event)).issue_id
  // Two issues that are merged, so that there is something to undo.
  const merged = (await reporter.readEvent((await reporter.report({ exception_type: 'RangeError' })).event_id)).issue_id
  const done = async <Body>(response: Promise<TestResponse<Body>>): Promise<Body> => {
    const { status, text, body } = await response
    if (status >= 400) throw new Error(`${status} ${text}`)
    return body
  }
  const { request } = session
  const { undo_id } = await done(request('POST', `/api/issues/${issue}/merge`, { body: { ids: [merged] } }))
  const other = await server.logIn({ ...session, kind: 'cli' })
  const apiTokenBody = { body: { name: 'CI', scopes: apiTokenScopes } }
  const made = await done(request('POST', '/api/me/api-tokens', apiTokenBody))
  const aMap = {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    rawBody: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.js.map"\r\n\r\n{}\r\n--x--',
  }
  const upload = await done(request('POST', `/api/projects/${project.id}/artifacts`, aMap))
  const chunked = await done(request('POST', `/api/projects/${project.id}/uploads`, { body: anUpload }))
  await done(request('PUT', `/api/projects/${project.id}/releases/1.0`, { body: {} }))
  const { id: dsnKey } = await done(
    request('POST', `/api/projects/${project.id}/dsn-keys`, { body: { label: 'Shop' } }),
  )
  const { pool } = server.database
  await pool.query(
    `insert into attachments (project_id, event_id, segment_id, number, name, content_type, kind, data)
     select e.project_id, e.event_id, e.segment_id, 0, 'a.txt', 'text/plain', 'event.attachment', 'a' from events e
     on conflict do nothing`,
  )
  await pool.query(
    `insert into monitors (project_id, slug, name) values ($1, 'nightly', 'nightly') on conflict do nothing`,
    [numberOf({ project })],
  )
  await pool.query(
    `insert into feedback (project_id, id, message, created_at) values ($1, $2, 'm', now())
     on conflict do nothing`,
    [numberOf({ project }), feedbackId],
  )
  // An event by the id that a Sentry SDK gave it.
  await pool.query(
    `insert into event_keys (project_id, key, event_id, group_id)
     select distinct on (e.project_id) e.project_id, $1::uuid, e.event_id, e.group_id from events e on conflict do nothing`,
    [clientKeyOf(clientId)],
  )
  const view = (await done(request('POST', '/api/views', { body: { name: 'Mine', filter: {} } }))).view.id
  const organization = await organizationOf(session)
  const viewer = await join(server, { owner: session, organization, role: 'viewer' })
  const team = await createTeam(session, organization, { name: 'Web', members: [viewer.id], projects: [project.id] })
  await inviteTo(session, organization)
  const { invitations } = await session.get(`/api/organizations/${organization}/invitations`)
  const tokenBody = { body: { name: 'CI', scopes: ['project:read'] } } as const
  const ruleBody = { name: 'All', triggers: ['issue.new'], channel_ids: [] } as const
  const { rule } = await done(request('POST', `/api/organizations/${organization}/alert-rules`, { body: ruleBody }))
  const { organization_token } = await done(request('POST', `/api/organizations/${organization}/tokens`, tokenBody))
  // An export of a person that can be downloaded.
  await until(
    async () => (await session.get(`/api/projects/${project.id}/people/u-1`)).export?.status,
    (status) => status === 'done',
  )
  // The title of an issue is updated some time after its newest event.
  await until(
    async () => (await reporter.readIssue(issue)).type,
    (type) => type === 'RangeError',
  )
  return {
    reporter,
    organization,
    viewer,
    issue,
    event,
    view,
    apiToken: { id: made.api_token.id, token: made.token },
    other,
    ids: {
      '/api/projects/': project.id,
      '/api/issues/': issue,
      '/api/events/': event,
      '/api/undo/': undo_id!,
      '/api/views/': view,
      '/api/organizations/': organization,
      '/api/me/passkeys/': await passkeyOf(server, session),
      '/api/me/tokens/': other.token.split('|')[0]!,
      '/api/me/push/devices/': await pushDeviceOf(server, other),
      '/api/me/api-tokens/': String(made.api_token.id),
      '/api/me/identities/': await identityOf(server, session),
      artifact_id: String(upload.files[0]!.artifact_id),
      upload_id: String(chunked.upload_id),
      version: '1.0',
      key_id: String(dsnKey),
      number: '0',
      slug: 'nightly',
      feedback_id: feedbackId,
      client_id: clientId,
      chunk: '0'.repeat(64),
      person: 'u-1',
      member: viewer.id,
      team_id: team.id,
      project_id: project.id,
      invitation_id: invitations.find(({ status }: { status: string }) => status === 'open')!.id,
      token_id: String(organization_token.id),
      channel_id: await channelOf(server, organization),
      rule_id: rule.id,
      delivery_id: toPlainId('dlv', feedbackId),
    },
  }
}

/** Links an identity to a user, as a login by a provider does. */
async function identityOf({ database }: TestServer, { email }: Session): Promise<string> {
  const { rows } = await database.pool.query(
    `insert into identities (user_id, issuer, subject) select u.id, 'https://login.example', u.id from users u
      where u.email = $1 returning id`,
    [email],
  )
  return String(rows[0].id)
}

/** Well-formed ids of nothing, beside those of an owner. */
export function idsOfNothing({ ids }: Owner): Ids {
  const away = (id: string) => id.replace(/.{6}$/, 'ffffff')
  return {
    ...ids,
    '/api/projects/': 'prj_zzzzzz',
    '/api/issues/': away(ids['/api/issues/']!),
    '/api/events/': away(ids['/api/events/']!),
    '/api/undo/': away(ids['/api/undo/']!),
    '/api/views/': away(ids['/api/views/']!),
    '/api/organizations/': away(ids['/api/organizations/']!),
    '/api/me/passkeys/': '999999',
    '/api/me/tokens/': '999999',
    '/api/me/push/devices/': '999999',
    '/api/me/api-tokens/': '999999',
    '/api/me/identities/': '999999',
  }
}

const anUpload = { files: [{ name: 'b.js.map', size: 2, sha256: '0'.repeat(64), chunks: ['0'.repeat(64)] }] }

/** Valid bodies, for routes that validate the body before the id. */
export const bodies: Record<string, object> = {
  'PATCH /api/me/passkeys/{id}': { name: 'Mine now' },
  'DELETE /api/me/passkeys/{id}': { password: 'correct horse' },
  'PATCH /api/projects/{id}': { name: 'Mine now' },
  'POST /api/projects/{id}/regenerate': {},
  'POST /api/projects/{id}/dsn-keys': { label: 'Mine' },
  'PATCH /api/projects/{id}/notifications': { own: { new_issues: 'off' } },
  'PATCH /api/issues/{id}': { status: 'resolved' },
  'PATCH /api/views/{id}': { name: 'Mine now' },
  'POST /api/projects/{id}/grouping/preview': anEvent(),
  'POST /api/projects/{id}/uploads': anUpload,
  'POST /api/projects/{id}/releases/{version}/deploys': { environment: 'production' },
  'PUT /api/projects/{id}/monitors/{slug}': { schedule: '0 3 * * *' },
  'POST /api/projects/{id}/symbolicate': { stack: '' },
  'POST /api/issues/{id}/comments': { text: 'Mine now' },
  'POST /api/issues/{id}/merge': { ids: ['iss_1'] },
  'POST /api/issues/{id}/unmerge': { fingerprints: ['0'.repeat(64)] },
  'PATCH /api/organizations/{id}': { name: 'Mine now' },
  'DELETE /api/organizations/{id}': { name: 'Mine now' },
  'PATCH /api/organizations/{id}/members/{user_id}': { role: 'viewer' },
  'POST /api/organizations/{id}/teams': { name: 'Mine now' },
  'PATCH /api/organizations/{id}/teams/{team_id}': { name: 'Mine now' },
  'PUT /api/organizations/{id}/teams/{team_id}/members/{user_id}': {},
  'POST /api/organizations/{id}/invitations': { role: 'viewer' },
  'POST /api/organizations/{id}/channels': { kind: 'slack', name: 'Mine', config: { url: 'https://1.1.1.1/' } },
  'PATCH /api/organizations/{id}/channels/{channel_id}': { name: 'Mine now' },
  'POST /api/organizations/{id}/alert-rules': { name: 'Mine', triggers: ['issue.new'], channel_ids: [] },
  'POST /api/organizations/{id}/alert-rules/preview': { triggers: ['issue.new'] },
  'PATCH /api/organizations/{id}/alert-rules/{rule_id}': { name: 'Mine now' },
  'POST /api/organizations/{id}/tokens': { name: 'Mine now', scopes: ['project:read'] },
}

/** Required query strings. */
const queries: Record<string, string> = { 'GET /api/projects/{id}/search/values': '?key=is' }

export function fill(route: Route, ids: Ids): string {
  const before = route.path.slice(0, route.path.indexOf('{'))
  const idFor = (name: string) => {
    if (name === 'id') return ids[before]
    if (name === 'user_id') return route.path.startsWith('/api/organizations/') ? ids.member : ids.person
    return ids[name]
  }
  const path = route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = idFor(name)
    if (value === undefined) throw new Error(`test/routes.ts needs the id ${name} for ${route.name}.`)
    return value
  })
  return `${path}${queries[route.name] ?? ''}`
}

/** Everything of a response but what no two share: its time and the id of its request. */
export function bytesOf({ status, headers, text }: TestResponse<unknown>) {
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, text: text.replaceAll(id ?? '', 'req_') }
}

export function callRoute(server: TestServer, route: Route, ids: Ids, options: RequestOptions = {}) {
  const body = bodies[route.name]
  return server.raw(route.method, fill(route, ids), { ...(body && { body }), ...options })
}

/** A channel whose configuration cannot be read, so that nothing leaves this machine. @returns its id */
export async function channelOf({ database }: TestServer, organization: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into channels (id, organization_id, kind, name, sealed_config, host)
     values (gen_random_uuid(), $1, 'slack', '#ops', 'x', 'hooks.slack.com') returning id`,
    [parsePlainId('org', organization)],
  )
  return toPlainId('chn', rows[0]!.id)
}

/** A device of the user that is notified by push. @returns its id */
async function pushDeviceOf({ database }: TestServer, { token }: Session): Promise<string> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into push_subscriptions (token_id, user_id, kind, endpoint, p256dh, auth)
     select t.id, t.user_id, 'webpush', 'https://push.example.com/' || t.id, 'x', 'y' from access_tokens t where t.id = $1
     returning id`,
    [token.split('|')[0]],
  )
  return String(rows[0]!.id)
}

/** A passkey of the user; the server of these tests has no address for one. @returns its id */
async function passkeyOf({ database }: TestServer, { email }: Session): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
     select id, 'x' || id::text::bytea, 'x', 0, '{}', 'Laptop', false from users where email = $1
     returning id::text`,
    [email],
  )
  return rows[0]!.id
}
