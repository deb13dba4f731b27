import { createHash } from 'node:crypto'
import type { IngestTokens, Project } from '@bugle/protocol'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { findIngestTokens } from '../src/domains/projects/index.ts'
import { newReporter, numberOf, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({ digest: true })

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const findToken = async (token: string) => (await findIngestTokens(server.database.pool, [sha256(token)], 'off'))[0]
const stateOf = async (token: string) => (await findToken(token))?.state
const show = async (session: Session, id: string): Promise<Project> =>
  (await session.request('GET', `/api/projects/${id}`)).body.project

describe('a project', () => {
  it('is created with an ingest token that is shown once', async () => {
    const ann = await server.register()
    const { project, ingest_token } = await ann.createProject({ name: 'Shop web', platform: 'web' })
    expect(project).toEqual({
      id: expect.stringMatching(/^prj_[0-9a-z]+$/),
      organization_id: (await ann.me()).organizations[0]!.id,
      name: 'Shop web',
      app_id: 'com.example.shop',
      app_ids: ['com.example.shop'],
      platform: 'web',
      created_at: expect.stringMatching(/Z$/),
      ingest_token_last4: ingest_token.slice(-4),
      last_event_at: null,
      unresolved_count: 0,
      events_24h: 0,
    })
    expect(ingest_token).toMatch(/^bgl_live_[0-9A-Za-z]{32}$/)
    expect(await show(ann, project.id)).toEqual(project)
    const { rows } = await server.database.pool.query('select ingest_tokens::text as row from ingest_tokens')
    expect(rows.map(({ row }) => row).join()).not.toContain(ingest_token.slice(9, -4))
  })

  it('pins several bundle identifiers, the first of which is app_id', async () => {
    const ann = await server.register()
    const { project } = await ann.createProject({ app_id: 'ios', app_ids: ['android', 'ios', 'web', 'web'] })
    expect([project.app_id, project.app_ids]).toEqual(['ios', ['ios', 'android', 'web']])
    const change = async (body: object) => {
      const answer = await ann.request('PATCH', `/api/projects/${project.id}`, { body })
      expect(answer.body.project).toEqual(await show(ann, project.id))
      return [answer.body.project.app_id, answer.body.project.app_ids]
    }
    expect(await change({ app_id: 'ipados' })).toEqual(['ipados', ['ipados', 'android', 'web']])
    expect(await change({ app_ids: ['web', 'android'] })).toEqual(['web', ['web', 'android']])
    expect(await change({ app_id: 'android', app_ids: ['tv'] })).toEqual(['android', ['android', 'tv']])
  })

  it('changes only the fields that are sent; null means absent', async () => {
    const ann = await server.register()
    const { project } = await ann.createProject({ platform: 'ios' })
    const path = `/api/projects/${project.id}` as const
    const nothing = { name: null, app_id: null, app_ids: null, platform: null }
    for (const body of [{}, nothing]) expect((await ann.request('PATCH', path, { body })).body.project).toEqual(project)
    const { body } = await ann.request('PATCH', path, { body: { name: 'Kiosk', platform: 'android' } })
    expect(body.project).toEqual({ ...project, name: 'Kiosk', platform: 'android' })
  })

  const wrong: [why: string, body: object, fields: string[]][] = [
    ['nothing', {}, ['name', 'app_id']],
    ['blank texts', { name: ' ', app_id: '' }, ['name', 'app_id']],
    ['numbers', { name: 1, app_id: 2, platform: 3 }, ['name', 'app_id', 'platform']],
    ['an unknown platform', { name: 'A', app_id: 'a', platform: 'toaster' }, ['platform']],
    ['an identifier with a space', { name: 'A', app_id: 'a b' }, ['app_id']],
    ['U+0000', { name: 'A\0', app_id: 'a\0' }, ['name', 'app_id']],
    ['21 identifiers', { name: 'A', app_id: 'a', app_ids: [...'bcdefghijklmnopqrstuv'] }, ['app_ids']],
    ['21 with app_id', { name: 'A', app_id: 'a', app_ids: [...'bcdefghijklmnopqrstu'] }, ['app_ids']],
    ['no identifiers', { name: 'A', app_id: 'a', app_ids: [] }, ['app_ids']],
  ]
  it.each(wrong)('is refused with %s', async (_, body, fields) => {
    const ann = await server.register()
    const answer = await ann.raw('POST', '/api/projects', { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.errors!)).toEqual(fields)
  })

  it('is unreadable once deleted, and its tokens are refused', async () => {
    const ann = await server.register()
    const { project, ingest_token } = await ann.createProject()
    const path = `/api/projects/${project.id}` as const
    expect((await ann.request('DELETE', path)).status).toBe(204)
    for (const [method, at] of [
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/regenerate`],
    ] as const)
      expect((await ann.raw(method, at, method === 'PATCH' ? { body: {} } : {})).status).toBe(404)
    expect((await ann.request('GET', '/api/projects')).body.projects).toEqual([])
    expect(await stateOf(ingest_token)).toBe('project_deleted')
  })
})

describe('the list of projects', () => {
  it('comes in pages that neither miss nor repeat projects', async () => {
    const ann = await server.register()
    const names = ['A', 'B', 'C', 'D', 'E']
    for (const name of names) await ann.createProject({ name })
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`
      const { body } = await ann.request('GET', `/api/projects?limit=2${cursor}`)
      seen.push(...body.projects.map(({ name }: Project) => name))
      next = body.next_cursor
    }
    expect(seen).toEqual(names)
    expect((await ann.request('GET', '/api/projects?limit=5')).body.next_cursor).toBeNull()
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=many',
    'cursor=',
    'cursor=x',
    'cursor=eyJpZCI6IjEifQ',
    'cursor=%00',
    'cursor=eyJpZCI6MWUzMDB9',
  ])('refuses %s', async (query) => {
    const ann = await server.register()
    const { status, code, errors } = await ann.request('GET', `/api/projects?${query}`)
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(Object.keys(errors!)).toEqual([query.split('=')[0]])
  })
})

describe('regeneration', () => {
  it('ends the old token at once', async () => {
    const ann = await server.register()
    const { project, ingest_token } = await ann.createProject()
    const { status, body } = await ann.request('POST', `/api/projects/${project.id}/regenerate`)
    expect(status).toBe(200)
    expect(Date.parse(body.previous_expires_at)).toBeLessThanOrEqual(Date.now() + 1000)
    expect(body.ingest_token).not.toBe(ingest_token)
    expect(await stateOf(ingest_token)).toBe('revoked')
    expect(await stateOf(body.ingest_token)).toBe('live')
    expect((await show(ann, project.id)).ingest_token_last4).toBe(body.ingest_token.slice(-4))
  })

  it('keeps it for the grace period, and a second one ends the oldest', async () => {
    const ann = await server.register()
    const { project, ingest_token: first } = await ann.createProject()
    const regenerate = async () => {
      const body = { grace_seconds: 3600 }
      return (await ann.request('POST', `/api/projects/${project.id}/regenerate`, { body })).body
    }
    const second = await regenerate()
    const found = await findToken(first)
    expect(found).toMatchObject({ state: 'live', appIds: ['com.example.shop'], groupingVersion: 1 })
    expect(found?.liveUntil).toBe(Date.parse(second.previous_expires_at))
    const third = await regenerate()
    const states = [first, second.ingest_token, third.ingest_token].map(stateOf)
    expect(await Promise.all(states)).toEqual(['revoked', 'live', 'live'])
    await server.database.pool.query(`update ingest_tokens set expires_at = now() where expires_at is not null`)
    expect(await stateOf(second.ingest_token)).toBe('revoked')
  })

  it('shows the traffic of the old and the new token as long as both live', async () => {
    const app = await newReporter(server)
    const path = `/api/projects/${app.project.id}` as const
    const tokens = async (): Promise<IngestTokens['ingest_tokens']> =>
      (await app.session.request('GET', `${path}/ingest-tokens`)).body.ingest_tokens
    const unused = { ends_at: null, requests_24h: 0, last_used_at: null }
    expect(await tokens()).toMatchObject([{ last4: app.token.slice(-4), ...unused }])
    const { body } = await app.session.request('POST', `${path}/regenerate`, { body: { grace_seconds: 3600 } })
    const ingestToken: string = body.ingest_token
    await app.report()
    await app.report()
    await app.report({}, { ingestToken })
    const [present, old] = await until(tokens, (shown) => shown.every(({ last_used_at }) => last_used_at !== null))
    expect(present).toMatchObject({ last4: ingestToken.slice(-4), ends_at: null, requests_24h: 1 })
    expect(old).toMatchObject({ last4: app.token.slice(-4), ends_at: body.previous_expires_at, requests_24h: 2 })
    await app.session.request('POST', `${path}/regenerate`)
    expect(await tokens()).toMatchObject([unused])
  })

  it.each([-1, 604_801, 1.5, '60', true])('refuses a grace period of %s', async (grace_seconds) => {
    const ann = await server.register()
    const { project } = await ann.createProject()
    const path = `/api/projects/${project.id}/regenerate` as const
    const { status, errors } = await ann.raw('POST', path, { body: { grace_seconds } })
    expect([status, Object.keys(errors!)]).toEqual([422, ['grace_seconds']])
  })
})

it('notifies listeners of each change when it is committed', async () => {
  const listener = new pg.Client(server.database.connection)
  await listener.connect()
  const notices: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => notices.push(payload))
  await listener.query('listen bugle_projects')
  const ann = await server.register()
  const { project } = await ann.createProject()
  const path = `/api/projects/${project.id}` as const
  await ann.request('PATCH', path, { body: { app_id: 'other' } })
  await ann.request('POST', `${path}/regenerate`)
  await ann.request('DELETE', path)
  await ann.request('DELETE', path)
  await listener.query('select 1')
  await listener.end()
  expect(notices).toEqual(Array(3).fill(String(numberOf({ project }))))
})
