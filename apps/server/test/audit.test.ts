import type { LoginResponse } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { maintain } from './maintain.ts'
import { startServer } from './start-server.ts'

const server = await startServer()

const trailOf = async (session: { request: typeof server.request }, query = '') =>
  (await session.request('GET', `/api/me/audit?${query}`)).body

it('lists what was done to the account, when, from where and by which session, newest first', async () => {
  const { email, password } = await server.register({ kind: 'web' })
  const body = { email, password }
  const headers = { 'x-service-client': 'cli', 'user-agent': 'bugle-cli/1.0' }
  const { token } = (await server.raw<LoginResponse>('POST', '/api/auth/login', { body, headers })).body
  const { body: page } = await server.request('GET', '/api/me/audit', { token })
  const tokenId = Number(token.split('|')[0])
  const common = { id: expect.any(Number), created_at: expect.any(String), address: '127.0.0.1' }
  expect(page.next_cursor).toBeNull()
  expect(page.entries).toEqual([
    { ...common, action: 'session.started', device: 'bugle-cli/1.0', token_id: tokenId, details: { kind: 'cli' } },
    expect.objectContaining({ action: 'session.started', details: { kind: 'web' } }),
    expect.objectContaining({ action: 'account.created', token_id: null, details: {} }),
  ])
})

it('comes in pages with entries of one account only', async () => {
  const ann = await server.register()
  const bob = await server.register()
  const first = await trailOf(ann, 'limit=1')
  expect(first.entries).toMatchObject([{ action: 'session.started' }])
  const second = await trailOf(ann, `limit=1&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ entries: [{ action: 'account.created' }], next_cursor: null })
  const ids = (await trailOf(bob)).entries.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(ids).not.toContain(first.entries[0]!.id)
  expect((await bob.request('GET', '/api/me/audit?cursor=bm9uZQ')).status).toBe(400)
})

it('covers 90 days', async () => {
  const ann = await server.register()
  const age = (days: number) =>
    server.database.pool.query(`update audit_entries set created_at = created_at - make_interval(days => $1)`, [days])
  await age(89)
  await maintain(server.database.pool)
  expect((await trailOf(ann)).entries).toHaveLength(2)
  await age(2)
  await maintain(server.database.pool)
  expect((await trailOf(ann)).entries).toHaveLength(0)
})
