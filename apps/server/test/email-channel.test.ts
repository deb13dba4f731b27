import { afterAll, describe, expect, it } from 'vitest'
import { type AlertTeam, alertTeams, channelsOf, named } from './alert-team.ts'
import { startChannelReceiver } from './channel-receiver.ts'
import { until } from './reporter.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { startServer } from './start-server.ts'

// A mail server that refuses addresses as RFC 5321 says: for good with 550, for now with 451.

const service = await startChannelReceiver()
const asked: string[] = []
let answer = () => {}
const answered = new Promise<void>((resolve) => {
  answer = resolve
})
const smtp = await startSmtpCatcher(
  {
    onRcptTo: ({ address }, _session, done) => {
      const isFirst = !asked.includes(address)
      asked.push(address)
      if (address.startsWith('gone')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      if (address.startsWith('busy') && isFirst)
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      return done()
    },
  },
  async ([address]) => {
    if (address?.startsWith('slow')) await answered
  },
)
afterAll(async () => {
  await smtp.close()
  await service.close()
})
const server = await startServer({
  digest: true,
  env: {
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>',
    BUGLE_OUTGOING_ALLOW: service.host,
    BUGLE_ALERT_DELAY: '1s',
    BUGLE_ISSUE_MAIL_PACE: '1s',
  },
})
const { newTeam, addRule, releaseAll } = alertTeams(server, service)

async function mailingTeam(name: string): Promise<{ team: AlertTeam; address: string; channel: string }> {
  const team = await newTeam()
  const address = `${name}-${team.project.id.replace('_', '-')}@example.com`
  const body = { kind: 'email' as const, name: 'Mail', config: { address } }
  const { channel } = (await team.session.request('POST', channelsOf(team), { body })).body
  await addRule(team, { channel_ids: [channel.id] })
  await team.report(named('MailedError'))
  return { team, address, channel: channel.id }
}
const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address))
const stateOf = async (team: AlertTeam, id: string) =>
  (await team.session.get(channelsOf(team))).channels.find((one) => one.id === id)

describe('a channel of kind email, by SMTP', () => {
  it('is one mail to its address alone, with the rule and a way to end it', async () => {
    const { team, address, channel } = await mailingTeam('ops')
    const [mail, ...more] = await until(
      async () => mailsTo(address),
      (mails) => mails.length > 0,
    )
    expect([mail!.recipients, more]).toEqual([[address], []])
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail!.text).toContain('Rule All:')
    await until(
      () => stateOf(team, channel),
      (found) => found?.delivered_at != null,
    )
  })

  it('that the server takes no mail for is broken, and says so', async () => {
    const { team, channel } = await mailingTeam('gone')
    const found = await until(
      () => stateOf(team, channel),
      (one) => one?.state === 'broken',
    )
    expect(found!.failure).toBe('The mail server refuses the address.')
  })

  it('that the server defers is mailed later, once', async () => {
    const { team, address, channel } = await mailingTeam('busy')
    const failing = await until(
      () => stateOf(team, channel),
      (one) => one?.state === 'failing',
    )
    expect([failing!.failure, mailsTo(address)]).toEqual(['The mail server did not take the mail.', []])
    await releaseAll()
    await until(
      () => stateOf(team, channel),
      (one) => one?.state === 'ok' && one.delivered_at !== null,
    )
    expect(mailsTo(address)).toHaveLength(1)
  })

  it('that its reader ends before the mail server has answered stays ended, and says so', async () => {
    const { team, address, channel } = await mailingTeam('slow')
    const [mail] = await until(
      async () => mailsTo(address),
      (mails) => mails.length > 0,
    )
    const { pathname, search } = new URL(/<([^>]+)>/.exec(String(mail!.headers['list-unsubscribe']))![1]!)
    expect((await server.raw('POST', pathname + search, {})).status).toBe(204)
    answer()
    const found = await until(
      () => stateOf(team, channel),
      (one) => one?.delivered_at != null,
    )
    expect(found).toMatchObject({ state: 'broken', failure: 'Its reader has unsubscribed.' })
  })
})
