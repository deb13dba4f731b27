import { toBoundId, toHexId } from '@bugle/protocol'
import fc from 'fast-check'
import pg from 'pg'
import { uuidv7obj } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { transactionOn } from '../src/db/database.ts'
import { awaitDigest, createCountMerger, createDigestLoop } from '../src/domains/pipeline/index.ts'
import { eventFlag } from '../src/domains/storage/index.ts'
import { claimSegments } from '../src/domains/storage/segments/segment-store.ts'
import { makePartitions } from '../src/worker-role.ts'
import { type Crafted, craftSegment } from './crafted-segment.ts'
import { newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer()
const { pool, connection } = server.database
await makePartitions(pool, new Date())

const failed: unknown[] = []
const damaged: number[] = []
const newLoop = (through: pg.Pool = pool) =>
  createDigestLoop({
    now: () => new Date(),
    db: through,
    onDigested: () => {},
    onFailed: (error) => failed.push(error),
    onPoison: () => {},
    onDamaged: (id) => damaged.push(id),
  })
/** Digests until nothing is queued, then merges the tags. */
async function digestAll(loop = newLoop()): Promise<void> {
  while ((await loop.runOnce()) > 0);
  await createCountMerger({ db: pool, onFailed: (error) => failed.push(error) }).runOnce()
}
const craft = (app: Reporter, crafted: Crafted[]) => craftSegment(server.database, numberOf(app), crafted)
const evt = (app: Reporter, hex: string) => toBoundId('evt', numberOf(app), hex)

/** Returns every counter of a project; all must agree. */
async function counters(app: Reporter) {
  const { rows } = await pool.query(
    `select (select coalesce(sum(repeat), 0)::int8 from events where project_id = $1) as events,
            (select coalesce(sum(event_count), 0)::int8 from group_stats where project_id = $1) as groups,
            (select coalesce(sum(h.count), 0)::int8 from group_daily cross join unnest(hours) as h (count)
              where project_id = $1 and environment_id = -2 and release_id = -2) as group_hours,
            (select coalesce(sum(h.count), 0)::int8 from group_daily cross join unnest(hours) as h (count)
              where project_id = $1 and environment_id > -2 and release_id > -2) as release_hours,
            (select coalesce(sum(event_count), 0)::int8 from group_daily where project_id = $1
                and environment_id = -2 and release_id = -2) as group_days,
            (select coalesce(sum(event_count), 0)::int8 from group_daily where project_id = $1
                and environment_id > -2 and release_id = -2) as environment_days,
            (select coalesce(sum(event_count), 0)::int8 from group_daily where project_id = $1
                and environment_id > -2 and release_id > -2) as release_days,
            (select coalesce(sum(event_count), 0)::int8 from issue_stats where project_id = $1) as issues,
            (select coalesce(sum(event_count), 0)::int8 from project_hourly where project_id = $1) as project_hours`,
    [numberOf(app)],
  )
  return rows[0]
}
const all = (count: number) => ({
  events: count,
  groups: count,
  group_hours: count,
  release_hours: count,
  group_days: count,
  environment_days: count,
  release_days: count,
  issues: count,
  project_hours: count,
})
const queued = async () => (await pool.query('select count(*) as n from segment_queue')).rows[0].n

describe('counts once', () => {
  it('an event that occurs twice in a segment, in a batch, and in another batch', async () => {
    const app = await newReporter(server)
    const columns = { eventId: toHexId(uuidv7obj().toHex()) }
    await craft(app, [{ columns, event: { message: 'first' } }, {}, { columns, event: { message: 'again' } }])
    await craft(app, [{ columns, event: { message: 'and again' } }, {}])
    await digestAll()
    expect(await counters(app)).toEqual(all(3))
    await craft(app, [{ columns, event: { message: 'much later' } }, {}])
    await digestAll()
    expect(await counters(app)).toEqual(all(4))
    expect((await app.readEvent(evt(app, columns.eventId))).message).toBe('first')
  })

  it('a segment that is in the queue twice', async () => {
    const app = await newReporter(server)
    await craft(app, [{}, {}])
    const { rows } = await pool.query('select segment_id, shard from segment_queue')
    await digestAll()
    for (let n = 0; n < 2; n++) {
      await pool.query('insert into segment_queue (segment_id, shard) values ($1, $2)', [
        rows[0].segment_id,
        rows[0].shard,
      ])
      await digestAll()
    }
    expect(await counters(app)).toEqual(all(2))
    await pool.query('insert into segment_queue (segment_id, shard) values (16, 0)')
    await digestAll()
    expect(await queued()).toBe(0)
  })

  it('segments taken by concurrent loops', async () => {
    const apps = [await newReporter(server), await newReporter(server)]
    for (let n = 0; n < 60; n++)
      for (const app of apps)
        await craft(app, [
          {
            event: {
              message: `issue ${'abcdefgh'[n % 8]}`,
              release: `r${n % 5}`,
              user: { id: `u${n % 7}` },
              tags: { n },
            },
          },
          { event: { exception_type: `Type${n}`, environment: `e${n % 3}`, repeat: 2 } },
        ])
    failed.length = 0
    // Each in batches of its own, until all segments are taken.
    await Promise.all([digestAll(), digestAll(), digestAll()])
    for (const app of apps) {
      expect(await counters(app)).toEqual(all(180))
      const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/issues`)
      const numbers = body.issues.map(({ short_id }: { short_id: string }) => Number(short_id.split('-').pop()))
      expect(numbers.sort((a: number, b: number) => a - b)).toEqual([...Array(68).keys()].map((n) => n + 1))
    }
    expect(failed).toEqual([])
  })
})

it('counts each hour of a day on every level, in any order and number', async () => {
  const app = await newReporter(server)
  const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 / 2
  const choose = fc.record({
    hoursAgo: fc.integer({ min: 0, max: 60 }),
    message: fc.constantFrom('one', 'two'),
    environment: fc.constantFrom('production', 'staging', undefined),
    release: fc.constantFrom('1.0', '2.0', undefined),
    platform: fc.constantFrom('ios', 'android'),
    repeat: fc.integer({ min: 1, max: 9 }),
  })
  const segments = fc.sample(fc.array(choose, { minLength: 1, maxLength: 40 }), { numRuns: 60, seed: 20_261_122 })
  failed.length = 0
  for (const half of [segments.slice(0, 30), segments.slice(30)]) {
    for (const segment of half)
      await craft(
        app,
        segment.map(({ hoursAgo, ...event }) => ({ columns: { occurredAt: noon - hoursAgo * 3_600_000 }, event })),
      )
    await Promise.all([digestAll(), digestAll()])
  }
  expect(failed).toEqual([])
  const { rows } = await pool.query(
    `with counted_hours as (
       select e.group_id, e.platform, level.environment_id, level.release_id, date_trunc('hour', e.occurred_at, 'UTC') as hour,
              sum(e.repeat) as count
         from events e
        cross join lateral (values (e.environment_id, e.release_id), (e.environment_id, -2), (-2, -2))
           as level (environment_id, release_id)
        where e.project_id = $1 group by 1, 2, 3, 4, 5),
     counted as (
       select d.group_id, d.platform, d.environment_id, d.release_id, (d.day + n * interval '1 hour') at time zone 'UTC' as hour,
              d.hours[n] as count, d.first_hour, d.last_hour, d.event_count
         from group_daily d cross join generate_series(0, 23) as n where d.project_id = $1 and d.hours[n] is not null),
     days as (
       select sum(c.count) as sum, c.event_count, min(extract(hour from c.hour)) as first, c.first_hour,
              max(extract(hour from c.hour)) as last, c.last_hour
         from counted c
        group by c.group_id, c.platform, c.environment_id, c.release_id, date_trunc('day', c.hour, 'UTC'), c.event_count,
                 c.first_hour, c.last_hour)
     select (select count(*) from counted_hours) as hours,
            (select count(*) from counted_hours t full join counted c using (group_id, platform, environment_id, release_id, hour)
              where t.count is distinct from c.count) as wrong_hours,
            (select count(*) from days d where (d.sum, d.first, d.last)
                     is distinct from (d.event_count, d.first_hour, d.last_hour)) as wrong_days`,
    [numberOf(app)],
  )
  expect(rows[0]).toMatchObject({ wrong_hours: 0, wrong_days: 0 })
  expect(rows[0].hours).toBeGreaterThan(300)
})

describe('a worker that dies', () => {
  it('between claim and commit leaves its segments to the next one', async () => {
    const app = await newReporter(server)
    await craft(app, [{}])
    const client = new pg.Client(connection)
    await client.connect()
    const { segments: claimed } = await transactionOn(client as never, (tx) => claimSegments(tx, { max: 10, after: 0 }))
    expect(claimed).toHaveLength(1)
    const loop = newLoop()
    // The claim holds while its connection lives.
    expect(await loop.runOnce()).toBe(0)
    expect(await counters(app)).toEqual(all(0))
    await client.end()
    await digestAll()
    expect(await counters(app)).toEqual(all(1))
  })

  it('in the middle of its transaction leaves no trace of it', async () => {
    const app = await newReporter(server)
    await craft(app, [{}, {}])
    // A conflicting row blocks the loop in the middle of its work.
    const blocker = await pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table project_hourly in exclusive mode')
    const loop = newLoop()
    const broken = loop.runOnce().catch((error) => error)
    await untilBlocked()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(await broken).toBeInstanceOf(Error)
    await blocker.query('rollback')
    blocker.release()
    expect(await counters(app)).toEqual(all(0))
    await digestAll()
    expect(await counters(app)).toEqual(all(2))
  })

  it('repeatedly on one segment: its events are stored as minimal events', async () => {
    const app = await newReporter(server)
    const [id] = await craft(app, [{ event: { release: 'r', tags: { a: 1 } } }])
    await pool.query('update segment_queue set attempts = 20')
    await digestAll()
    expect(await counters(app)).toEqual(all(1))
    expect(await app.readEvent(evt(app, id!))).toMatchObject({
      processing_error: expect.any(String),
      message: 'boom',
      release: 'r',
      tags: { a: 1 },
    })
  })
})

it('events keep their details however often a full disk fails their digest', async () => {
  const app = await newReporter(server)
  const [id] = await craft(app, [{ event: { release: 'r', tags: { a: 1 } } }, {}])
  await pool.query('update segment_queue set attempts = 18')
  let left = 4
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  const fullDisk: pg.Pool = Object.assign(Object.create(pool), {
    connect: async () => {
      const client = await pool.connect()
      const query = (...given: unknown[]) =>
        (given[0] as { name?: string }).name === 'insert-events' && left-- > 0
          ? Promise.reject(full)
          : (client.query as (...values: unknown[]) => unknown).call(client, ...given)
      return { query, release: (broken: boolean) => client.release(broken) }
    },
  })
  const loop = newLoop(fullDisk)
  while (left > 0) {
    await loop.runOnce().catch(() => {})
    await pool.query('update segment_queue set claimed_by = null')
  }
  await digestAll(loop)
  expect(await counters(app)).toEqual(all(2))
  expect(await app.readEvent(evt(app, id!))).toMatchObject({ processing_error: null, release: 'r', tags: { a: 1 } })
})

it('a segment that cannot be read is set aside, and blocks nothing', async () => {
  const app = await newReporter(server)
  await craft(app, [{}])
  const { rows } = await pool.query('update segments set columns = $1 where digested_at is null returning id', [
    Buffer.from('[broken'),
  ])
  await craft(app, [{}, {}])
  await digestAll()
  expect(damaged).toEqual([rows[0].id])
  expect(await counters(app)).toEqual(all(2))
  // It stays in place for whoever repairs it.
  expect((await pool.query('select from segments where id = $1 and digested_at is null', [rows[0].id])).rowCount).toBe(
    1,
  )
})

describe('a poison event', () => {
  const poisons: [what: string, columns: Crafted['columns']][] = [
    ['a release with U+0000', { release: 'a\0b' }],
    ['an environment with U+0000', { environment: '\0' }],
    ['a user that is not a bigint', { userKey: 2 ** 80 }],
    ['a drop with U+0000', { clientDrops: [['\0', 1]] }],
    ['tags that are not a list', { tags: 7 as never }],
    [
      'a group whose text has U+0000',
      {
        groupId: toHexId(uuidv7obj().toHex()),
        group: {
          fingerprint: 'ab'.repeat(32),
          grouping: { version: 1, reason: 'frames', components: ['\0'], culprit: '\0' },
          type: '\0',
          message: '\0',
        },
      },
    ],
  ]
  it.each(poisons)('%s is counted and marked, and does not affect its neighbors', async (_, columns) => {
    const app = await newReporter(server)
    const own = { groupId: toHexId(uuidv7obj().toHex()), ...columns }
    const good = (n: number) => ({ event: { message: `good ${'abcdef'[n]}`, release: 'r1' } })
    const ids = await craft(app, [good(0), good(1), { columns: own }, good(2)])
    await craft(app, [good(3)])
    await digestAll()
    expect(await queued()).toBe(0)
    expect(await counters(app)).toEqual(all(5))
    const errors = await Promise.all(
      ids.map(async (id) => (await app.readEvent(evt(app, id))).processing_error !== null),
    )
    expect(errors).toEqual([false, false, true, false])
    const { rows } = await pool.query('select flags from events where event_id = $1', [ids[2]])
    expect(rows[0].flags & eventFlag.processing_error).not.toBe(0)
    const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/releases`)
    expect(body.releases).toMatchObject([{ version: 'r1', count: 4 }])
  })

  it('with a tag that PostgreSQL rejects does not block the tags of others', async () => {
    const app = await newReporter(server)
    await craft(app, [
      { columns: { tags: [['bad', 'a\0b']] } },
      { event: { tags: { good: 1 } } },
      { event: { tags: { fine: 2 } } },
    ])
    await digestAll()
    const { rows } = await pool.query('select key, event_count from group_tags where project_id = $1 order by key', [
      numberOf(app),
    ])
    expect(rows).toEqual([
      { key: 'fine', event_count: 1 },
      { key: 'good', event_count: 1 },
    ])
    expect((await pool.query('select from count_queue')).rowCount).toBe(0)
  })
})

it('counts all tags of a merge in several slices, once', async () => {
  const app = await newReporter(server)
  const tags = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n % 2]))
  const types = ['AError', 'BError', 'CError', 'DError', 'EError']
  await craft(
    app,
    [...types, ...types].map((exception_type) => ({ event: { exception_type, tags } })),
  )
  await digestAll()
  const { rows } = await pool.query(
    `select count(*)::int as counters, count(distinct group_id)::int as groups, min(event_count)::int as least,
            max(event_count)::int as most from group_tags where project_id = $1`,
    [numberOf(app)],
  )
  expect(rows).toEqual([{ counters: 500, groups: 5, least: 2, most: 2 }])
})

