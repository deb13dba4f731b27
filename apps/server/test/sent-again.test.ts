import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digested } from './reporter.ts'
import { type Item, newSentryApp, type SentryApp } from './sentry-app.ts'
import { queueEmptied, startServer, type TestServer } from './start-server.ts'

// Everything in an envelope counts once, however often an SDK sends it and whatever process takes it.

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const second = await startServer({ beside: server, env: { BUGLE_INGEST_RATE: '1000000' } })
const { pool } = server.database

const newId = () => randomBytes(16).toString('hex')
const attrs = { release: 'shop@1.0', environment: 'production' }
const started = new Date().toISOString()

const envelopeOf = (header: object, items: readonly Item[]) =>
  [header, ...items.flatMap(([type, payload]) => [{ type }, payload])].map((line) => JSON.stringify(line)).join('\n')

async function post(app: SentryApp, rawBody: string, to: TestServer = server): Promise<void> {
  const { status } = await to.raw('POST', `/api/${app.number}/envelope?sentry_key=${app.key}`, { rawBody })
  expect(status).toBe(200)
}

async function applied(): Promise<void> {
  await queueEmptied(pool, 'health_queue')
  await digested(server)
}

/** Reads what a project has counted of everything that envelopes hold beside events. */
async function countsOf({ number }: SentryApp) {
  const rows = async (text: string) => (await pool.query(text, [number])).rows
  return {
    sessions: await rows(
      `select h.release, sum(h.started)::int8 as started, sum(h.errored)::int8 as errored, sum(h.crashed)::int8 as crashed
         from session_hourly h where h.project_id = $1 group by 1 order by 1`,
    ),
    users: await rows('select count(*) as n from session_users u where u.project_id = $1'),
    monitors: await rows(
      `select e.slug, e.status, e.last_status, e.failures, e.successes from monitor_environments e
        where e.project_id = $1 order by 1`,
    ),
    checkIns: await rows(
      'select c.slug, c.status, count(*) as n from check_ins c where c.project_id = $1 group by 1, 2 order by 1, 2',
    ),
    feedback: await rows('select f.message from feedback f where f.project_id = $1 order by 1'),
    dropped: await rows(
      `select o.reason, o.event_count from outcomes o where o.project_id = $1 and o.source = 'client' order by 1`,
    ),
    failures: await rows(
      'select coalesce(sum(g.event_count), 0)::int8 as n from group_stats g where g.project_id = $1',
    ),
  }
}

/** One of everything. */
function itemsOf(eventId: string): Item[] {
  const text = `what happened to ${eventId}`
  return [
    ['event', { event_id: eventId, timestamp: Date.now() / 1000, exception: { values: [{ type: 'E', value: 'x' }] } }],
    ['session', { sid: randomUUID(), did: 'u-1', init: true, started, status: 'ok', errors: 0, attrs }],
    ['session', { sid: randomUUID(), did: 'u-2', init: true, started, status: 'crashed', errors: 1, attrs }],
    ['sessions', { attrs, aggregates: [{ started, exited: 5, errored: 2 }] }],
    ['check_in', { check_in_id: newId(), monitor_slug: 'named', status: 'error' }],
    ['check_in', { monitor_slug: 'nameless', status: 'error' }],
    ['check_in', { monitor_slug: 'nameless', status: 'error' }],
    ['feedback', { event_id: newId(), contexts: { feedback: { message: text } } }],
    ['user_report', { event_id: eventId, comments: text, name: 'Ann' }],
    [
      'client_report',
      { timestamp: Date.now() / 1000, discarded_events: [{ category: 'error', reason: 'before_send', quantity: 3 }] },
    ],
  ]
}

const once = {
  sessions: [{ release: 'shop@1.0', started: 9, errored: 2, crashed: 1 }],
  users: [{ n: 2 }],
  monitors: [
    { slug: 'named', status: 'failing', last_status: 'error', failures: 1, successes: 0 },
    { slug: 'nameless', status: 'failing', last_status: 'error', failures: 2, successes: 0 },
  ],
  checkIns: [
    { slug: 'named', status: 'error', n: 1 },
    { slug: 'nameless', status: 'error', n: 2 },
  ],
  dropped: [{ reason: 'error:before_send', event_count: 3 }],
  // The event itself, and the failures of monitors.
  failures: [{ n: 4 }],
}

