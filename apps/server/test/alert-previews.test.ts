import type { AlertPreview, AlertPreviewBody } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { digested, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'

// A preview finds in the past what the rule would have found at each time, counted again from what is kept.

const service = await startChannelReceiver()
afterAll(() => service.close())
const server = await startServer({ digest: true, env: { BUGLE_ALERT_DELAY: '1s' } })
const { pool } = server.database
const { newTeam, judgedAll } = alertTeams(server, service)

const preview = async (team: AlertTeam, body: AlertPreviewBody): Promise<AlertPreview> =>
  (await server.raw('POST', `${rulesOf(team)}/preview`, { token: team.session.token, body })).body as AlertPreview
const hourMs = 3_600_000
const thisHour = Math.floor(Date.now() / hourMs) * hourMs
/** The beginning of an hour so many hours ago. */
const hoursAgo = (hours: number) => new Date(thisHour - hours * hourMs)
const times = ({ times: at }: AlertPreview) => at.toReversed()
/** Amounts of the last 15 days by hour, the oldest first; most hours have none. */
const randomHours = () => Array.from({ length: 360 }, () => (Math.random() < 0.3 ? Math.floor(Math.random() * 10) : 0))
/** The hours that hold, where the one before does not; those of the last two weeks. */
const beginningsOf = (holds: boolean[]) =>
  holds
    .flatMap((one, index) => (one && holds[index - 1] !== true ? [hoursAgo(holds.length - 1 - index)] : []))
    .filter((at) => at.getTime() > Date.now() - 14 * 24 * hourMs)
    .map((at) => at.toISOString())
/** The sums of so many hours that end with each. */
const sumsOf = (amounts: number[], hours: number) =>
  amounts.map((_, index) => amounts.slice(Math.max(0, index - hours + 1), index + 1).reduce((sum, n) => sum + n, 0))

describe('a preview of people', () => {
  it('is that of a recount at every time, for random events and windows', async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('PeopleError', { user: { id: 'u' } }))
    await digested(server)
    const base = new Date(thisHour)
    const events = Array.from({ length: 400 }, () => ({
      // Whole minutes: the ends of windows meet other events.
      age: 1 + Math.floor(Math.random() * 4000),
      user: 1 + Math.floor(Math.random() * 6),
    }))
    await pool.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object(
           'event_id', overlay(e.event_id::text placing lpad(to_hex(n.i), 12, '0') from 25)::uuid,
           'occurred_at', $4::timestamptz - make_interval(mins => n.age), 'user_key', n.user_key))).*
         from events e, unnest($2::int[], $3::int[]) with ordinality as n (age, user_key, i) where e.project_id = $1`,
      [numberOf(team), events.map(({ age }) => age), events.map(({ user }) => user), base],
    )
    await pool.query('delete from events where project_id = $1 and user_key > 100', [numberOf(team)])
    await pool.query('update issue_stats set user_count = 100 where project_id = $1', [numberOf(team)])
    const at = (age: number) => base.getTime() - age * 60_000
    for (const [count, minutes] of [
      [3, 30],
      [4, 60],
      [5, 120],
      [6, 600],
      [1, 5],
    ] as const) {
      const points = [...new Set(events.flatMap(({ age }) => [at(age), at(age) + minutes * 60_000]))].sort(
        (a, b) => a - b,
      )
      const holds = points.map((time) => {
        const within = events.filter(({ age }) => at(age) <= time && at(age) > time - minutes * 60_000)
        return new Set(within.map(({ user }) => user)).size >= count
      })
      const expected = points.filter((_, index) => holds[index] && holds[index - 1] !== true)
      const found = await preview(team, { triggers: ['issue.users'], threshold: { count, minutes } })
      expect(times(found)).toEqual(expected.map((time) => new Date(time).toISOString()))
      expect(found).toMatchObject({ by_hour: [], left_out: [] })
      expect(found.examples.every((one) => one.issue_id === issue_id)).toBe(true)
    }
  })
})

describe('a preview of counts', () => {
  it('reads the newest events of an issue that has more, as many as its threshold needs', async () => {
    const team = await newTeam()
    await team.report(named('LoudError', { user: { id: 'u' } }))
    await digested(server)
    // An event a minute, each of another person, except that the threshold is reached twice.
    const ages = Array.from(
      { length: 3000 },
      (_, index) => 10 + index + (index >= 100 ? 60 : 0) + (index >= 2000 ? 60 : 0),
    )
    await pool.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object(
           'event_id', overlay(e.event_id::text placing lpad(to_hex(n.i), 12, '0') from 25)::uuid,
           'occurred_at', $3::timestamptz - make_interval(mins => n.age), 'user_key', n.i))).*
         from events e, unnest($2::int[]) with ordinality as n (age, i) where e.project_id = $1`,
      [numberOf(team), ages, new Date(thisHour)],
    )
    await pool.query('update issue_stats set event_count = 3001, user_count = 3001 where project_id = $1', [
      numberOf(team),
    ])
    for (const trigger of ['issue.events', 'issue.users'] as const) {
      const found = (count: number) => preview(team, { triggers: [trigger], threshold: { count, minutes: 50 } })
      // The gap of an hour ended 10 + 99 minutes before; the earlier one is beyond the newest 1,000 events.
      expect((await found(50)).times.filter((at) => Date.parse(at) < thisHour)).toHaveLength(2)
      expect((await found(51)).times.filter((at) => Date.parse(at) < thisHour)).toHaveLength(0)
    }
  })
})