describe('names', () => {
  it('are limited to 5000 releases and 200 environments; the rest is counted in the overflow bucket', async () => {
    const app = await newReporter(server)
    await pool.query(`insert into releases select $1, n, 'old ' || n, now() from generate_series(1, 4990) n`, [
      numberOf(app),
    ])
    await craft(
      app,
      [...Array(300).keys()].map((n) => ({ event: { release: `r${n}`, environment: `e${n}` } })),
    )
    await digestAll()
    await craft(
      app,
      [...Array(300).keys()].map((n) => ({ event: { release: `s${n}`, environment: `f${n}` } })),
    )
    await digestAll()
    expect(await counters(app)).toEqual(all(600))
    const { rows } = await pool.query(
      `select (select count(*) from releases where project_id = $1) as releases,
              (select count(*) from environments where project_id = $1) as environments`,
      [numberOf(app)],
    )
    expect(rows).toEqual([{ releases: 5000, environments: 200 }])
    const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/stats?by=environment`)
    expect([body.total, body.series.find(({ key }: { key: string }) => key === 'other')!.total >= 400]).toEqual([
      600,
      true,
    ])
  })
})

async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount !== 0) return
  }
}

describe('a lookup of an unknown id', () => {
  it('waits for events acknowledged before it, and not for later ones', async () => {
    const app = await newReporter(server)
    await app.report()
    let looks = 0
    const found = await awaitDigest(pool, async () => {
      looks += 1
      if (looks === 2) {
        await digestAll()
        await app.report()
      }
      return undefined
    })
    expect([found, looks]).toEqual([undefined, 3])
  })

  it('waits once for all ids of a decision', async () => {
    const app = await newReporter(server)
    await app.report()
    const ids = Array.from({ length: 500 }, (_, n) => toBoundId('iss', numberOf(app), n.toString(16).padStart(32, '0')))
    const options = { body: { ids, patch: { status: 'resolved' } } } as const
    const { status, body } = await app.session.request('POST', '/api/issues/bulk', options)
    expect([status, body.updated_count, body.failed.length]).toEqual([200, 0, 500])
  })
})
