import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { measureUsed } from '../src/domains/storage/eviction/disk-store.ts'
import { findDiskState } from '../src/domains/storage/index.ts'
import { FreeSpace } from '../src/lib/free-space.ts'
import { maintain } from './maintain.ts'
import { digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const megabyte = 1024 * 1024
const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '100000', BUGLE_MAX_NEW_GROUPS: '60' } })
const { pool } = server.database

const pad = (bytes: number) => ({
  pad: randomBytes(Math.floor(bytes / 2))
    .toString('base64')
    .slice(0, bytes),
})
const readable = async (app: Reporter, ids: string[]) => {
  const answers = await Promise.all(ids.map((id) => app.session.request('GET', `/api/events/${id}`)))
  return answers.filter(({ status, body }) => status === 200 && body.event.payload === 'kept').length
}
/** Sends incompressible events, each of its own group. */
const flood = async (app: Reporter, events: number, bytes: number) => {
  let taken = 0
  for (let n = 0; n < events; n++) {
    const type = `U${n.toString(36)}${randomBytes(4).toString('hex').replaceAll(/\d/g, 'x')}`
    const { status } = await app.send({ exception_type: type, stack: null, extra: pad(bytes) })
    if (status === 202) taken++
  }
  await digested(server)
  return taken
}

/** Restores a budget that nothing reaches, also for the ingest process. */
afterEach(async () => {
  await maintain(pool)
  const app = await newReporter(server)
  await until(
    () => app.send(),
    ({ status }) => status === 202,
  )
  await digested(server)
})

it.each([1, 10])(
  'a project whose every event is a new group takes nothing from others (%i of them)',
  async (attackers) => {
    const victims = [await newReporter(server), await newReporter(server)]
    const ids: string[][] = []
    for (const victim of victims) {
      const own: string[] = []
      for (let n = 0; n < 20; n++) own.push((await victim.report({ tags: { n }, extra: pad(2000) })).event_id)
      ids.push(own)
    }
    await digested(server)
    await maintain(pool, { packAfterMs: -1000 })
    const maxBytes = Math.floor((await measureUsed(pool)) / 0.8) + 4 * megabyte
    const crowd: Reporter[] = []
    for (let n = 0; n < attackers; n++) crowd.push(await newReporter(server))
    await Promise.all(crowd.map((app) => flood(app, Math.ceil(60 / attackers), 900_000)))
    const before = await measureUsed(pool)
    expect(before).toBeGreaterThan(maxBytes)
    await maintain(pool, { maxBytes })
    expect(await measureUsed(pool)).toBeLessThan(maxBytes * 0.86)
    for (const [index, victim] of victims.entries()) expect(await readable(victim, ids[index]!)).toBe(20)
    const room = new FreeSpace({ read: () => findDiskState(pool) })
    await room.refresh()
    for (const victim of victims) expect(room.refusalFor(numberOf(victim))).toBeUndefined()
    room.close()
  },
)

it('the permanent part of an event is small, has no screenshot, and lists the pruned fields', async () => {
  const app = await newReporter(server)
  const screenshot = jpeg.toString('base64')
  const { event_id } = await app.report({ screenshot, extra: pad(100_000), tags: { shop: 'eu' } })
  await digested(server)
  await maintain(pool, { packAfterMs: -1000 })
  await maintain(pool, { retentionMs: -1000 })
  const { rows } = await pool.query('select stored_bytes from packs where project_id = $1', [numberOf(app)])
  expect(rows[0].stored_bytes).toBeLessThan(16 * 1024)
  const event = await app.readEvent(event_id)
  expect(event).toMatchObject({
    exception_type: 'TypeError',
    payload: 'pruned',
    tags: { shop: 'eu' },
    trimmed: ['extra', 'screenshot'],
  })
  expect(event.screenshot_url).toBeNull()
})

it('an event whose body was evicted reports it, and keeps the data of its issue', async () => {
  const app = await newReporter(server)
  const { event_id } = await app.report({ exception_type: 'GoneError', message: 'was here' })
  await digested(server)
  await maintain(pool, { packAfterMs: -1000 })
  await pool.query('delete from packs where project_id = $1', [numberOf(app)])
  expect(await app.readEvent(event_id)).toMatchObject({
    payload: 'evicted',
    exception_type: 'GoneError',
    message: 'was here',
  })
  const raw = await app.session.request('GET', `/api/events/${event_id}?raw=1`)
  expect([raw.status, raw.code]).toEqual([410, 'payload_unavailable'])
})

it('new groups beyond the hourly limit share one issue that explains it; known ones are unaffected', async () => {
  const app = await newReporter(server)
  const known = (await app.report({ exception_type: 'KnownError' })).event_id
  await digested(server)
  await flood(app, 80, 10)
  const again = (await app.report({ exception_type: 'KnownError' })).event_id
  await digested(server)
  const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/issues?limit=100&sort=events`)
  const issues = body.issues as { title: string; type: string; count: number; id: string }[]
  expect(issues).toHaveLength(61)
  expect(issues[0]).toMatchObject({ type: 'Too many kinds of errors', count: 21 })
  expect((await app.readEvent(again)).issue_id).toBe((await app.readEvent(known)).issue_id)
})

it('the count of unpacked bytes is zero when everything is packed, including retries and erased events', async () => {
  const app = await newReporter(server)
  const event_id = '0192a000-0000-7000-8000-000000000001'
  for (let n = 0; n < 3; n++) await app.report({ event_id, timestamp: Date.now() })
  await app.report({ extra: pad(50_000) })
  await digested(server)
  const unpacked = async () =>
    (await pool.query('select unpacked_bytes from project_stats where project_id = $1', [numberOf(app)])).rows[0]
      .unpacked_bytes
  expect(await unpacked()).toBeGreaterThan(20_000)
  await maintain(pool, { packAfterMs: -1000 })
  expect(await unpacked()).toBe(0)
})
