import { afterAll, describe, expect, it } from 'vitest'
import { DatabaseRateLimiter } from '../src/adapters/rate-limiter-database.ts'
import { MemoryRateLimiter } from '../src/adapters/rate-limiter-memory.ts'
import { openDatabase } from '../src/db/database.ts'
import { rateLimiterContract } from '../src/ports/rate-limiter.contract.ts'
import { makePartitions } from '../src/worker-role.ts'
import { newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { openBeside } from './test-database.ts'

const server = await startServer()
const { pool } = server.database
await makePartitions(pool, new Date())

const windowMs = 60_000
const failures: unknown[] = []
const onFailed = (error: unknown) => failures.push(error)
afterAll(() => expect(failures).toEqual([]))

rateLimiterContract('in memory', {
  make: (limit) => {
    let now = 0
    return {
      limiter: new MemoryRateLimiter({ limit, windowMs, now: () => now }),
      advance: (ms) => {
        now += ms
      },
    }
  },
  slackMs: 0,
})

rateLimiterContract('in the database', {
  make: async (limit) => {
    let ahead = 0
    await pool.query('truncate rate_grants')
    return {
      limiter: new DatabaseRateLimiter({ db: pool, limit, windowMs, onFailed, aheadMs: () => ahead }),
      advance: (ms) => {
        ahead += ms
      },
    }
  },
  slackMs: 1100,
})

describe('several processes', () => {
  /** Creates four limiters, each with connections of its own, on one clock. */
  async function fourOf(limit: number) {
    let ahead = 0
    await pool.query('truncate rate_grants')
    const databases = [1, 2, 3, 4].map(() => openBeside(server.database))
    const limiters = databases.map(
      (database) => new DatabaseRateLimiter({ db: database.pool, limit, windowMs, onFailed, aheadMs: () => ahead }),
    )
    return {
      limiters,
      advance: (ms: number) => {
        ahead += ms
      },
      close: async () => {
        await Promise.all(limiters.map((limiter) => limiter.close()))
        await Promise.all(databases.map((database) => database.pool.end()))
      },
    }
  }

  it('never pass more than the limit, nor less than 98 % of it, with simultaneous requests for several keys', async () => {
    const { limiters, close } = await fourOf(1000)
    const passes = new Map<number, number>()
    await Promise.all(
      limiters.flatMap((limiter) =>
        Array.from({ length: 900 }, async (_, n) => {
          const key = n % 2
          if ((await limiter.take(key)).isAllowed) passes.set(key, (passes.get(key) ?? 0) + 1)
        }),
      ),
    )
    for (const passed of passes.values()) {
      expect(passed).toBeLessThanOrEqual(1000)
      expect(passed).toBeGreaterThanOrEqual(980)
    }
    expect(passes.size).toBe(2)
    await close()
  })

  it('share the limit in sequence: permits that one leased ahead and did not use are returned', async () => {
    const { limiters, advance, close } = await fourOf(1000)
    let passed = 0
    for (const limiter of limiters) {
      for (let n = 0; n < 200; n++) if ((await limiter.take(1)).isAllowed) passed++
    }
    expect(passed).toBe(800)
    advance(1100)
    const sum = async () => (await pool.query('select sum(granted)::int8 as sum from rate_grants')).rows[0].sum
    expect(await until(sum, (granted) => granted <= 800)).toBe(800)
    for (let n = 0; n < 400; n++) if ((await limiters[n % 4]!.take(1)).isAllowed) passed++
    expect(passed).toBe(1000)
    await close()
    expect(await sum()).toBe(1000)
  })

  it('hold the limit in every window, at 98 % or more, while time passes', async () => {
    const { limiters, advance, close } = await fourOf(200)
    /** Between request and grant, by the clock of the limiters: real time passes as well. */
    const passes: { from: number; to: number }[] = []
    let ahead = 0
    const now = () => performance.now() + ahead
    for (let step = 0; step < 400; step++) {
      const from = now()
      const seen = await Promise.all(
        limiters.flatMap((limiter, n) => Array.from({ length: (step + n) % 3 }, async () => limiter.take(1))),
      )
      const to = now()
      for (const { isAllowed } of seen) if (isAllowed) passes.push({ from, to })
      advance(300)
      ahead += 300
    }
    for (const [index, first] of passes.entries()) {
      const beyond = passes.findIndex(({ to }) => to >= first.from + windowMs)
      expect((beyond === -1 ? passes.length : beyond) - index).toBeLessThanOrEqual(200)
    }
    expect(passes.length).toBeGreaterThanOrEqual(392)
    await close()
  })

  it('refuse for no longer than a window, and do not exceed the limit, if the clock is set back by an hour', async () => {
    const { limiters, advance, close } = await fourOf(100)
    for (let n = 0; n < 100; n++) await limiters[n % 4]!.take(1)
    // As if granted an hour later: limiters use the database's clock.
    await pool.query('update rate_grants set bucket = bucket + 36000')
    advance(1100)
    expect((await limiters[0]!.take(1)).isAllowed).toBe(false)
    advance(windowMs + 1100)
    const seen = await Promise.all(Array.from({ length: 120 }, async (_, n) => limiters[n % 4]!.take(1)))
    const passed = seen.filter(({ isAllowed }) => isAllowed).length
    expect(passed).toBeGreaterThanOrEqual(98)
    expect(passed).toBeLessThanOrEqual(100)
    await close()
  })

  it('lose the permits of a dead process for no longer than the window', async () => {
    const { limiters, advance, close } = await fourOf(100)
    for (let n = 0; n < 100; n++) await limiters[0]!.take(1)
    expect((await limiters[1]!.take(1)).isAllowed).toBe(false)
    advance(windowMs + 1100)
    expect((await limiters[1]!.take(1)).isAllowed).toBe(true)
    await close()
  })
})

describe('ingest over two processes', () => {
  const env = { BUGLE_WORKERS: '2', BUGLE_INGEST_RATE: '30' }

  it('accepts exactly the limit together, over both paths', async () => {
    // The tests above count under keys of their own.
    await pool.query('truncate rate_grants')
    const processes = [await startServer({ beside: server, env }), await startServer({ beside: server, env })]
    const app = await newReporter(server)
    const path = (n: number) => (n % 3 ? '/ingest' : '/api/ingest')
    const send = (n: number) => app.send({}, { to: processes[n % 2]!, path: path(n) })
    const answers = await Promise.all([...Array(80).keys()].map(send))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(30)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(50)
    for (const { headers } of refused) {
      expect(headers.get('x-ratelimit-limit')).toBe('30')
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await until(app.outcomes, ({ rate_limited }) => rate_limited === 50)).rate_limited).toBe(50)
  })
})

it('a request is refused if the database cannot be reached', async () => {
  const gone = openDatabase({ connection: { ...server.database.connection, host: '/nowhere' }, connections: 1 })
  const seen: unknown[] = []
  const limiter = new DatabaseRateLimiter({
    db: gone,
    limit: 10,
    windowMs,
    onFailed: (error) => seen.push(error),
  })
  await expect(limiter.take(1)).rejects.toThrow()
  expect(seen).toHaveLength(1)
  await limiter.close()
  await gone.end()
})

it('grants survive a crash of the database: their table is logged', async () => {
  const { rows } = await pool.query(`select c.relpersistence as kind from pg_class c where c.relname = 'rate_grants'`)
  expect(rows).toEqual([{ kind: 'p' }])
})
