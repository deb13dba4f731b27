import { type Issue, toHexId } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { countGroupDays, type DayCount, totalId } from '../src/domains/counters/index.ts'
import { countsMerged, digested, newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const server = await startServer({ digest: true })
const { pool } = server.database

const search = async (app: Reporter, query: string): Promise<Issue[]> =>
  (await app.session.get(`/api/projects/${app.project.id}/issues?${new URLSearchParams({ query })}`)).issues
const uuidOf = (id: string) => id.slice(-32)
/** Gives an issue an age, and a number of events in each of some hours before this one. */
const giveHistory = async (app: Reporter, id: string, { days = 20, hours = 168, each = 0 }) => {
  const values = [numberOf(app), uuidOf(id)]
  await pool.query(
    `update issue_stats set first_seen_at = now() - make_interval(days => $3) where project_id = $1 and issue_id = $2`,
    [...values, days],
  )
  if (each === 0) return
  const now = Date.now()
  const starts = Array.from({ length: hours }, (_, index) => now - (now % hourMs) - (index + 1) * hourMs)
  const of = {
    projectId: numberOf(app),
    groupId: toHexId(uuidOf(id)),
    environmentId: totalId,
    releaseId: totalId,
    platform: 1,
  }
  const byDay = new Map<number, DayCount[]>()
  for (const start of starts) {
    const [day, hour] = [start - (start % dayMs), (start % dayMs) / hourMs]
    byDay.set(day, [...(byDay.get(day) ?? []), { ...of, day, hour, count: each }])
  }
  await countGroupDays(pool, [...byDay.values()])
}
const report = async (app: Reporter, event: Record<string, unknown> = {}) => {
  const { issue_id } = await app.report(event)
  await digested(server)
  return issue_id
}

describe('an issue escalates', () => {
  const cases: [what: string, events: number, history: Parameters<typeof giveHistory>[2], substatus: string][] = [
    ['with more than twenty events in an hour, where there are none', 21, {}, 'escalating'],
    ['not with twenty', 20, {}, 'ongoing'],
    ['with more than five times the median hour', 31, { each: 6 }, 'escalating'],
    ['not with five times as many', 30, { each: 6 }, 'ongoing'],
    ['measured by all hours of the week, including those without events', 31, { each: 100, hours: 80 }, 'escalating'],
    ['not in its first day', 1000, { days: 0 }, 'new'],
  ]
  it.each(cases)('%s', async (_what, events, history, substatus) => {
    const app = await newReporter(server)
    const id = await report(app, { repeat: events })
    await giveHistory(app, id, history)
    expect((await app.readIssue(id)).substatus).toBe(substatus)
    expect(await search(app, '')).toMatchObject([{ substatus }])
    for (const fact of ['escalating', 'ongoing', 'new'])
      expect([fact, (await search(app, `is:${fact}`)).length]).toEqual([fact, fact === substatus ? 1 : 0])
  })

  it('over all merged issues', async () => {
    const app = await newReporter(server)
    const ids = [await report(app, { repeat: 15 }), await report(app, { exception_type: 'Other', repeat: 15 })]
    await app.session.request('POST', `/api/issues/${ids[0]}/merge`, { body: { ids: [ids[1]!] } })
    await giveHistory(app, ids[0]!, {})
    expect((await app.readIssue(ids[0]!)).substatus).toBe('escalating')
    expect(await search(app, 'is:escalating')).toHaveLength(1)
  })
})

describe('similar issues', () => {
  it('are those of the project with a similar message or the same culprit, with the reason', async () => {
    const app = await newReporter(server)
    const message = (what: string) => `Payment of the order could not be completed because the ${what} was declined`
    const stack = 'TypeError: x\n    at pay (/srv/shop/cart.js:12:7)'
    const id = await report(app, { message: message('card'), stack })
    const alike = await report(app, { message: message('transfer') })
    const samePlace = await report(app, { message: 'quite another', stack, fingerprint: ['other'] })
    await report(app, { exception_type: 'RangeError', message: 'Nothing of the kind' })
    const other = await newReporter(server)
    await report(other, { message: message('card') })
    const { similar } = await app.session.get(`/api/issues/${id}/similar`)
    expect(similar.map(({ issue, why }) => [issue.id, why]).sort()).toEqual(
      [
        [alike, ['message', 'type']],
        [samePlace, ['culprit', 'type']],
      ].sort(),
    )
    expect(similar[0]!.score).toBeGreaterThanOrEqual(similar[1]!.score)
  })
})

describe('what changed', () => {
  it('consists of the rate, the first release, and distinctive values', async () => {
    const app = await newReporter(server)
    for (let n = 0; n < 3; n++)
      await report(app, {
        exception_type: `Usual${n}`,
        repeat: 30,
        release: '1.0',
        tags: { plan: 'free', os: 'iOS 18' },
      })
    const event = { release: '2.0', platform: 'ios', tags: { plan: 'free', os: 'iOS 19' } }
    const id = await report(app, { ...event, repeat: 39 })
    await report(app, { ...event, release: '1.0', tags: { plan: 'free', os: 'iOS 18' } })
    await countsMerged(server)
    await giveHistory(app, id, { each: 1, hours: 24 * 13 })
    const changes = await app.session.get(`/api/issues/${id}/changes`)
    expect(changes).toMatchObject({
      regressed_at: null,
      quiet_from: null,
      first_release: { version: '2.0', first_seen: expect.any(String) },
      rate: { last_24h: 40 + 23 },
    })
    // 23 of the hours of history are in the last day; the others are in the 13 days before.
    expect(changes.rate.usual_24h).toBeCloseTo((24 * 13 - 23) / 13, 2)
    expect(changes.rate.ratio).toBeCloseTo(63 / ((24 * 13 - 23) / 13), 1)
    expect(changes.distinctive_values.map(({ key, value }) => [key, value])).toEqual([
      ['release', '2.0'],
      ['tag.os', 'iOS 19'],
    ])
    expect(changes.distinctive_values[1]).toEqual({
      key: 'tag.os',
      value: 'iOS 19',
      count: 39,
      share: 0.975,
      usual_share: 0,
    })
  })

  it('has no usual rate for a new issue; for a regressed one it says since when it was quiet', async () => {
    const app = await newReporter(server)
    const id = await report(app)
    const first = await app.session.get(`/api/issues/${id}/changes`)
    expect(first).toMatchObject({
      first_release: null,
      rate: { last_24h: 1, usual_24h: null, ratio: null },
      distinctive_values: [],
    })
    await giveHistory(app, id, { each: 1, hours: 5 })
    await app.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'resolved' } })
    await report(app)
    const { regressed_at, quiet_from } = await app.session.get(`/api/issues/${id}/changes`)
    expect(Date.parse(regressed_at!)).toBeGreaterThan(Date.parse(quiet_from!))
    expect(Date.parse(quiet_from!) % 3_600_000).toBe(0)
  })
})

it('statistics name the releases that were first seen in their window', async () => {
  const app = await newReporter(server)
  const id = await report(app, { release: '1.0' })
  await report(app, { release: '1.1', exception_type: 'Other' })
  for (const path of [`/api/issues/${id}/stats`, `/api/projects/${app.project.id}/stats`] as const) {
    const { releases } = await app.session.get(`${path}?by=release`)
    expect(releases.map(({ version }) => version)).toEqual(['1.0', '1.1'])
    const before = new URLSearchParams({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })
    expect((await app.session.get(`${path}?by=release&${before}`)).releases).toEqual([])
  }
})
