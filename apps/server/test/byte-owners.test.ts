import { afterEach, describe, expect, it } from 'vitest'
import { type ByteOwner, type budgets, byteOwners, ownerColumns } from '../src/db/byte-owners.ts'
import { ownerOf } from '../src/db/table-classes.ts'
import { measureDisk } from '../src/domains/storage/eviction/disk-store.ts'
import { findDiskState } from '../src/domains/storage/index.ts'
import { FreeSpace } from '../src/lib/free-space.ts'
import { maintain } from './maintain.ts'
import { digested } from './reporter.ts'
import { newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const { pool } = server.database
const megabyte = 1024 * 1024
const maxBytes = 100 * megabyte
const owned = Object.entries(byteOwners).filter((entry): entry is [string, ByteOwner] => entry[1] !== 'installation')

afterEach(() => maintain(pool))

it('every table’s bytes have an owner', () => {
  expect(Object.keys(byteOwners).sort()).toEqual(Object.keys(ownerOf).sort())
})

it.each(owned)('the owner and the bytes of a row of %s can be read', async (table, { by, owner, bytes = '1' }) => {
  const key = owner ?? ownerColumns[by]
  const { fields } = await pool.query(`select ${key} as owner, ${bytes} as bytes from ${table} t limit 0`)
  expect(fields.map(({ name }) => name)).toEqual(['owner', 'bytes'])
})

it('a large table is sampled, and its owners come out about right', async () => {
  const [large, small] = [await newSentryApp(server), await newSentryApp(server)]
  const rows = [
    [large, 240_000],
    [small, 24_000],
  ] as const
  for (const [{ number }, count] of rows) await fillUsers(number, count)
  const { uses } = await measureDisk(pool)
  const bytesOf = ({ number }: SentryApp) => uses.health.find(({ owner }) => owner === number)!.bytes
  const [{ bytes }] = (
    await pool.query<{ bytes: number }>(`select pg_total_relation_size('session_users')::int8 as bytes`)
  ).rows as [{ bytes: number }]
  expect((bytesOf(large) + bytesOf(small)) / bytes).toBeGreaterThan(0.7)
  expect((bytesOf(large) + bytesOf(small)) / bytes).toBeLessThan(1.4)
  expect(bytesOf(large) / bytesOf(small)).toBeGreaterThan(6)
  expect(bytesOf(large) / bytesOf(small)).toBeLessThan(16)
  await pool.query('delete from session_users')
  await pool.query('vacuum session_users')
})

const fillUsers = (project: number, count: number) =>
  pool.query(
    `insert into session_users select $1, '2026-11-01'::date + (n % 20), repeat('r', 100) || n % 50, repeat('e', 60), n, 0
       from generate_series(1, $2::int4) as n`,
    [project, count],
  )

/** Rows of a project that are no events, as an attacker gets them written; tens of megabytes. */
const floods: Record<string, { budget: (typeof budgets)[number]; fill: (project: number) => Promise<unknown> }> = {
  sessions: { budget: 'health', fill: (project) => fillUsers(project, 120_000) },
  'check-ins': {
    budget: 'health',
    fill: (project) =>
      pool.query(
        `insert into check_ins (project_id, slug, environment, check_in_id, status, started_at)
         select $1, 'm' || n % 500, repeat('e', 150), gen_random_uuid(), 'ok', now() - make_interval(secs => n)
           from generate_series(1, 120000) as n`,
        [project],
      ),
  },
  feedback: {
    budget: 'health',
    fill: (project) =>
      pool.query(
        `insert into feedback (project_id, message, created_at)
         select $1, (select string_agg(md5((n * 1000 + k)::text), '') from generate_series(1, 60) as k),
                now() - make_interval(secs => n) from generate_series(1, 10000) as n`,
        [project],
      ),
  },
  'client reports': {
    budget: 'outcomes',
    fill: (project) =>
      pool.query(
        `insert into outcomes (project_id, hour, source, reason, event_count)
         select $1, date_trunc('hour', now()) - make_interval(hours => n / 500), 'client', repeat('r', 60) || n % 500, 1
           from generate_series(1, 100000) as n`,
        [project],
      ),
  },
}

describe.each(Object.entries(floods))('a flood of %s', (_name, { budget, fill }) => {
  it('takes events and rows from nobody, is given up by its project, and refused alone', async () => {
    const victim = await newSentryApp(server)
    const ids: string[] = []
    for (let n = 0; n < 60; n++) ids.push((await victim.report({ tags: { n } })).event_id)
    const started = new Date().toISOString()
    const session = { sid: crypto.randomUUID(), did: 'a', init: true, status: 'ok', started, attrs: { release: '1' } }
    await victim.post([
      ['session', session],
      ['check_in', { monitor_slug: 'backup', status: 'ok' }],
      ['feedback', { contexts: { feedback: { message: 'Nice shop' } } }],
    ])
    await expect
      .poll(async () => (await victim.session.get(`/api/projects/${victim.project.id}/feedback`)).feedback.length)
      .toBe(1)
    await digested(server)
    const attacker = await newSentryApp(server)
    await fill(attacker.number)
    const uses = async () => (await measureDisk(pool)).uses[budget]
    const own = async () => (await uses()).find(({ owner }) => owner === attacker.number)!.bytes
    const before = await own()

    await maintain(pool, { maxBytes, packAfterMs: -1000 })

    expect(await own()).toBeLessThan(before * 0.7)
    const rooms = await Promise.all(
      (['events', budget] as const).map(async (name) => {
        const room = new FreeSpace({ read: () => findDiskState(pool, name) })
        await room.refresh()
        return room
      }),
    )
    for (const room of rooms) expect(room.refusalFor(victim.number)).toBeUndefined()
    expect(rooms[0]!.refusalFor(attacker.number)).toBeUndefined()
    // More that comes before the next round is refused to the attacker alone.
    rooms[1]!.note(new Map([[attacker.number, maxBytes]]))
    expect(rooms[1]!.refusalFor(attacker.number)).toBe('project_storage_full')
    expect(rooms[1]!.refusalFor(victim.number)).toBeUndefined()
    for (const room of rooms) room.close()
    const events = await Promise.all(ids.map((id) => victim.session.request('GET', `/api/events/${id}`)))
    expect(events.filter(({ status, body }) => status === 200 && body.event.payload === 'kept')).toHaveLength(60)
    expect((await victim.session.get(`/api/projects/${victim.project.id}/feedback`)).feedback).toHaveLength(1)
    expect(
      (await victim.session.get(`/api/projects/${victim.project.id}/monitors`)).monitors[0]!.check_ins,
    ).toHaveLength(1)
    expect((await victim.session.get(`/api/projects/${victim.project.id}/release-health`)).releases[0]).toMatchObject({
      sessions: 1,
      users: 1,
    })
    expect((await victim.send()).status).toBe(202)
    await pool.query('delete from check_ins c where c.project_id = $1', [attacker.number])
  })
})
