import { expect, it } from 'vitest'
import { maintain } from './maintain.ts'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

// After a disk failure, a bug or manual changes to tables, unreadable data must stop nothing else.
const server = await startServer({ digest: true })
const { pool } = server.database

const countOf = async (table: string, app: Reporter): Promise<number> =>
  (await pool.query(`select count(*) as n from ${table} where project_id = $1`, [numberOf(app)])).rows[0].n
const spoilLastSegment = () =>
  pool.query(`update segments set payload = '\\xdeadbeef' where id = (select max(id) from segments)`)
/** Reports an event in a segment of its own, and digests it. */
const report = async (app: Reporter, change: Record<string, unknown> = {}) => {
  const { event_id } = await app.report(change)
  await digested(server)
  return event_id
}

it('a damaged segment is set aside, once, and everything else is packed, aged and erased', async () => {
  const [app, other] = [await newReporter(server), await newReporter(server)]
  const lost = await report(app)
  await spoilLastSegment()
  await report(other, { user: { id: 'u-1' } })
  await report(other)
  const damaged: unknown[] = []
  const onDamaged = (what: unknown) => damaged.push(what)
  await maintain(pool, { packAfterMs: -1000, onDamaged })
  await maintain(pool, { packAfterMs: -1000, onDamaged })
  expect(damaged).toHaveLength(1)
  expect([await countOf('packs', app), await countOf('packs', other)]).toEqual([0, 1])
  const { body } = await other.session.request('DELETE', `/api/projects/${other.project.id}/people/u-1`)
  expect(body.erasure.status).toBe('running')
  await until(
    async () => (await maintain(pool)) && countOf('events', other),
    (events) => events === 1,
  )
  // The event is listed, without its body.
  expect(await app.readEvent(lost)).toMatchObject({ payload: 'damaged', exception_type: 'TypeError', message: 'boom' })
  const raw = await app.session.request('GET', `/api/events/${lost}?raw=1`)
  expect([raw.status, raw.code]).toEqual([410, 'payload_unavailable'])
  await maintain(pool, { retentionMs: -1000 })
  expect((await pool.query('select from segments where damaged_at is not null')).rowCount).toBe(0)
  expect(await countOf('events', app)).toBe(1)
})

it('readable parts of a damaged pack stay, and retention continues', async () => {
  const [app, other] = [await newReporter(server), await newReporter(server)]
  await report(app)
  await report(other)
  await maintain(pool, { packAfterMs: -1000 })
  await pool.query(`update packs set payload = '\\xdeadbeef' where project_id = $1`, [numberOf(app)])
  const damaged: unknown[] = []
  await maintain(pool, { retentionMs: -1000, onDamaged: (what) => damaged.push(what) })
  expect(damaged).toHaveLength(1)
  expect([await countOf('packs', app), await countOf('packs', other)]).toEqual([0, 1])
  expect(await countOf('events', app)).toBe(1)
})

it('a failing step does not stop the others', async () => {
  const app = await newReporter(server)
  await report(app)
  await pool.query('alter table packs rename to packs_away')
  try {
    await expect(maintain(pool, { packAfterMs: -1000 })).rejects.toThrow('packs')
    await pool.query(
      `insert into event_keys values (1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - interval '2 days')`,
    )
    await expect(maintain(pool)).rejects.toThrow('packs')
    expect((await pool.query('select from event_keys')).rowCount).toBe(0)
  } finally {
    await pool.query('alter table packs_away rename to packs')
  }
})
