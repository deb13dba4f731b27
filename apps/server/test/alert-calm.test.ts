import { type Channel, type ChannelKindName, parsePlainId } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, channelsOf, named, rulesOf } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { digested, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const service = await startChannelReceiver()
afterAll(() => service.close())
const server = await startServer({
  digest: true,
  env: {
    BUGLE_OUTGOING_ALLOW: service.host,
    BUGLE_ALERT_DELAY: '1s',
    BUGLE_ALERT_PACE: '1s',
    BUGLE_ALERT_MESSAGES: '2',
  },
})
const { pool } = server.database
const { newTeam, addRule, arrived, messagesAt, judgedAll, releaseAll } = alertTeams(server, service)

/** Adds a channel of another kind, which leads to the receiver. */
const addChannel = async (team: AlertTeam, kind: ChannelKindName): Promise<{ channel: Channel; path: string }> => {
  const path = `${team.path}-${kind}`
  const body = { kind, name: kind, config: { url: service.url + path } }
  const { channel } = (await team.session.request('POST', channelsOf(team), { body })).body
  return { channel, path }
}
const resolve = (team: AlertTeam, id: string) =>
  team.session.request('PATCH', `/api/issues/${id}`, { body: { status: 'resolved' } })
const checkIncidents = () => pool.query('update alert_incidents set check_at = now() where check_at is not null')

describe('a channel', () => {
  it('is sent so many messages an hour, of which the last says so; what comes then follows as one', async () => {
    const team = await newTeam()
    const { channel, path } = await addChannel(team, 'mattermost')
    await addRule(team, { channel_ids: [channel.id, team.channel.id] })
    for (const [index, name] of ['FirstError', 'SecondError'].entries()) {
      await team.report(named(name))
      await arrived(path, index + 1)
      await arrived(team.path, index + 1)
    }
    for (const name of ['ThirdError', 'FourthError']) {
      await team.report(named(name))
      await judgedAll()
    }
    // A program is sent all: by then the chat would have been as well.
    await arrived(team.path, 3)
    // Both are held back: a round that is under way would hold one of them back once more, and report the other alone.
    await until(
      async () => {
        const { rows } = await pool.query(
          `select 1 from deliveries where channel_id = $1 and done_at is null and due_at > now() + interval '30 minutes'`,
          [parsePlainId('chn', channel.id)],
        )
        return rows.length
      },
      (held) => held === 2,
    )
    expect(messagesAt(path)).toHaveLength(2)
    const [first, second] = messagesAt(path).map(({ body }) => body)
    expect(first).not.toContain('last message')
    expect(second).toContain('the last message for a while')
    // In one statement: both are due at once.
    await pool.query(
      `update deliveries set done_at = done_at - interval '2 hours', due_at = case when done_at is null then now() else due_at end`,
    )
    const [, , third] = await until(
      async () => {
        await releaseAll()
        return messagesAt(path)
      },
      (messages) => messages.length >= 3,
    )
    expect(third!.body).toContain('2 new')
  })

  it('is notified of the issue that another was merged into meanwhile', async () => {
    const team = await newTeam()
    await addRule(team)
    const survivor = await team.report(named('LastingError'))
    await digested(server)
    await arrived(team.path)
    service.answer(team.path, { status: 429, headers: { 'retry-after': '600' } })
    const merged = await team.report(named('MergedError'))
    await arrived(team.path, 2)
    const body = { ids: [merged.issue_id] }
    await team.session.request('POST', `/api/issues/${survivor.issue_id}/merge`, { body })
    await until(
      async () => {
        await releaseAll()
        return messagesAt(team.path)
      },
      (messages) => messages.length >= 3,
    )
    expect(JSON.parse(messagesAt(team.path)[2]!.body).data.issue.id).toBe(survivor.issue_id)
    const { activity } = await until(
      () => team.session.get(`/api/issues/${survivor.issue_id}/activity`),
      (page) => page.activity.filter(({ kind }) => kind === 'notified').length > 1,
    )
    expect(new Set(activity.map(({ kind }) => kind))).toEqual(new Set(['merged', 'notified']))
  })
})

describe('a rule with a pace', () => {
  const paceOf = (team: AlertTeam) =>
    until(
      async () => {
        const { rows } = await pool.query(
          `select round(extract(epoch from w.due_at - d.done_at) / 60)::int as minutes
             from deliveries w join deliveries d on d.channel_id = w.channel_id and d.event = w.event and d.done_at is not null
            where w.channel_id = $1 and w.done_at is null`,
          [parsePlainId('chn', team.channel.id)],
        )
        return rows
      },
      (rows) => rows.length > 0,
    )
  const regress = async (team: AlertTeam, id: string) => {
    await resolve(team, id)
    await team.report(named('PacedError'))
    await judgedAll()
  }

  it('sends the same change of an issue again after that time, and not after an hour', async () => {
    for (const [pace_minutes, expected] of [
      [undefined, 60],
      [5, 5],
      [1440, 1440],
    ] as const) {
      const team = await newTeam()
      const rule = await addRule(team, { triggers: ['issue.regressed'], ...(pace_minutes && { pace_minutes }) })
      expect(rule.pace_minutes).toBe(pace_minutes ?? null)
      const { issue_id } = await team.report(named('PacedError'))
      await digested(server)
      await regress(team, issue_id)
      await arrived(team.path)
      await until(
        async () =>
          (
            await pool.query('select from deliveries where done_at is null and channel_id = $1', [
              parsePlainId('chn', team.channel.id),
            ])
          ).rowCount,
        (waiting) => waiting === 0,
      )
      await regress(team, issue_id)
      expect(await paceOf(team)).toEqual([{ minutes: expected }])
      await pool.query('delete from deliveries where done_at is null')
    }
  })

  it('sends decisions as seldom as it says', async () => {
    const team = await newTeam()
    const [{ id }] = [await addRule(team, { triggers: ['issue.commented'], pace_minutes: 30 })]
    const { issue_id } = await team.report(named('TalkedError'))
    await digested(server)
    await team.readIssue(issue_id)
    const comment = () =>
      team.session.request('POST', `/api/issues/${issue_id}/comments`, { body: { text: 'Still there.' } })
    await comment()
    await arrived(team.path)
    await judgedAll()
    await comment()
    expect(await paceOf(team)).toEqual([{ minutes: 30 }])
    await pool.query('delete from deliveries where done_at is null')
    // Without a pace each is sent.
    await team.session.request('PATCH', `${rulesOf(team)}/${id}`, { body: { pace_minutes: null } })
    await comment()
    await arrived(team.path, 2)
  })

  it('is between a minute and a week', async () => {
    const team = await newTeam()
    for (const pace_minutes of [0, 10_081, 1.5]) {
      const body = { name: `Pace ${pace_minutes}`, triggers: ['issue.new' as const], channel_ids: [], pace_minutes }
      const { status, errors } = await team.session.request('POST', rulesOf(team), { body })
      expect([status, Object.keys(errors ?? {})]).toEqual([422, ['pace_minutes']])
    }
  })
})

describe('a message that can be edited', () => {
  it('says that it is over once all that it reports is, without another message', async () => {
    const team = await newTeam()
    const { channel, path } = await addChannel(team, 'discord')
    await addRule(team, { channel_ids: [channel.id] })
    const sent = `${path}?wait=true`
    service.answer(sent, { status: 200, body: '{"id":"987654321987654321"}' })
    const { issue_id } = await team.report(named('EditedError'))
    await arrived(sent)
    await until(
      async () => (await pool.query('select from deliveries where message_ref is not null')).rowCount,
      (count) => count === 1,
    )
    await resolve(team, issue_id)
    await checkIncidents()
    const [edit] = await arrived(`${path}/messages/987654321987654321`)
    expect(edit!.method).toBe('PATCH')
    const [embed] = JSON.parse(edit!.body).embeds
    expect(embed.title.replaceAll('\\', '')).toContain('Over: New issue in Web shop')
    expect(embed.description).toContain('EditedError')
    expect(messagesAt(sent)).toHaveLength(1)
  })
})

describe('a rule with a window', () => {
  const waiting = async (team: AlertTeam) =>
    (
      await pool.query<{ due: Date; minutes: number }>(
        `select due_at as due, round(extract(epoch from due_at - created_at) / 60)::int as minutes from deliveries
          where channel_id = $1 and done_at is null order by created_at`,
        [parsePlainId('chn', team.channel.id)],
      )
    ).rows

  it('gathers what comes from the first on, and sends it as one', async () => {
    const team = await newTeam()
    const rule = await addRule(team, { window_minutes: 5, condition: 'level:error' })
    expect(rule.window_minutes).toBe(5)
    for (const [index, name] of ['FirstError', 'SecondError'].entries()) {
      await team.report(named(name))
      await until(
        () => waiting(team),
        (found) => found.length === index + 1,
      )
    }
    const [first, second] = await waiting(team)
    expect([first!.minutes, second!.due]).toEqual([5, first!.due])
    expect(messagesAt(team.path)).toEqual([])
    await pool.query('update deliveries set due_at = now() where done_at is null')
    await releaseAll()
    const [message] = await arrived(team.path)
    expect(JSON.parse(message!.body).data.subjects).toHaveLength(2)
  })

  it('sends what is urgent at once', async () => {
    const team = await newTeam()
    await addRule(team, { window_minutes: 60, is_urgent: true })
    await team.report(named('UrgentError'))
    await arrived(team.path)
  })
})
