import type { EventPage, IssuePage } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const issuesOf = (app: Reporter, query = '') => app.session.get(`/api/projects/${app.project.id}/issues?${query}`)
const hour = 3_600_000

describe('the list of issues', () => {
  it('is sorted by last seen, for one project or all', async () => {
    const app = await newReporter(server)
    for (const message of ['one', 'two', 'three']) await app.report({ message })
    await app.report({ message: 'one' })
    const { project, ingest_token: ingestToken } = await app.session.createProject({ name: 'Second' })
    await app.report({ message: 'elsewhere' }, { ingestToken })
    await digested(server)
    const titles = (page: IssuePage) => page.issues.map(({ message, count }) => [message, count])
    const own = [
      ['one', 2],
      ['three', 1],
      ['two', 1],
    ]
    expect(titles(await issuesOf(app))).toEqual(own)
    expect(titles(await app.session.get('/api/issues'))).toEqual([['elsewhere', 1], ...own])
    expect(titles(await app.session.get(`/api/projects/${project.id}/issues`))).toEqual([['elsewhere', 1]])
    expect((await app.session.get('/api/issues')).status_counts).toEqual({
      unresolved: 4,
      snoozed: 0,
      resolved: 0,
      ignored: 0,
    })
    const ids = (await issuesOf(app)).issues.map(({ short_id }) => short_id)
    expect(new Set(ids).size).toBe(3)
  })

  it('neither misses nor repeats the issues of the time of its first page, while events arrive', async () => {
    const app = await newReporter(server)
    const send = async (message: string) => void (await app.report({ message }))
    const names = [...'abcdefghijklmno']
    for (const name of names) {
      await send(name)
      await digested(server)
    }
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: IssuePage = await issuesOf(app, `limit=3${next === '' ? '' : `&cursor=${next}`}`)
      seen.push(...page.issues.map(({ message }) => message))
      next = page.next_cursor
      // An issue that was shown, two that were not, and a new one.
      for (const message of [seen[0]!, 'a', names[seen.length % 5]!, `new ${seen.length}`]) await send(message)
      await digested(server)
    }
    expect(seen).toEqual(names.reverse())
  })

  it('is filtered by status', async () => {
    const app = await newReporter(server)
    const statuses = ['unresolved', 'snoozed', 'resolved', 'ignored'] as const
    for (const message of statuses) {
      const { issue_id } = await app.report({ message })
      await app.readIssue(issue_id)
      const body = message === 'snoozed' ? { snooze: { events: 5 } } : { status: message }
      expect((await app.session.request('PATCH', `/api/issues/${issue_id}`, { body })).status).toBe(200)
    }
    const messages = async (query: string) => (await issuesOf(app, query)).issues.map(({ message }) => message)
    for (const status of statuses) expect(await messages(`status=${status}`)).toEqual([status])
    expect(await messages('status=all')).toEqual([...statuses].reverse())
    expect(await messages('')).toEqual(['unresolved'])
    expect((await issuesOf(app)).status_counts).toEqual({ unresolved: 1, snoozed: 1, resolved: 1, ignored: 1 })
    expect((await app.session.request('GET', '/api/issues?status=open')).status).toBe(400)
  })

  it('has the title of its newest event by time of occurrence, and is found by it', async () => {
    const app = await newReporter(server)
    const said = (message: string, hoursAgo: number) =>
      app.report({
        message,
        stack: `TypeError: ${message}\n    at pay (/srv/shop/cart.js:12:7)\n    at checkout (/srv/shop/checkout.js:3:1)`,
        timestamp: Date.now() - hoursAgo * hour,
      })
    await said('Leeds took too long', 3)
    await said('Malmö took too long', 0)
    const { issue_id } = await said('Graz took too long', 1)
    const look = async () => (await issuesOf(app)).issues
    const [issue] = await until(look, ([found]) => found?.message === 'Malmö took too long')
    expect(issue).toMatchObject({ id: issue_id, count: 3, title: 'TypeError: Malmö took too long' })
    const find = async (text: string) => (await issuesOf(app, `query=${encodeURIComponent(text)}`)).issues.length
    expect([await find('Malmö'), await find('Leeds')]).toEqual([1, 0])
    await said('Porto took too long', 0)
    expect((await until(look, ([found]) => found?.message === 'Porto took too long')).length).toBe(1)
  })

  it('draws sparklines of a day and of two weeks', async () => {
    const app = await newReporter(server)
    const now = Date.now()
    for (const ago of [0, 0, 3 * hour, 30 * hour, 20 * 24 * hour])
      await app.report({ timestamp: Math.min(now, now - ago), repeat: 2 })
    await digested(server)
    const line = async (span: string) => (await issuesOf(app, `sparkline=${span}`)).issues[0]!.sparkline!
    const [day, weeks] = [await line('24h'), await line('14d')]
    expect([day.length, weeks.length]).toEqual([24, 14])
    expect([day.at(-1), day.at(-4)]).toEqual([4, 2])
    expect(day.reduce((a, b) => a + b)).toBe(6)
    expect(weeks.reduce((a, b) => a + b)).toBe(8)
    expect((await issuesOf(app)).issues[0]!.sparkline).toBeUndefined()
  })
})

