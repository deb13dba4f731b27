import type { Stats } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '../src/lib/time.ts'
import { countsMerged, newReporter, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)
const now = Date.now()
/** Ten seconds into a minute that many minutes ago. */
const ago = (minutes: number) => now - (now % minuteMs) - minutes * minuteMs + 10_000
const at = (minutes: number) => ({ timestamp: new Date(ago(minutes)).toISOString() })
const { issue_id } = await app.report({ ...at(5), level: 'fatal' })
await app.report({ ...at(5), level: 'fatal', repeat: 3 })
await app.report({ ...at(100), level: 'fatal', release: 'shop@1.0' })
await app.report({ ...at(40), exception_type: 'OtherError', level: 'warning' })
// Outside the three hours.
await app.report({ ...at(300), level: 'fatal' })
await countsMerged(server)
const ofIssue = `/api/issues/${issue_id}/stats` as const
const ofProject = `/api/projects/${app.project.id}/stats` as const

/** Returns the counts that are not zero, by the minutes since they were. */
const countsOf = ({ buckets, series }: Stats, key: string) => {
  const counts = series.find((one) => one.key === key)?.counts ?? []
  const found = counts.flatMap((count, index) => (count === 0 ? [] : [[Date.parse(buckets[index]!), count] as const]))
  return Object.fromEntries(found.map(([time, count]) => [Math.round((ago(0) - time) / minuteMs), count]))
}

it('events of the last three hours are counted by minute, as often as they were repeated', async () => {
  const issue = await app.session.get(`${ofIssue}?interval=minute`)
  expect(issue.interval).toBe('minute')
  expect([180, 181]).toContain(issue.buckets.length)
  expect(countsOf(issue, 'all')).toEqual({ 5: 4, 100: 1 })
  expect(issue.total).toBe(5)
  const project = await app.session.get(`${ofProject}?interval=minute&by=level`)
  expect(countsOf(project, 'fatal')).toEqual({ 5: 4, 100: 1 })
  expect(countsOf(project, 'warning')).toEqual({ 40: 1 })
  expect(countsOf(await app.session.get(`${ofProject}?interval=minute&by=release`), 'shop@1.0')).toEqual({ 100: 1 })
})

it('minutes and hours of the same time have the same sum', async () => {
  const from = new Date(Math.floor(now / hourMs) * hourMs - 2 * hourMs).toISOString()
  const totals = await Promise.all(
    (['minute', 'hour'] as const).map(async (interval) => {
      const query = new URLSearchParams({ from, interval })
      return [
        (await app.session.get(`${ofIssue}?${query}`)).total,
        (await app.session.get(`${ofProject}?${query}`)).total,
      ]
    }),
  )
  expect(totals[0]).toEqual(totals[1])
})

it('three hours back from the clock of a caller are a range by minute, though the request takes a moment', async () => {
  for (const late of [0, 5 * minuteMs]) {
    const query = new URLSearchParams({
      interval: 'minute',
      from: new Date(Date.now() - 3 * hourMs - late).toISOString(),
    })
    expect((await app.session.get(`${ofProject}?${query}`)).interval).toBe('minute')
  }
})

it('a range by minute has three hours of the last day', async () => {
  const refusalOf = async (from: number, to: number) => {
    const query = new URLSearchParams({
      interval: 'minute',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })
    const { status, code } = await app.session.request('GET', `${ofIssue}?${query}`)
    return [status, code]
  }
  expect(await refusalOf(now - 4 * hourMs, now)).toEqual([400, 'invalid_parameter'])
  expect(await refusalOf(now - 27 * hourMs, now - 26 * hourMs)).toEqual([400, 'invalid_parameter'])
  expect(await refusalOf(now - 22 * hourMs, now - 20 * hourMs)).toEqual([200, undefined])
})

it('more events than are read for a chart are counted by hour', async () => {
  await server.database.pool.query(
    `insert into events (project_id, segment_id, occurred_at, received_at, event_id, group_id, position, repeat, release_id,
                         environment_id, level, platform, flags)
     select e.project_id, n, now() - interval '1 minute', now(), (left(e.event_id::text, 19) || substr(gen_random_uuid()::text, 20))::uuid,
            e.group_id, 0, 1, 0, 0, 1, 1, 0
       from (select * from events where project_id = $1 order by occurred_at desc limit 1) as e
      cross join generate_series(1, 200001) as n`,
    [numberOf(app)],
  )
  const stats = await app.session.get(`${ofIssue}?interval=minute`)
  expect(stats.interval).toBe('hour')
  expect(stats.total).toBeLessThan(20)
})