describe('an envelope that is sent again', () => {
  it.each([
    [
      'after what it holds was applied',
      async (app: SentryApp, body: string) => {
        for (const to of [server, second, server]) {
          await post(app, body, to)
          await applied()
        }
      },
    ],
    [
      'at once, by two processes',
      async (app: SentryApp, body: string) => {
        await Promise.all([...Array(8).keys()].map((n) => post(app, body, n % 2 ? second : server)))
      },
    ],
  ])('%s, counts once', async (_name, send) => {
    const app = await newSentryApp(server)
    const id = newId()
    await send(app, envelopeOf({ event_id: id, sent_at: new Date().toISOString() }, itemsOf(id)))
    await applied()
    const { feedback, ...counts } = await countsOf(app)
    expect(counts).toEqual(once)
    expect(feedback).toHaveLength(2)
  })

  it('without an event, with the time at which it was made, counts once', async () => {
    const app = await newSentryApp(server)
    const body = envelopeOf({ sent_at: new Date().toISOString() }, [
      ['sessions', { attrs, aggregates: [{ started, exited: 5 }] }],
      ['check_in', { monitor_slug: 'job', status: 'ok' }],
    ])
    for (let n = 0; n < 3; n++) await post(app, body, n % 2 ? second : server)
    await applied()
    expect(await countsOf(app)).toMatchObject({
      sessions: [{ started: 5 }],
      checkIns: [{ slug: 'job', status: 'ok', n: 1 }],
    })
  })
})

describe('what only looks like a repetition', () => {
  it('counts: equal sums of several processes, equal items of one envelope, and equal words of two people', async () => {
    const app = await newSentryApp(server)
    const sums: Item = ['sessions', { attrs, aggregates: [{ started, exited: 1 }] }]
    for (const header of [{}, {}, { sent_at: '2026-11-24T06:00:00.001Z' }, { sent_at: '2026-11-24T06:00:00.002Z' }])
      await post(app, envelopeOf(header, [sums, sums]))
    for (let n = 0; n < 2; n++)
      await post(
        app,
        envelopeOf({}, [['feedback', { event_id: newId(), contexts: { feedback: { message: 'slow' } } }]]),
      )
    await applied()
    expect(await countsOf(app)).toMatchObject({
      sessions: [{ started: 8 }],
      feedback: [{ message: 'slow' }, { message: 'slow' }],
    })
  })

  it('counts in each project', async () => {
    const id = newId()
    const body = envelopeOf({ event_id: id }, itemsOf(id))
    for (const app of [await newSentryApp(server), await newSentryApp(server)]) {
      await post(app, body)
      await applied()
      expect(await countsOf(app)).toMatchObject(once)
    }
  })
})

describe('a check-in', () => {
  const report = async (app: SentryApp, id: string, status: string) => {
    await post(app, envelopeOf({}, [['check_in', { check_in_id: id, monitor_slug: 'job', status }]]))
    await applied()
  }
  const stateOf = async (app: SentryApp) => {
    const { monitors, checkIns } = await countsOf(app)
    return [monitors[0].status, monitors[0].failures, checkIns.map(({ status }) => status)]
  }

  it('that has ended does not begin again when its start is sent again', async () => {
    const app = await newSentryApp(server)
    const id = newId()
    for (const status of ['in_progress', 'error', 'in_progress']) await report(app, id, status)
    expect(await stateOf(app)).toEqual(['failing', 1, ['error']])
  })

  it('that timed out does not begin again, and may still end', async () => {
    const app = await newSentryApp(server)
    const id = newId()
    await report(app, id, 'in_progress')
    await pool.query(`update check_ins set times_out_at = now() - interval '1 minute' where project_id = $1`, [
      app.number,
    ])
    await expect.poll(async () => (await stateOf(app))[2]).toEqual(['timeout'])
    await report(app, id, 'in_progress')
    expect(await stateOf(app)).toEqual(['failing', 1, ['timeout']])
    for (let n = 0; n < 2; n++) await report(app, id, 'ok')
    const { monitors } = await countsOf(app)
    expect(monitors).toMatchObject([{ status: 'ok', successes: 1 }])
  })

  it('by its address counts once under an Idempotency-Key', async () => {
    const app = await newSentryApp(server)
    const send = async (key: string) => {
      const headers = { 'idempotency-key': key }
      const response = await fetch(`${server.url}/api/${app.number}/cron/job/${app.key}/?status=error`, { headers })
      expect(response.status).toBe(202)
    }
    for (const key of ['a', 'a', 'b', 'a']) await send(key)
    await applied()
    expect(await countsOf(app)).toMatchObject({ checkIns: [{ status: 'error', n: 2 }] })
  })
})