describe('a preview by whole hours', () => {
  const shapes = [
    { count: 8, minutes: 60, hours: 1 },
    { count: 20, minutes: 300, hours: 5 },
    { count: 30, minutes: 1440, hours: 24 },
    // Part of an hour more says nothing.
    { count: 8, minutes: 90, hours: 1 },
  ]

  it.each(shapes)('of the rate of a project is that of a recount: $count in $minutes min', async (shape) => {
    const { count, minutes, hours } = shape
    const team = await newTeam()
    const amounts = randomHours()
    await pool.query(
      `insert into project_hourly (project_id, hour, level, platform, environment_id, release_id, event_count)
       select $1, n.hour, 1, 1, 1, 1, n.count from unnest($2::timestamptz[], $3::int[]) as n (hour, count) where n.count > 0`,
      [numberOf(team), amounts.map((_, index) => hoursAgo(amounts.length - 1 - index)), amounts],
    )
    const found = await preview(team, { triggers: ['project.rate'], threshold: { count, minutes } })
    expect(times(found)).toEqual(beginningsOf(sumsOf(amounts, hours).map((sum) => sum >= count)))
    expect(found).toMatchObject({ by_hour: ['project.rate'], left_out: [] })
  })

  it('leaves out the rate within less than an hour', async () => {
    const team = await newTeam()
    const body = { triggers: ['project.rate' as const, 'release.new' as const], threshold: { count: 1, minutes: 59 } }
    expect(await preview(team, body)).toMatchObject({ total: 0, by_hour: [], left_out: ['project.rate'] })
  })

  it.each(shapes)('of losses is that of a recount: $count in $minutes min', async ({ count, minutes, hours }) => {
    const team = await newTeam()
    const amounts = randomHours()
    const at = amounts.map((_, index) => hoursAgo(amounts.length - 1 - index))
    for (const [source, reason] of [
      ['server', 'rate_limited'],
      // Chosen by the owner: no loss.
      ['client', 'sample_rate'],
      ['filtered', 'x'],
    ])
      await pool.query(
        `insert into outcomes (project_id, hour, source, reason, event_count)
         select $1, n.hour, $4, $5, n.count from unnest($2::timestamptz[], $3::int[]) as n (hour, count) where n.count > 0`,
        [numberOf(team), at, amounts, source, reason],
      )
    const found = await preview(team, { triggers: ['project.losing'], threshold: { count, minutes } })
    // The rule counts the hours in which the window begins and ends.
    expect(times(found)).toEqual(beginningsOf(sumsOf(amounts, hours + 1).map((sum) => sum >= count)))
    expect(found.by_hour).toEqual(['project.losing'])
  })

  it.each(shapes)('of crashes is that of a recount: $count in $minutes min', async ({ count, minutes, hours }) => {
    const team = await newTeam()
    const started = randomHours()
    const crashed = started.map((amount) => Math.floor(Math.random() * (amount + 1)))
    await pool.query(
      `insert into session_hourly (project_id, hour, release, environment, started, crashed)
       select $1, n.hour, '2.0', 'production', n.started, n.crashed
         from unnest($2::timestamptz[], $3::int[], $4::int[]) as n (hour, started, crashed) where n.started > 0`,
      [numberOf(team), started.map((_, index) => hoursAgo(started.length - 1 - index)), started, crashed],
    )
    const threshold = { count, minutes, percent: 45 }
    const found = await preview(team, { triggers: ['release.crash_free'], threshold })
    const [sessions, crashes] = [sumsOf(started, hours + 1), sumsOf(crashed, hours + 1)]
    const holds = sessions.map((sum, index) => sum >= count && 100 * (1 - crashes[index]! / sum) < 45)
    expect(times(found)).toEqual(beginningsOf(holds))
    expect(found.examples.every(({ title }) => title === '2.0')).toBe(true)
  })

  it('of silence begins when the last hour with events has surely passed for long enough', async () => {
    const team = await newTeam()
    const put = (hours: number[]) =>
      pool.query(
        `insert into project_hourly (project_id, hour, level, platform, environment_id, release_id, event_count)
         select $1, n.hour, 1, 1, 1, 1, 1 from unnest($2::timestamptz[]) as n (hour)`,
        [numberOf(team), hours.map(hoursAgo)],
      )
    // Silent for 9, 2 and since 12 hours; before that since more than two weeks.
    await put([500, 100, 90, 87, 86, 85, 12])
    const found = (minutes: number) => preview(team, { triggers: ['project.silent'], threshold: { count: 1, minutes } })
    const ends = (hours: number[], minutes: number) =>
      hours.map((hour) => new Date(hoursAgo(hour - 1).getTime() + minutes * 60_000).toISOString())
    expect(times(await found(120))).toEqual(ends([100, 90, 85, 12], 120))
    expect(times(await found(121))).toEqual(ends([100, 85, 12], 121))
    expect(times(await found(9 * 60))).toEqual(ends([100, 85, 12], 540))
    expect(times(await found(9 * 60 + 1))).toEqual(ends([85, 12], 541))
    expect(times(await found(13 * 60))).toEqual(ends([85], 780))
    // The silence before the window is over began to be one within it.
    expect(times(await found(200 * 60))).toEqual(ends([500], 200 * 60))
    expect((await found(60)).by_hour).toEqual(['project.silent'])
  })

  it('of escalation is that of the list, hour by hour', async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('CalmError'))
    await digested(server)
    await pool.query(
      `update issue_stats set first_seen_at = now() - interval '20 days', event_count = 500 where project_id = $1`,
      [numberOf(team)],
    )
    await pool.query(
      `insert into group_daily (project_id, day, environment_id, release_id, group_id, event_count, platform, first_hour, last_hour, hours)
       select d.project_id, (n.at at time zone 'UTC')::date, -2, -2, d.group_id, n.count, d.platform,
              extract(hour from n.at at time zone 'UTC'), extract(hour from n.at at time zone 'UTC'),
              ('[' || extract(hour from n.at at time zone 'UTC') || ':' || extract(hour from n.at at time zone 'UTC') || ']={' || n.count || '}')::int8[]
         from (select distinct project_id, group_id, platform from group_daily where project_id = $1) as d,
              unnest($2::timestamptz[], $3::int[]) as n (at, count)`,
      [numberOf(team), [hoursAgo(100), hoursAgo(200), hoursAgo(400)], [21, 20, 500]],
    )
    const found = await preview(team, { triggers: ['issue.escalating'] })
    expect(times(found)).toEqual([hoursAgo(100).toISOString()])
    expect(found).toMatchObject({ by_hour: ['issue.escalating'], examples: [{ issue_id }] })
  })

  it('of known issues in a release has each release once, and no new issue', async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('OldError', { release: '1.0' }))
    await digested(server)
    await team.report(named('OldError', { release: '1.1' }))
    await team.report(named('OldError', { release: '1.1' }))
    await team.report(named('NewError', { release: '1.1' }))
    await digested(server)
    const found = await preview(team, { triggers: ['issue.first_in_release'] })
    expect(found).toMatchObject({ total: 1, by_hour: ['issue.first_in_release'], examples: [{ issue_id }] })
  })
})

