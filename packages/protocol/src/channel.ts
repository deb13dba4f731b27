import Type, { type Static } from 'typebox'
import { alertTriggers } from './alert.ts'
import { pageOf } from './page.ts'
import { QuietHours } from './push.ts'
import { described, line, nullable, oneOf, optional, Timestamp } from './schema.ts'

// Channels of an organization: the services that messages about issues go to, and what became of each message.

export const channelKinds = [
  'slack',
  'mattermost',
  'rocket_chat',
  'discord',
  'teams',
  'google_chat',
  'zulip',
  'matrix',
  'telegram',
  'ntfy',
  'gotify',
  'pushover',
  'pager_duty',
  'opsgenie',
  'alertmanager',
  'email',
  'webhook',
] as const
export type ChannelKindName = (typeof channelKinds)[number]

const ChannelKind = oneOf(...channelKinds)

const channelName = line(80, 'Unique in the organization, whatever its case.')

/** Address and secrets of a channel, by its kind: see docs/alerts.md. They are never sent back. */
const ChannelConfig = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 10_000 }), {
  description:
    'Address and secrets, by kind: docs/alerts.md lists the fields. They are encrypted, and never sent back. A webhook without `secret` gets one, which is returned once.',
})

export const Channel = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `chn_`.' }),
    kind: ChannelKind,
    name: Type.String(),
    host: Type.String({ description: 'Where its messages go.' }),
    state: described(
      '`failing`: the last attempt failed, and another follows. `broken`: the service takes nothing until the channel is changed.',
      oneOf('ok', 'failing', 'broken'),
    ),
    failure: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    quiet_hours: nullable(QuietHours),
    delivered_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  { $id: 'Channel' },
)
export type Channel = Static<typeof Channel>

export const ChannelList = Type.Object({ channels: Type.Array(Channel) }, { $id: 'ChannelList' })
export type ChannelList = Static<typeof ChannelList>

export const ChannelResponse = Type.Object({ channel: Channel }, { $id: 'ChannelResponse' })
export type ChannelResponse = Static<typeof ChannelResponse>

export const NewChannelResponse = Type.Object(
  { channel: Channel, secret: nullable(Type.String({ description: 'Signs the requests of a webhook.' })) },
  { $id: 'NewChannelResponse' },
)
export type NewChannelResponse = Static<typeof NewChannelResponse>

export const NewChannelBody = Type.Object(
  { kind: ChannelKind, name: channelName, config: ChannelConfig },
  { additionalProperties: false },
)
export type NewChannelBody = Static<typeof NewChannelBody>

export const ChangeChannelBody = Type.Object(
  { name: optional(channelName), config: optional(ChannelConfig), quiet_hours: optional(QuietHours) },
  { additionalProperties: false },
)
export type ChangeChannelBody = Static<typeof ChangeChannelBody>

/** Events that a webhook is sent beside the messages of rules, where its configuration asks for them. */
export const extraEvents = ['incident.firing', 'incident.recovered', 'audit.entry'] as const

/** One subject that a channel was notified of, or is to be. */
export const Delivery = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `dlv_`. The `webhook-id` of a webhook.' }),
    event: oneOf(...alertTriggers, 'recovered', ...extraEvents, 'test'),
    rule_id: nullable(Type.String()),
    project_id: nullable(Type.String()),
    issue_id: nullable(Type.String()),
    created_at: Timestamp,
    state: described(
      '`waiting`, `delivered`, or `dropped`: decided meanwhile, or older than a day.',
      oneOf('waiting', 'delivered', 'dropped'),
    ),
    done_at: nullable(Timestamp),
    attempts: Type.Integer(),
    status: nullable(Type.Integer({ description: 'Status that the service answered with.' })),
    ms: nullable(Type.Integer({ description: 'Milliseconds of the last attempt.' })),
    failure: nullable(Type.String()),
  },
  { $id: 'Delivery' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryPage = pageOf('DeliveryPage', 'deliveries', Delivery)
export type DeliveryPage = Static<typeof DeliveryPage>