describe('a file that is sent again', () => {
  const namesOf = async (app: SentryApp) => {
    const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
    const { body } = await app.session.request('GET', `/api/issues/${issues[0]!.id}/events/latest`)
    return body.event.attachments.map(({ name, bytes }) => [name, bytes])
  }

  it('is attached once, with its event or after it, by either process', async () => {
    const app = await newSentryApp(server)
    const id = newId()
    const file = (name: string, text: string) =>
      `${JSON.stringify({ type: 'attachment', filename: name, length: text.length })}\n${text}`
    const event = `{"type":"event"}\n${JSON.stringify({ event_id: id, timestamp: Date.now() / 1000, message: 'm' })}`
    const withEvent = [JSON.stringify({ event_id: id }), event, file('a.txt', 'one')].join('\n')
    for (const to of [server, second]) await post(app, withEvent, to)
    await digested(server)
    const alone = [JSON.stringify({ event_id: id }), file('a.txt', 'one'), file('b.txt', 'two')].join('\n')
    await Promise.all([server, second, server, second].map((to) => post(app, alone, to)))
    await post(app, [JSON.stringify({ event_id: id }), file('b.txt', 'another')].join('\n'))
    await expect
      .poll(() => namesOf(app))
      .toEqual([
        ['a.txt', 3],
        ['b.txt', 3],
        ['b.txt', 7],
      ])
  })
})

it('any envelopes, repeated in any order, count as if each was sent once', async () => {
  const sid = fc.constantFrom(...Array.from({ length: 5 }, () => randomUUID()))
  const checkInId = fc.constantFrom(...Array.from({ length: 5 }, newId))
  const item: fc.Arbitrary<Item> = fc.oneof(
    fc
      .record({ sid, init: fc.boolean(), status: fc.constantFrom('ok', 'exited', 'errored', 'crashed') })
      .map((session): Item => ['session', { ...session, did: session.sid, started, attrs }]),
    fc.integer({ min: 1, max: 3 }).map((exited): Item => ['sessions', { attrs, aggregates: [{ started, exited }] }]),
    checkInId.map((id): Item => ['check_in', { check_in_id: id, monitor_slug: 'named', status: 'error' }]),
    fc.constant<Item>(['check_in', { monitor_slug: 'nameless', status: 'error' }]),
    fc.constantFrom('slow', 'broken').map((message): Item => ['feedback', { contexts: { feedback: { message } } }]),
    fc
      .integer({ min: 1, max: 3 })
      .map(
        (quantity): Item => [
          'client_report',
          { discarded_events: [{ category: 'error', reason: 'before_send', quantity }] },
        ],
      ),
  )
  const envelopes = fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(envelopes, fc.array(fc.nat(), { maxLength: 12 }), async (sent, repeats) => {
      const bodies = sent.map((items) => envelopeOf({ event_id: newId() }, items))
      const [plain, again] = [await newSentryApp(server), await newSentryApp(server)]
      for (const body of bodies) await post(plain, body)
      for (const [index, body] of bodies.entries()) {
        await post(again, body)
        // Repeats envelopes that came so far, as an SDK with several connections does.
        const due = repeats.filter((_, n) => n % bodies.length === index)
        await Promise.all(due.map((n) => post(again, bodies[n % (index + 1)]!, n % 2 ? second : server)))
      }
      await applied()
      expect(await countsOf(again)).toEqual(await countsOf(plain))
    }),
    { numRuns: process.env.BUGLE_LONG === '1' ? 100 : 8 },
  )
})