describe('a preview of', () => {
  it('snoozes has those that ended by their counts', async () => {
    const team = await newTeam()
    const { issue_id } = await team.report(named('SnoozedError'))
    await judgedAll()
    await team.readIssue(issue_id)
    await team.session.request('PATCH', `/api/issues/${issue_id}`, {
      body: { status: 'snoozed', snooze: { events: 1 } },
    })
    await team.report(named('SnoozedError'))
    await digested(server)
    await pool.query(
      `insert into issue_activity (project_id, issue_id, kind, details)
       select project_id, issue_id, 'snooze_ended', '{"by": "time"}' from issue_stats where project_id = $1`,
      [numberOf(team)],
    )
    const found = await preview(team, { triggers: ['issue.reopened'] })
    expect(found).toMatchObject({ total: 1, left_out: [], examples: [{ issue_id, trigger: 'issue.reopened' }] })
  })

  it('new issues of a release begins with the one that was enough, if it came soon enough', async () => {
    const team = await newTeam()
    for (const name of ['OneError', 'TwoError', 'ThreeError']) await team.report(named(name, { release: 'shop@2' }))
    await digested(server)
    const shift = (title: string, minutes: number) =>
      pool.query(
        `update issue_stats s set first_seen_at = r.first_seen_at + make_interval(mins => $3)
           from issues i, releases r where i.project_id = $1 and i.issue_id = s.issue_id and s.project_id = $1 and i.type = $2
            and r.project_id = $1 and r.version = 'shop@2' returning s.first_seen_at as at`,
        [numberOf(team), title, minutes],
      )
    await pool.query(`update releases set first_seen_at = now() - interval '2 days' where project_id = $1`, [
      numberOf(team),
    ])
    await shift('OneError', 0)
    const [{ at }] = (await shift('TwoError', 10)).rows
    await shift('ThreeError', 100)
    const found = (count: number, minutes: number) =>
      preview(team, { triggers: ['release.new_issues'], threshold: { count, minutes } })
    expect((await found(2, 10)).times).toEqual([at.toISOString()])
    expect((await found(2, 9)).total).toBe(0)
    expect((await found(3, 60)).total).toBe(0)
    expect(await found(3, 100)).toMatchObject({
      total: 1,
      by_hour: [],
      examples: [{ title: 'shop@2', issue_id: null }],
    })
  })
})
