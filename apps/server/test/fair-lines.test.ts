import { describe, expect, it } from 'vitest'
import { type Item, newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

// The worker serves every project beside the flood of another. Order is asserted, by the transactions that wrote the rows.

const server = await startServer({ env: { BUGLE_INGEST_RATE: '1000000' } })
const { pool } = server.database

const checkIn = (slug: string): Item => ['check_in', { monitor_slug: slug, status: 'error' }]
const session = (): Item => [
  'session',
  { sid: crypto.randomUUID(), init: true, status: 'ok', started: new Date().toISOString(), attrs: { release: '1' } },
]
const feedback = (message: string): Item => ['feedback', { contexts: { feedback: { message } } }]

/** Ages of the transactions that wrote a project's rows of a table, the latest first. */
const ages = async (table: string, { number }: SentryApp): Promise<number[]> => {
  const { rows } = await pool.query<{ age: number }>(
    `select distinct age(t.xmin) as age from ${table} t where t.project_id = $1 order by 1`,
    [number],
  )
  return rows.map(({ age }) => age)
}

describe('the line of sessions, check-ins and feedback', () => {
  it('serves a project that sent one of each before the flood of another is applied', async () => {
    const flooder = await newSentryApp(server)
    for (let n = 0; n < 60; n++) await flooder.post(Array.from({ length: 100 }, (_, index) => checkIn(`m${index}`)))
    const bystander = await newSentryApp(server)
    await bystander.post([checkIn('backup'), session(), feedback('It broke')])
    // The worker begins when all of it waits.
    await startServer({ beside: server, digest: true })
    const applied = async () =>
      (
        await pool.query<{ n: number }>(
          'select coalesce(sum(h.count), 0)::int8 as n from (select count(*) from health_queue) h',
        )
      ).rows[0]!.n
    await expect.poll(applied, { timeout: 60_000 }).toBe(0)
    const [lastOfFlood] = await ages('check_ins', flooder)
    for (const table of ['check_ins', 'session_hourly', 'feedback']) {
      const [own] = await ages(table, bystander)
      expect(own, table).toBeGreaterThan(lastOfFlood!)
    }
  })
})

describe('check-ins and feedback over their limits', async () => {
  const strict = await startServer({ env: { BUGLE_INGEST_RATE: '20' }, digest: true })

  it('are refused as Sentry’s SDKs understand it, and leave other kinds alone', async () => {
    const app = await newSentryApp(strict)
    const some = Array.from({ length: 30 }, () => checkIn('often'))
    expect((await app.post(some)).status).toBe(200)
    const refused = await app.post(some)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('x-sentry-rate-limits')).toMatch(/^\d+:monitor:project:check_in_rate$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const curl = await fetch(`${strict.url}/api/${app.number}/cron/often/${app.key}/?status=ok`)
    expect(curl.status).toBe(429)
    const said = await app.post([feedback('a'), feedback('b'), feedback('c')])
    expect(said.status).toBe(200)
    expect((await app.post([feedback('d')])).headers.get('x-sentry-rate-limits')).toMatch(/^\d+:feedback:project:/)
    expect((await app.post([session()])).status).toBe(200)
    const error: Item = ['event', { exception: { values: [{ type: 'E', value: 'x' }] } }]
    const beside = await app.post([error, checkIn('often')], { 'user-agent': 'sentry.javascript.node/10.0.0' })
    expect(beside.status).toBe(200)
    expect(beside.headers.get('x-sentry-rate-limits')).toMatch(/^\d+:monitor:project:check_in_rate$/)
  })
})
