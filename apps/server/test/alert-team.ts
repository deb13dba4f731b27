import type { AlertRule, Channel, Delivery, NewAlertRuleBody } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import Schema from 'typebox/schema'
import type { ChannelReceiver } from './channel-receiver.ts'
import { organizationOf } from './organization.ts'
import { digested, newReporter, type Reporter, until } from './reporter.ts'
import type { TestServer } from './start-server.ts'

/** A reporter whose organization has a webhook at a path of its own. */
export interface AlertTeam extends Reporter {
  organization: string
  path: string
  channel: Channel
  secret: string
}

export const rulesOf = ({ organization }: AlertTeam) => `/api/organizations/${organization}/alert-rules` as const
export const channelsOf = ({ organization }: AlertTeam) => `/api/organizations/${organization}/channels` as const

export const named = (name: string, change: Record<string, unknown> = {}) => ({
  exception_type: name,
  message: `${name} happened`,
  fingerprint: [name],
  ...change,
})

interface Webhook {
  post: { requestBody: { content: { 'application/json': { schema: TSchema } } } }
}

/** Actions of teams whose channels lead to a receiver. */
export function alertTeams(server: TestServer, service: ChannelReceiver) {
  const { pool } = server.database
  let channels = 0
  const messagesAt = (path: string) => service.received.filter((one) => one.path === path)
  return {
    newTeam: async (): Promise<AlertTeam> => {
      channels += 1
      const path = `/hook-${channels}`
      const reporter = await newReporter(server, { name: 'Web shop' })
      const organization = await organizationOf(reporter.session)
      const { body } = await reporter.session.request('POST', `/api/organizations/${organization}/channels`, {
        body: { kind: 'webhook', name: '#ops', config: { url: service.url + path } },
      })
      return { ...reporter, organization, path, channel: body.channel, secret: body.secret! }
    },
    addRule: async (team: AlertTeam, change: Partial<NewAlertRuleBody> = {}): Promise<AlertRule> => {
      const body: NewAlertRuleBody = {
        name: 'All',
        triggers: ['issue.new', 'issue.regressed'],
        channel_ids: [team.channel.id],
        ...change,
      }
      const { status, body: made, text } = await team.session.request('POST', rulesOf(team), { body })
      if (status !== 201) throw new Error(`POST ${rulesOf(team)} → ${status} ${text}`)
      return made.rule
    },
    messagesAt,
    /** Returns the bodies of messages that no webhook of the OpenAPI document describes. */
    undocumented: () => {
      const { webhooks } = server.openapi as unknown as { webhooks: Record<string, Webhook> }
      const schemas = Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].schema)
      return service.received
        .filter(({ headers }) => headers['webhook-id'] !== undefined)
        .map(({ body }) => JSON.parse(body))
        .filter((body) => !schemas.some((schema) => Schema.Check(schema, body)))
    },
    /** Waits until so many messages came to a path. */
    arrived: (path: string, count = 1) =>
      until(
        async () => messagesAt(path),
        (found) => found.length >= count,
      ),
    logOf: async (team: AlertTeam): Promise<Delivery[]> =>
      (await team.session.request('GET', `${channelsOf(team)}/${team.channel.id}/deliveries`)).body.deliveries,
    channelOf: async (team: AlertTeam): Promise<Channel> =>
      (await team.session.request('GET', channelsOf(team))).body.channels[0]!,
    test: (team: AlertTeam) => team.session.request('POST', `${channelsOf(team)}/${team.channel.id}/test`),
    /** Waits until every change so far was judged. */
    judgedAll: async () => {
      await digested(server)
      await until(
        async () => (await pool.query('select from pending_alerts')).rowCount,
        (waiting) => waiting === 0,
      )
    },
    /** Lets everything that rests be sent now. */
    releaseAll: () => pool.query('update channels set next_at = now()'),
  }
}
