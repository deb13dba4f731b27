import type { BulkResponse, ChangeIssueResponse, CreateApiTokenResponse, ExportResponse } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { closeOrganization, createTeam, join, organizationOf } from './organization.ts'
import { startPushReceiver } from './push-receiver.ts'
import { countsMerged, jpeg, newReporter, numberOf, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

// Every way to an issue of a closed team, which its members have and nobody else of the organization. Each way is first shown to
// lead there for a member of the team. Streams and mails of new issues are in team-mails.test.ts.

const phones = await startPushReceiver()
afterAll(() => phones.close())
const server = await startServer({
  digest: true,
  env: { BUGLE_OUTGOING_ALLOW: phones.host, BUGLE_PUSH_DELAY: '1s', BUGLE_PUSH_PACE: '1s' },
})
const { pool } = server.database

const app = await newReporter(server, { name: 'Vault' })
const { session: owner, project } = app
const organization = await organizationOf(owner)
const inside = await join(server, { owner, organization, role: 'member' })
const outside = await join(server, { owner, organization, role: 'member' })
const people = { inside, outside }

const ask = async <Body>(session: Session, method: string, path: string, body?: object) => {
  const response = await session.raw<Body>(method, path, { ...(body && { body }) })
  if (response.status >= 400) throw new Error(`${method} ${path} → ${response.status} ${response.text}`)
  return response.body
}
const { event_id } = await app.report({
  exception_type: 'VaultError',
  message: 'the secret of the vault',
  release: 'vault@1.0.0',
  environment: 'vaulted',
  user: { id: 'vault-user' },
  tags: { vaulttag: 'vaultvalue' },
  screenshot: jpeg.toString('base64'),
})
await countsMerged(server)
const { issue_id } = await app.readEvent(event_id)
const { short_id } = await app.readIssue(issue_id)
await pool.query(`insert into monitors (project_id, slug, name) values ($1, 'vaultjob', 'vaultjob')`, [numberOf(app)])
await pool.query(
  `insert into feedback (project_id, id, message, created_at)
   values ($1, '00000000-0000-4000-8000-000000000000', 'vaultfeedback', now())`,
  [numberOf(app)],
)
await ask(owner, 'POST', `/api/issues/${issue_id}/comments`, { text: 'the secret of the vault' })
await ask(owner, 'PUT', `/api/projects/${project.id}/releases/vault%401.0.0`, {})
const export_ = `/api/projects/${project.id}/people/vault-user` as const
await until(
  async () => (await ask<ExportResponse>(owner, 'GET', export_)).export.status,
  (status) => status === 'done',
)

// While the organization is open, both have something of everything there.
const undos: Record<string, string> = {}
const tokens: Record<string, string> = {}
for (const [name, person] of Object.entries(people)) {
  await ask(person, 'POST', '/api/views', { name: 'Vaultview', project_id: project.id, filter: {} })
  undos[name] = (await ask<ChangeIssueResponse>(person, 'PATCH', `/api/issues/${issue_id}`, { assignee_id: person.id }))
    .undo_id!
  const scopes = ['project:read', 'issue:read', 'artifact:write']
  tokens[name] = (await ask<CreateApiTokenResponse>(person, 'POST', '/api/me/api-tokens', { name: 'CI', scopes })).token
  await ask(person, 'POST', '/api/me/push', { ...phones.subscription(`/${name}`), details: true })
}
const team = await createTeam(owner, organization, { name: 'Vault', members: [inside.id], projects: [project.id] })
const mixed = await createTeam(owner, organization, {
  name: 'Mixed',
  members: [inside.id, outside.id],
  projects: [project.id],
})
await closeOrganization(owner, organization)
await ask(owner, 'DELETE', `/api/organizations/${organization}/teams/${mixed.id}/members/${outside.id}`)

const issue = `/api/issues/${issue_id}` as const
const event = `/api/events/${event_id}` as const
const own = `/api/projects/${project.id}` as const
const marks = ['VaultError', 'secret of the vault', issue_id, event_id, short_id, project.id, 'vault@1.0.0', 'vaulted']
const more = ['vault-user', 'vaulttag', 'vaultvalue', 'vaultjob', 'vaultfeedback', 'Vaultview', team.id]
const shown = (text: string) => [...marks, ...more].filter((mark) => text.includes(mark))

const ways: [name: string, path: string][] = [
  ['the list', '/api/issues?status=all'],
  ['a search for its text', '/api/issues?status=all&query=VaultError'],
  ['a search for its short id', `/api/issues?status=all&query=${short_id}`],
  ['a search for a tag', '/api/issues?status=all&query=tag.vaulttag%3Avaultvalue'],
  ['saved views', '/api/views'],
  ['the list of projects', '/api/projects'],
  ['the project', own],
  ['the list of the project', `${own}/issues?status=all`],
  ['the issue', `${issue}?include=latest_event,stats,tags`],
  ['its activity', `${issue}/activity`],
  ['its events', `${issue}/events`],
  ['its fingerprints', `${issue}/fingerprints`],
  ['its tags', `${issue}/tags`],
  ['its changes', `${issue}/changes`],
  ['an event', event],
  ['an event as it was sent', `${event}?raw=1`],
  ['suggested keys', `${own}/search/keys`],
  ['suggested values of a tag', `${own}/search/values?key=tag.vaulttag`],
  ['suggested releases', `${own}/search/values?key=release`],
  ['suggested environments', `${own}/search/values?key=environment`],
  ['releases', `${own}/releases`],
  ['a release', `${own}/releases/vault%401.0.0`],
  ['monitors', `${own}/monitors`],
  ['feedback', `${own}/feedback`],
  ['the export of a person', `${export_}/events`],
]
/** Calls of Sentry's tools, which are not in the OpenAPI document. */
const foreign: typeof ways = [
  ['projects, as sentry-cli asks', '/api/0/projects/'],
  ['releases, as sentry-cli asks', `/api/0/projects/bugle/${project.id}/releases/`],
]

describe('an issue of a closed team', () => {
  it.each(ways)('is on this way for the team, and for nobody else: %s', async (_, path) => {
    const read = (name: 'inside' | 'outside') => people[name].raw('GET', path)
    const [seen, unseen] = [await read('inside'), await read('outside')]
    expect(seen.status).toBe(200)
    expect(shown(seen.text).length).toBeGreaterThan(0)
    // A refusal repeats at most what was asked for.
    if (unseen.status === 200) expect(shown(unseen.text)).toEqual([])
    else expect([unseen.status, unseen.code]).toEqual([404, 'not_found'])
  })

  it.each(foreign)('is on this way for the team, and for nobody else: %s', async (_, path) => {
    const read = async (name: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${tokens[name]}` } })
      return { status: response.status, text: await response.text() }
    }
    expect(shown((await read('inside')).text)).toContain(project.id)
    const { status, text } = await read('outside')
    if (status === 200) expect(shown(text)).toEqual([])
    else expect(status).toBe(404)
  })

  it('has its screenshot for the team alone', async () => {
    const status = async (person: Session) => (await person.request('GET', `${event}/screenshot`)).status
    expect([await status(inside), await status(outside)]).toEqual([200, 404])
  })

  it('cannot be changed in bulk, merged into another or undone by others', async () => {
    const patch = { level: 'warning' }
    const bulk = await ask<BulkResponse>(outside, 'POST', '/api/issues/bulk', { ids: [issue_id], patch })
    expect([bulk.updated_count, bulk.failed[0]!.code]).toEqual([0, 'not_found'])
    const list = { query: 'VaultError', status: 'all', expected_count: 0, patch }
    expect((await ask<BulkResponse>(outside, 'POST', '/api/issues/bulk', list)).updated_count).toBe(0)
    const mine = await newReporter(server)
    const { issue_id: into } = await mine.readEvent((await mine.report()).event_id)
    const merged = await mine.session.request('POST', `/api/issues/${into}/merge`, { body: { ids: [issue_id] } })
    expect(merged.status).toBe(404)
    expect((await outside.request('POST', `/api/undo/${undos.outside}`)).status).toBe(404)
    expect((await inside.request('POST', `/api/undo/${undos.inside}`)).status).toBe(200)
  })

  it('is assigned to nobody else any more, and cannot be', async () => {
    const { assignees } = await inside.get(`${own}/assignees`)
    const ids = assignees.map(({ id }: { id: string }) => id)
    expect([ids.includes(inside.id), ids.includes(outside.id)]).toEqual([true, false])
    const given = await inside.request('PATCH', issue, { body: { assignee_id: outside.id } })
    expect(given.status).toBe(422)
    const mentioned = { text: 'look, @Ann', mentions: [outside.id] }
    expect((await inside.request('POST', `${issue}/comments`, { body: mentioned })).status).toBe(422)
  })

  it('is in no mail about an assignment that was queued for a team before somebody left it', async () => {
    const path = `/api/organizations/${organization}/teams/${mixed.id}/members/${outside.id}` as const
    await ask(owner, 'PUT', path, {})
    // Mails wait until the member has left.
    await pool.query(`
      create function hold_job() returns trigger language plpgsql as 'begin new.due_at = now() + interval ''1 hour''; return new; end';
      create trigger hold_job before insert on jobs for each row execute function hold_job()`)
    await ask(owner, 'PATCH', issue, { assignee_id: mixed.id })
    await ask(owner, 'DELETE', path)
    const { rowCount } = await pool
      .query(`
      drop trigger hold_job on jobs;
      update jobs set due_at = now()`)
      .then((results) => (results as unknown as { rowCount: number }[])[1]!)
    expect(rowCount).toBeGreaterThanOrEqual(2)
    await until(
      async () => server.mailsTo(inside.email).filter(({ subject }) => subject.includes('assigned')).length,
      (count) => count > 0,
    )
    await until(
      async () => (await pool.query('select count(*)::int as left from jobs')).rows[0].left,
      (left) => left === 0,
    )
    expect(server.mailsTo(outside.email).filter(({ subject }) => subject.includes('assigned'))).toEqual([])
  })

  it('is pushed to the phones of the team, and to no other', async () => {
    await app.report({ exception_type: 'VaultError', message: 'the second secret', fingerprint: ['vault-2'] })
    const pushed = (name: string) => phones.received.filter(({ path }) => path === `/${name}`)
    await until(
      async () => pushed('inside').length,
      (count) => count > 0,
    )
    // Somebody else's push that is sent later.
    const later = await newReporter(server)
    await ask(later.session, 'POST', '/api/me/push', { ...phones.subscription('/later'), details: true })
    await later.report()
    await until(
      async () => pushed('later').length,
      (count) => count > 0,
    )
    expect(pushed('outside').filter(({ text }) => shown(text).length > 0)).toEqual([])
  })
})
