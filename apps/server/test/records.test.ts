import { parsePlainId } from '@bugle/protocol'
import { afterEach, expect, it } from 'vitest'
import { measureDisk } from '../src/domains/storage/eviction/disk-store.ts'
import { maintain } from './maintain.ts'
import { newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'
import { until } from './until.ts'

// Comments, releases, projects, members and trails count against a budget of their own, for organizations and accounts.

const server = await startServer({ digest: true })
const { pool } = server.database
const megabyte = 1024 * 1024
/** A twentieth of it is for records. */
const maxBytes = 100 * megabyte

afterEach(() => maintain(pool))

/** Ways to write that add no records: what they add is bounded by number, short-lived, or counts against another budget. */
const others = [
  /^(POST|PUT|PATCH) \/api\/(auth|me|invitations)\b/,
  /^POST \/api\/organizations\/\{id\}\/leave$/,
  /^(PUT|PATCH) \/api\/projects\/\{id\}\/(seen|notifications)$/,
  /^POST \/api\/organizations\/\{id\}\/alert-rules\/preview$/,
  /^(POST|PUT) \/api\/projects\/\{id\}\/(uploads|artifacts|symbolicate|grouping)\b/,
]

it('every way to write says whether it adds records', () => {
  const writes = Object.entries(server.openapi.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, { security }]) => ['post', 'put', 'patch'].includes(method) && security?.length > 0)
      .filter(([, { security }]) => security.some((one) => 'accessToken' in one))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, text: JSON.stringify(operation) })),
  )
  expect(writes.length).toBeGreaterThan(40)
  const unsaid = writes.filter(
    ({ name, text }) => !text.includes('records_full') && !others.some((one) => one.test(name)),
  )
  expect(unsaid.map(({ name }) => name)).toEqual([])
})

const idsOf = async ({ session, project }: SentryApp) => ({
  organization: parsePlainId('org', project.organization_id)!,
  account: parsePlainId('usr', (await session.me()).id)!,
})
const count = async (text: string, values: unknown[]) => (await pool.query<{ n: number }>(text, values)).rows[0]!.n

/** Activity, comments and trails as somebody gets them written who does so in a loop; 20 MB and more. */
async function flood(app: SentryApp): Promise<void> {
  const { organization, account } = await idsOf(app)
  await pool.query(
    `insert into issue_activity (project_id, issue_id, user_id, kind, details)
     select $1, gen_random_uuid(), $2, 'resolved', jsonb_build_object('release', repeat('r', 200)) from generate_series(1, 20000)`,
    [app.number, account],
  )
  await pool.query(
    `insert into organization_entries (organization_id, action, actor_kind, actor_id, details)
     select $1, 'token.created', 'user', $2, jsonb_build_object('name', repeat('n', 200)) from generate_series(1, 20000)`,
    [organization, account],
  )
  await pool.query(
    `insert into audit_entries (user_id, action, details)
     select $1, 'token.created', jsonb_build_object('name', repeat('n', 200)) from generate_series(1, 20000)`,
    [account],
  )
}

it('of an owner above its share go, the oldest first, but for what people wrote; more is refused to it alone', async () => {
  const [victim, attacker] = [await newSentryApp(server), await newSentryApp(server)]
  const issues = new Map<SentryApp, string>()
  for (const app of [victim, attacker]) {
    const { issue_id } = await app.report()
    await app.readIssue(issue_id)
    issues.set(app, issue_id)
  }
  const comment = (app: SentryApp) =>
    app.session.request('POST', `/api/issues/${issues.get(app)}/comments`, { body: { text: 'Look' } })
  const resolve = (app: SentryApp) =>
    app.session.request('PATCH', `/api/issues/${issues.get(app)}`, { body: { status: 'resolved' } })
  for (const app of [victim, attacker])
    expect([(await comment(app)).status, (await resolve(app)).status]).toEqual([201, 200])
  const activity = (app: SentryApp) =>
    count('select count(*) as n from issue_activity where project_id = $1', [app.number])
  const before = await activity(victim)
  await flood(attacker)
  // Nothing of this can go.
  await pool.query(
    `insert into release_records (project_id, version, recorded_by, commits)
     select $1, n::text, gen_random_uuid(), to_jsonb((select string_agg(md5((n * 1000 + k)::text), '') from generate_series(1, 80) as k))
       from generate_series(1, 3000) as n`,
    [attacker.number],
  )

  await maintain(pool, { maxBytes })

  const { organization, account } = await idsOf(attacker)
  expect(await count('select count(*) as n from organization_entries where organization_id = $1', [organization])).toBe(
    0,
  )
  expect(await activity(attacker)).toBe(1)
  expect(
    (await attacker.session.request('GET', `/api/issues/${issues.get(attacker)}/comments`)).body.comments,
  ).toHaveLength(1)
  const entries = await count('select count(*) as n from audit_entries where user_id = $1', [account])
  expect(entries).toBeLessThan(20_000)
  expect(await activity(victim)).toBe(before)

  const { session, project } = attacker
  const refused = await until(
    () => comment(attacker),
    ({ status }) => status !== 201,
  )
  expect([refused.status, refused.code]).toEqual([422, 'records_full'])
  const byStranger = await victim.session.request('POST', `/api/issues/${issues.get(attacker)}/comments`, {
    body: { text: 'Look' },
  })
  expect(byStranger.code).toBe('not_found')
  const version = `/api/projects/${project.id}/releases/3001` as const
  expect((await session.request('PUT', version, { body: {} })).code).toBe('records_full')
  const byTool = await fetch(`${server.url}/api/0/organizations/x/releases/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '3001', projects: [project.id] }),
  })
  expect(await byTool.json()).toMatchObject({ code: 'records_full' })
  const bulk = { body: { ids: [issues.get(attacker)!], patch: { status: 'unresolved' } } } as const
  expect((await session.request('POST', '/api/issues/bulk', bulk)).code).toBe('records_full')
  const team = await session.request('POST', `/api/organizations/${project.organization_id}/teams`, {
    body: { name: 'T' },
  })
  expect(team.code).toBe('records_full')
  expect((await session.request('DELETE', `/api/projects/${project.id}/releases/3000`)).status).toBe(204)
  expect((await attacker.send()).status).toBe(202)

  expect((await comment(victim)).status).toBe(201)
  expect(
    (await victim.session.request('PUT', `/api/projects/${victim.project.id}/releases/1`, { body: {} })).status,
  ).toBe(200)
  expect((await (await newSentryApp(server)).send()).status).toBe(202)
})

it('chunks of Sentry’s tools belong to who sent them, as artifacts', async () => {
  const app = await newSentryApp(server)
  const { account } = await idsOf(app)
  await pool.query(
    `insert into sentry_chunks (user_id, sha1, bytes, expires_at)
     select $1, decode(md5(n::text), 'hex'), convert_to(repeat('x', 100000), 'utf8'), now() + interval '1 day' from generate_series(1, 20) as n`,
    [account],
  )
  const { uses } = await measureDisk(pool)
  expect(uses.artifacts.find(({ owner }) => owner === account)?.bytes).toBeGreaterThan(2_000_000)
  await pool.query('delete from sentry_chunks')
})
