import { describe, expect, it } from 'vitest'
import { maintain } from './maintain.ts'
import { digested, newReporter } from './reporter.ts'
import { type Item, newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'
import { until } from './until.ts'
import { uploadMap } from './upload-map.ts'

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

const queued = async (): Promise<number> =>
  (await pool.query<{ n: number }>('select count(*) as n from health_queue')).rows[0]!.n

/** Columns of a table that are not made by the database. */
const columnsOf = async (table: string): Promise<string> => {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(a.attname, ', ') as names from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = ''`,
    [table],
  )
  return rows[0]!.names
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

describe('the lines of mails and uploads', () => {
  it('serve a bystander before the flood of check-ins of another project is applied', async () => {
    const flooder = await newSentryApp(server)
    for (let n = 0; n < 20; n++) await flooder.post(Array.from({ length: 100 }, (_, index) => checkIn(`m${index}`)))
    // As if it had gone on for as long as it takes to send so many.
    await pool.query(
      `insert into health_queue (${await columnsOf('health_queue')}) select ${await columnsOf('health_queue')}
         from health_queue cross join generate_series(1, $1) where project_id = $2`,
      [process.env.BUGLE_LONG === '1' ? 79 : 9, flooder.number],
    )
    const bystander = await newSentryApp(server)
    await bystander.post([checkIn('backup'), session(), feedback('It broke')])
    const { email } = bystander.session
    expect((await server.request('POST', '/api/auth/password/forgot', { body: { email } })).status).toBeLessThan(300)
    const beside = await startServer({ beside: server, digest: true })
    const map = '{"version":3,"sources":["a.ts"],"sourcesContent":["x"],"names":[],"mappings":"AAAA"}'
    await uploadMap(bystander, map)
    await expect.poll(() => beside.mailsTo(email).length, { timeout: 60_000 }).toBe(1)
    await expect.poll(queued, { timeout: 120_000 }).toBe(0)
    const [lastOfFlood] = await ages('check_ins', flooder)
    for (const table of ['check_ins', 'session_hourly', 'feedback', 'artifact_contents']) {
      const [own] = await ages(table, bystander)
      expect(own, table).toBeGreaterThan(lastOfFlood!)
    }
    // The link of a mail is made as the mail is.
    const { rows } = await pool.query<{ age: number }>(
      'select age(l.xmin) as age from account_links l join users u on u.id = l.user_id where u.email = $1',
      [email],
    )
    expect(rows[0]!.age).toBeGreaterThan(lastOfFlood!)
  })
})

describe('the line of exports and erasures', () => {
  it('serves organizations in turn, whatever the number of their projects and requests', async () => {
    // The events of earlier tests are digested first: a request waits for all that was acknowledged before it.
    const worker = await startServer({ beside: server, digest: true })
    await digested(worker)
    await worker.close()
    const many = await newReporter(server)
    const projects = [many.project]
    for (let n = 0; n < 3; n++) {
      const change = { name: `P${n}`, organization_id: many.project.organization_id }
      projects.push((await many.session.createProject(change)).project)
    }
    for (const { id } of projects)
      for (const person of ['a', 'b', 'c'])
        expect((await many.session.request('GET', `/api/projects/${id}/people/${person}`)).status).toBe(200)
    const one = await newReporter(server)
    expect((await one.session.request('DELETE', `/api/projects/${one.project.id}/people/a`)).status).toBeLessThan(300)
    const finished = async () => {
      // It does nothing while the worker of an earlier test is at it.
      await maintain(pool)
      const { rows } = await pool.query<{ project_id: number }>(
        'select project_id from person_requests where finished_at is not null order by finished_at',
      )
      return rows
    }
    const rows = await until(finished, ({ length }) => length >= 13)
    expect(rows).toHaveLength(13)
    const own = Number.parseInt(one.project.id.slice(4), 36)
    expect(rows.findIndex(({ project_id }) => Number(project_id) === own)).toBeLessThan(2)
    // Projects of an organization take turns, too.
    expect(new Set(rows.slice(0, 5).map(({ project_id }) => project_id)).size).toBe(5)
  })
})

describe('check-ins and feedback over their limits', async () => {
  const strict = await startServer({ env: { BUGLE_INGEST_RATE: '20' }, digest: true })

  it('are refused as Sentry’s SDKs understand it, and leave other kinds alone', async () => {
    const app = await newSentryApp(strict)
    const some = Array.from({ length: 30 }, () => checkIn('often'))
    expect((await app.post(some)).status).toBe(200)
    const refused = await app.post(some)
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
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