describe('an issue', () => {
  it('summarizes its events', async () => {
    const app = await newReporter(server)
    const now = Date.now()
    const { issue_id } = await app.report({ timestamp: now - 5 * hour, release: '2', user: { id: 'a' } })
    await app.report({ timestamp: now - 9 * hour, release: '1', user: { id: 'b' } })
    await app.report({ timestamp: now - 1 * hour, release: '3', user_id_anon: 'a' })
    await app.report({ timestamp: now - 2 * hour, release: '9' })
    const issue = await until(
      () => app.readIssue(issue_id),
      ({ count }) => count === 4,
    )
    expect(issue).toMatchObject({
      first_seen: new Date(now - 9 * hour).toISOString(),
      last_seen: new Date(now - hour).toISOString(),
      first_release: '1',
      last_release: '3',
      users: 2,
      users_approx: false,
      title: 'TypeError: boom',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const releases = (await app.session.get(`/api/projects/${app.project.id}/releases`)).releases
    expect(releases.map(({ version, count }) => [version, count]).sort()).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
      ['9', 1],
    ])
  })

  it('counts each of its users once, exactly', async () => {
    const app = await newReporter(server)
    const users = [...Array(300).keys()].map((n) => `user-${n}`)
    const all = await Promise.all([...users, ...users.slice(0, 100)].map((id) => app.report({ user: { id } })))
    const issue = await until(
      () => app.readIssue(all[0]!.issue_id),
      ({ count }) => count === 400,
    )
    expect([issue.users, issue.users_approx]).toEqual([300, false])
  })

  it('lists its tags: a hundred values per key, the rest in the overflow bucket', async () => {
    const app = await newReporter(server)
    const events = [...Array(120).keys()].map((n) => ({ tags: { n, same: 'x', flag: n % 2 === 0 } }))
    const all = await Promise.all(events.map((event) => app.report(event)))
    const read = async () => (await app.session.get(`/api/issues/${all[0]!.issue_id}/tags`)).tags
    const tags = await until(read, (found) => found.some(({ total }) => total === 120))
    const [n, same, flag] = ['n', 'same', 'flag'].map((key) => tags.find((tag) => tag.key === key)!)
    expect([n!.total, n!.values.length, n!.other]).toEqual([120, 10, 110])
    expect(same).toMatchObject({ total: 120, other: 0, values: [{ value: 'x', count: 120 }] })
    expect(flag!.values).toEqual([
      { value: 'false', count: 60 },
      { value: 'true', count: 60 },
    ])
    const { rows } = await server.database.pool.query(
      `select count(*) filter (where value <> '') as apart, sum(event_count)::int8 as total from group_tags
        where group_id = $1 and key = 'n'`,
      [all[0]!.issue_id.slice(-32)],
    )
    expect(rows).toEqual([{ apart: 100, total: 120 }])
  })

  it('serves a whole screen with one request', async () => {
    const app = await newReporter(server)
    const { issue_id, event_id } = await app.report({ tags: { a: 1 } })
    const screen = await app.session.get(`/api/issues/${issue_id}?include=latest_event,stats,tags`)
    expect(screen).toMatchObject({
      issue: { id: issue_id },
      latest_event: { event: { id: event_id }, position: 1 },
      stats: { total: 1 },
    })
    expect((await app.session.request('GET', `/api/issues/${issue_id}?include=everything`)).status).toBe(400)
  })

  it('lists its events in order, forwards and backwards, in pages', async () => {
    const app = await newReporter(server)
    const now = Date.now()
    const sent: string[] = []
    for (let n = 0; n < 11; n++) {
      // Two in the same millisecond: the id decides.
      const timestamp = now - hour + Math.floor(n / 2)
      sent.push((await app.report({ message: `the ${n}th`, fingerprint: ['one'], timestamp })).event_id)
    }
    const { issue_id } = await app.report({ fingerprint: ['one'], timestamp: now - 2 * hour, message: 'oldest' })
    await digested(server)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const query = `limit=4${next === '' ? '' : `&cursor=${next}`}`
      const page: EventPage = await app.session.get(`/api/issues/${issue_id}/events?${query}`)
      seen.push(...page.events.map(({ id }) => id))
      next = page.next_cursor
      await app.report({ fingerprint: ['one'], message: 'newer' })
      await digested(server)
    }
    expect(seen).toHaveLength(12)
    expect(seen.slice(0, 11)).toEqual([...sent].reverse())
    const [latest, oldest] = [
      await app.session.get(`/api/issues/${issue_id}/events/latest`),
      await app.session.get(`/api/issues/${issue_id}/events/oldest`),
    ]
    expect([latest.event.message, latest.position, latest.next_id]).toEqual(['newer', 1, null])
    expect([oldest.event.message, oldest.position, oldest.previous_id]).toEqual(['oldest', 15, null])
    const walked: string[] = []
    for (let id: string | null = oldest.event.id; id !== null; ) {
      const answer = await app.readResponse(id)
      walked.push(answer.event.id)
      if (answer.next_id !== null) expect((await app.readResponse(answer.next_id)).previous_id).toBe(id)
      id = answer.next_id
    }
    expect(walked.slice(0, 12)).toEqual([...seen].reverse())
    expect(walked).toHaveLength(15)
  })
})

