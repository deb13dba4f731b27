import type pg from 'pg'
import { expect, it } from 'vitest'
import { inRows } from '../src/domains/objects/index.ts'
import { createCountMerger, createDigestLoop } from '../src/domains/pipeline/index.ts'
import { eraseEventsOfDeletedGroups } from '../src/domains/retention/erase-events.ts'
import { packSegments } from '../src/domains/storage/packs/pack-segments.ts'
import { makePartitions } from '../src/worker-role.ts'
import { craftSegment } from './crafted-segment.ts'
import { newMaintenance } from './maintain.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

/**
 * How the n-th statement of a connection fails: before the database gets it, or after, so that its response is lost.
 */
type Failure = 'before' | 'after'

/** Every statement fails in one of the two ways; in the long run in both. */
const step = process.env.BUGLE_LONG === '1' ? 1 : 2
const firstOf: Record<Failure, number> = { before: 1, after: step }

/** Breaks the n-th statement sent over connections of the pool; counts further statements until it is armed again. */
class Saboteur {
  #left = Number.POSITIVE_INFINITY
  #failure: Failure = 'before'

  arm(nth: number, failure: Failure): void {
    this.#left = nth
    this.#failure = failure
  }

  /** Whether the armed failure has not happened yet. */
  get isArmed(): boolean {
    return this.#left > 0
  }

  wrap = (pool: pg.Pool): pg.Pool =>
    proxy(pool, {
      connect: async () => this.#wrapClient(await pool.connect()),
    })

  #wrapClient(client: pg.PoolClient): pg.PoolClient {
    return proxy(client, {
      query: async (...parameters: unknown[]) => {
        const isDue = --this.#left === 0
        const [query] = parameters
        if (isDue && isCopy(query)) return this.#spoil(client, query)
        if (isDue && this.#failure === 'before') throw new Error('sabotage')
        const result = await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, parameters)
        if (isDue) throw new Error('sabotage')
        return result
      },
    })
  }

  /** Breaks a copy, which receives its end itself. */
  #spoil(client: pg.PoolClient, copy: Copy): void {
    const fail = () => copy.handleError(new Error('sabotage'))
    if (this.#failure === 'after') {
      copy.handleReadyForQuery = fail
      client.query(copy)
    } else fail()
  }
}

type Copy = pg.Submittable & { handleError(error: Error): void; handleReadyForQuery(): void }

const isCopy = (query: unknown): query is Copy => typeof query === 'object' && query !== null && 'submit' in query

function proxy<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && name in own) return own[name]
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const server = await startServer()
const { pool } = server.database
await makePartitions(pool, new Date())
const saboteur = new Saboteur()
const fragile = await startServer({ beside: server, wrapPool: saboteur.wrap })

const quiet = { onDigested: () => {}, onFailed: () => {}, onPoison: () => {}, onDamaged: () => {} }
/**
 * Digests everything, including segments claimed by a connection that is about to end: at its start, each loop releases
 * claims of ended connections.
 */