describe('statistics', () => {
  it('are grouped by level, release, environment or platform, and always have the same sum', async () => {
    const app = await newReporter(server)
    await app.report({ level: 'fatal', release: 'r1', environment: 'dev', platform: 'web', repeat: 3 })
    await app.report({ level: 'info', platform: 'android' })
    await app.report({ release: 'r1' })
    await digested(server)
    const stats = (by: string) => app.session.get(`/api/projects/${app.project.id}/stats?interval=day${by}`)
    const series = async (by: string) => {
      const { total, series, buckets } = await stats(`&by=${by}`)
      expect(total).toBe(5)
      for (const { counts, total: own } of series) {
        expect(counts).toHaveLength(buckets.length)
        expect(counts.reduce((a, b) => a + b)).toBe(own)
      }
      return Object.fromEntries(series.map(({ key, total }) => [key, total]))
    }
    expect(await series('level')).toEqual({ fatal: 3, info: 1, error: 1 })
    expect(await series('release')).toEqual({ r1: 4, none: 1 })
    expect(await series('environment')).toEqual({ dev: 3, production: 2 })
    expect(await series('platform')).toEqual({ web: 3, android: 1, ios: 1 })
    expect((await stats('')).series).toMatchObject([{ key: 'all', total: 5 }])
  })

  it('are zeros where nothing happened', async () => {
    const app = await newReporter(server)
    const { series, buckets, total } = await app.session.get(`/api/projects/${app.project.id}/stats`)
    expect([total, series.length, series[0]!.counts.every((count) => count === 0)]).toEqual([0, 1, true])
    expect(series[0]!.counts).toHaveLength(buckets.length)
  })

  /** Events at each hour of a window, counted in days of a time zone. */
  const zones: [tz: string, from: string, to: string, days: string[], counts: number[]][] = [
    [
      'UTC',
      '2026-11-01T00:00:00Z',
      '2026-11-03T00:00:00Z',
      ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
      [24, 24],
    ],
    // Clocks go back on the first of November: a day of 25 hours.
    [
      'America/New_York',
      '2026-11-01T04:00:00Z',
      '2026-11-03T05:00:00Z',
      ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
      [25, 24],
    ],
    [
      'Asia/Tokyo',
      '2026-10-31T15:00:00Z',
      '2026-11-02T15:00:00Z',
      ['2026-10-31T15:00:00.000Z', '2026-11-01T15:00:00.000Z'],
      [24, 24],
    ],
    ['america/new_york', '2026-11-02T05:00:00Z', '2026-11-03T05:00:00Z', ['2026-11-02T05:00:00.000Z'], [24]],
  ]
  it.each(zones)('have days that begin in %s', async (tz, from, to, days, counts) => {
    const app = await newReporter(server)
    const at = fillHours(app, from, to)
    await at
    const { buckets, series } = await app.session.get(
      `/api/projects/${app.project.id}/stats?interval=day&tz=${tz}&from=${from}&to=${to}`,
    )
    expect([buckets, series[0]!.counts]).toEqual([days, counts])
  })

  it.each(['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
    'have whole hours in %s, also when clocks go back or forward',
    async (tz) => {
      const app = await newReporter(server)
      for (const [from, to] of [
        ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z'],
        ['2026-11-01T03:00:00Z', '2026-11-01T09:00:00Z'],
        ['2026-03-29T00:00:00Z', '2026-03-29T04:00:00Z'],
        ['2026-10-03T12:00:00Z', '2026-10-03T18:00:00Z'],
      ] as const) {
        await fillHours(app, from, to)
        const { buckets, series } = await app.session.get(
          `/api/projects/${app.project.id}/stats?interval=hour&tz=${tz}&from=${from}&to=${to}`,
        )
        expect(buckets).toHaveLength((Date.parse(to) - Date.parse(from)) / hour)
        expect(series[0]!.counts).toEqual(buckets.map(() => 1))
      }
    },
  )

  const wrong = [
    'tz=Mars/Olympus',
    'tz=%27',
    'tz=%00',
    'tz=',
    'interval=second',
    'by=user',
    'from=yesterday',
    'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z',
    'from=2000-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    'from=2026-13-45T99:00:00Z',
  ]
  it.each(wrong)('refuse %s', async (query) => {
    const app = await newReporter(server)
    const { status, code } = await app.session.request('GET', `/api/projects/${app.project.id}/stats?${query}`)
    expect([status, code]).toEqual([400, 'invalid_parameter'])
  })
})

describe('a forged cursor is refused, whatever it contains', () => {
  const forged: unknown[] = [
    null,
    {},
    { at: 'x', id: '00000000-0000-0000-0000-000000000000' },
    { at: '', id: '00000000-0000-0000-0000-000000000000' },
    { at: '+275760-09-13T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' },
    { at: '-271821-04-20T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' },
    { at: '2026-01-01T00:00:00.000Z', id: '-'.repeat(36) },
    { at: '2026-01-01T00:00:00.000Z', id: 'f'.repeat(36) },
    { at: '2026-01-01T00:00:00.000Z', id: "'; drop table events; --" },
    { id: 1e300 },
    { id: -1 },
    { id: 2 ** 31 },
    { id: 2 ** 53 },
    { id: '1' },
    { id: 1.5 },
  ]
  it.each(forged)('%j', async (content) => {
    const app = await newReporter(server)
    const { issue_id } = await app.report()
    const cursor = Buffer.from(JSON.stringify(content)).toString('base64url')
    const project = `/api/projects/${app.project.id}` as const
    const lists = ['/api/issues', `${project}/issues`, `/api/issues/${issue_id}/events`, `${project}/releases`] as const
    for (const path of lists) {
      const { status, code } = await app.session.request('GET', `${path}?cursor=${cursor}`)
      expect([path, status, code]).toEqual([path, 400, 'invalid_parameter'])
    }
  })
})

describe('data of another account', () => {
  const routes = Object.entries(server.openapi.paths)
    .filter(([path, methods]) => /^\/api\/(issues|events)\/\{id\}/.test(path) && 'get' in methods)
    .map(([path]) => path)
  it.each(routes)('is treated at %s like data that does not exist', async (route) => {
    const ann = await newReporter(server)
    const bob = await newReporter(server)
    const { event_id, issue_id } = await ann.report({ message: 'secret' })
    await ann.readEvent(event_id)
    const own = route.includes('/issues/') ? issue_id : event_id
    const number = bob.project.id.slice(4)
    const ids = [
      own,
      `${own.slice(0, 4)}${number}${own.slice(-32)}`,
      `${own.slice(0, 4)}${number}${'0'.repeat(32)}`,
      `${own.slice(0, 4)}zzzzzzzzzzzz${'f'.repeat(32)}`,
      `${own.slice(0, 4)}zzzzzz${'f'.repeat(32)}`,
      own.slice(4),
      `${own}'`,
      '%00',
      'x'.repeat(200),
    ]
    const answers = await Promise.all(ids.map((id) => bob.session.raw<object>('GET', route.replace('{id}', id))))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404))
    const plain = answers.map(({ body }) => ({ ...body, request_id: '' }))
    expect(new Set(plain.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(routes.length).toBeGreaterThanOrEqual(10)
  })
})

/** Sends one event for every hour of a window, as if it had been received then. */
async function fillHours(app: Reporter, from: string, to: string): Promise<void> {
  await server.database.pool.query(
    `insert into project_hourly (project_id, hour, level, platform, environment_id, release_id, event_count)
     select $1, h, 1, 1, 1, 0, 1 from generate_series($2::timestamptz, $3::timestamptz - interval '1 second', '1 hour') h`,
    [numberOf(app), from, to],
  )
}