const digestAll = async () => {
  const digestWaiting = async () => {
    const loop = createDigestLoop({ db: pool, now: () => new Date(), ...quiet })
    while ((await loop.runOnce()) > 0);
    return (await pool.query('select count(*) as n from segment_queue')).rows[0].n as number
  }
  await until(digestWaiting, (queued) => queued === 0)
}
async function counters(app: Reporter): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select (select count(*) from events where project_id = $1) as events,
            (select coalesce(sum(event_count), 0)::int8 from group_stats where project_id = $1) as groups,
            (select coalesce(sum(h.count), 0)::int8 from group_daily cross join unnest(hours) as h (count)
              where project_id = $1 and release_id > -2) as hours,
            (select coalesce(sum(event_count), 0)::int8 from issue_stats where project_id = $1) as issues,
            (select coalesce(sum(event_count), 0)::int8 from project_hourly where project_id = $1) as project_hours,
            (select count(*) from issues where project_id = $1) as made`,
    [numberOf(app)],
  )
  return rows[0]
}
const expected = (events: number, made: number) => ({
  events,
  groups: events,
  hours: events,
  issues: events,
  project_hours: events,
  made,
})

it.each(['before', 'after'] as const)(
  'ingest: whichever statement fails %s it is done, nothing acknowledged is lost',
  async (failure) => {
    const app = await newReporter(server)
    let acknowledged = 0
    let unanswered = 0
    for (let nth = firstOf[failure]; ; nth += step) {
      saboteur.arm(nth, failure)
      const { status, body } = await app.send(
        { tags: { a: 1 } },
        { to: fragile, headers: { 'idempotency-key': `${nth}` } },
      )
      if (status === 202) acknowledged++
      else unanswered++
      expect([202, 503]).toContain(status)
      if (status === 503) expect(body).toMatchObject({ code: 'overloaded' })
      // An event that was not acknowledged may be sent again, and still counts once.
      const again = await app.send({ tags: { a: 1 } }, { to: fragile, headers: { 'idempotency-key': `${nth}` } })
      if (again.status === 202) acknowledged += status === 202 ? 0 : 1
      if (saboteur.isArmed) break
      expect(nth).toBeLessThan(50)
    }
    expect(unanswered).toBeGreaterThan(3 / step)
    await digestAll()
    expect(await counters(app)).toEqual(expected(acknowledged, 1))
  },
)

it.each(['before', 'after'] as const)(
  'digest: whichever statement fails %s it is done, everything is counted once',
  async (failure) => {
    const app = await newReporter(server)
    let sent = 0
    for (let nth = firstOf[failure]; ; nth += step) {
      await craftSegment(server.database, numberOf(app), [
        { event: { message: 'old', release: 'r', user: { id: `u${nth}` }, tags: { a: 1 } } },
        { event: { exception_type: `New${nth}`, release: `r${nth}`, client_drops: [{ reason: 'a', count: 1 }] } },
      ])
      sent += 2
      const sabotaged = { db: saboteur.wrap(pool), now: () => new Date(), ...quiet }
      saboteur.arm(nth, failure)
      const error = await createDigestLoop(sabotaged)
        .runOnce()
        .then(() => createCountMerger(sabotaged).runOnce())
        .catch((thrown: Error) => thrown)
      const isOver = saboteur.isArmed
      saboteur.arm(Number.POSITIVE_INFINITY, failure)
      if (error instanceof Error) expect(error.message).toContain('sabotage')
      await digestAll()
      expect(await counters(app)).toEqual(expected(sent, sent / 2 + 1))
      if (isOver) break
      expect(nth).toBeLessThan(60)
    }
    expect(sent).toBeGreaterThan(20)
    await createCountMerger({ db: pool, ...quiet }).runOnce()
    const { rows } = await pool.query(
      `select (select sum(event_count)::int8 from outcomes where project_id = $1 and source = 'client') as drops,
            (select sum(event_count)::int8 from group_tags where project_id = $1) as tags,
            (select user_count from group_stats where project_id = $1 and event_count > 1) as users`,
      [numberOf(app)],
    )
    expect(rows).toEqual([{ drops: sent / 2, tags: sent / 2, users: sent / 2 }])
  },
)

it.each(['before', 'after'] as const)(
  'maintenance: whichever statement fails %s it is done, every event stays readable',
  async (failure) => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (let nth = firstOf[failure]; ; nth += step) {
      ids.push((await app.report({ message: `${nth}` })).event_id)
      await digestAll()
      const maintenance = newMaintenance(saboteur.wrap(pool), { packAfterMs: -1000 })
      saboteur.arm(nth, failure)
      const done = await maintenance.runOnce().catch((error: Error) => ({ failures: [{ error }] }))
      for (const { error } of done?.failures ?? []) expect(String(error)).toContain('sabotage')
      const isOver = saboteur.isArmed
      saboteur.arm(Number.POSITIVE_INFINITY, failure)
      for (const id of ids.slice(-3)) expect((await app.readRaw(id)).toString()).toContain('"message":"')
      if (isOver) break
      expect(nth).toBeLessThan(120)
    }
    for (const id of ids) await app.readRaw(id)
    expect((await counters(app)).events).toBe(ids.length)
  },
)

it.each(['before', 'after'] as const)(
  'erasure: whichever statement fails %s it is done, deleted data is removed, and nothing else',
  async (failure) => {
    const app = await newReporter(server)
    const own = await pool.connect()
    let staying = 0
    let going: string | undefined
    for (let nth = firstOf[failure]; ; nth += step) {
      const events = ['Going', 'Staying', 'Going', 'Staying']
      await craftSegment(
        server.database,
        numberOf(app),
        events.map((exception_type) => ({ event: { exception_type } })),
      )
      staying += 2
      await digestAll()
      await packSegments(own, inRows, new Date(Date.now() + 1000))
      // The same error is the same issue each time.
      going ??= (await app.session.request('GET', `/api/projects/${app.project.id}/issues?query=Going`)).body.issues[0]!
        .id
      expect((await app.session.request('DELETE', `/api/issues/${going}`)).status).toBe(204)
      const client = await saboteur.wrap(pool).connect()
      saboteur.arm(nth, failure)
      const error = await eraseEventsOfDeletedGroups(client, {
        objects: inRows,
        turn: { last: 0 },
        isOver: () => false,
      }).catch((thrown: Error) => thrown)
      const isOver = saboteur.isArmed
      saboteur.arm(Number.POSITIVE_INFINITY, failure)
      // Like maintenance: the work of a connection ends with it.
      client.release(error instanceof Error)
      if (error instanceof Error) expect(error.message).toContain('sabotage')
      if (isOver) break
      expect(nth).toBeLessThan(80)
    }
    own.release()
    expect(staying).toBeGreaterThan(20)
    const { rows } = await pool.query(
      `select (select count(*) from events where project_id = $1) as events,
              (select sum(event_count)::int8 from packs where project_id = $1) as packed,
              (select count(*) from deleted_groups where project_id = $1 and done_at is null) as due`,
      [numberOf(app)],
    )
    expect(rows).toEqual([{ events: staying, packed: staying, due: 0 }])
  },
  60_000,
)
