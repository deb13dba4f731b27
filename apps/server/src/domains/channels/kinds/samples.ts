import fc from 'fast-check'
import { type ChannelMessage, messageText } from '../message.ts'
import { channelKinds, type ServiceName } from './index.ts'
import type { ChannelKind, ChannelRequest } from './kind.ts'

/** A configuration of each kind. */
export const configs: { [Name in ServiceName]: object } = {
  slack: { url: 'https://hooks.slack.com/services/T0/B0/secret' },
  mattermost: { url: 'https://chat.example.com/hooks/secret' },
  rocket_chat: { url: 'https://chat.example.com/hooks/id/secret' },
  discord: { url: 'https://discord.com/api/webhooks/1/secret' },
  teams: { url: 'https://a.api.powerplatform.com/powerautomate/secret' },
  google_chat: { url: 'https://chat.googleapis.com/v1/spaces/a/messages?key=k&token=secret' },
  zulip: { url: 'https://example.zulipchat.com/', email: 'bot@example.com', api_key: 'secret', stream: 'ops' },
  matrix: { url: 'https://matrix.example.com', access_token: 'secret', room_id: '!abc:example.com' },
  telegram: { token: '123:secret', chat_id: '-100123' },
  ntfy: { url: 'https://ntfy.sh', topic: 'ops', token: 'secret' },
  gotify: { url: 'https://gotify.example.com', token: 'secret' },
  pushover: { token: 'secret', user: 'user' },
  pager_duty: { routing_key: 'a'.repeat(32) },
  opsgenie: { url: 'https://api.opsgenie.com', api_key: 'secret' },
  alertmanager: { url: 'https://alertmanager.example.com' },
  webhook: { url: 'https://example.com/bugle', secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
}

export const server = 'https://bugle.example.com'

/** A message about an issue. */
export function messageOf(given: Partial<ChannelMessage> = {}): ChannelMessage {
  return {
    id: 'dlv_1',
    organizationId: 'org_1',
    event: 'issue.new',
    at: new Date('2026-11-27T03:12:00Z'),
    key: 'bugle:iss_1',
    state: 'firing',
    level: 'error',
    title: 'New issue in shop-web',
    subject: 'TypeError: Cannot read properties of undefined',
    facts: ['cart/sum.ts in total', '37 events, 21 people'],
    items: [],
    more: 0,
    link: { text: 'Open SHOP-132', url: `${server}/issues/iss_1` },
    settings: { text: 'Settings', url: `${server}/organizations/1/alerts` },
    data: { issue: { id: 'iss_1' } },
    ...given,
  }
}

export function requestOf(name: string, message: ChannelMessage): ChannelRequest {
  const kind = channelKinds[name as ServiceName] as unknown as ChannelKind<object>
  return kind.request(configs[name as ServiceName], message)
}

/** Text of an event, as it is made plain for every channel. */
export const hostileText = fc
  .array(
    fc.constantFrom(
      ...['@everyone', '@here', '<!channel>', '<@U1>', '<https://evil.example|x>', '[x](https://evil.example)'],
      ...['**', '_', '`', '~', '|', '>', '<', '&', '"', '\\', '#', '- ', '\n', '\u202e', '\u0000', '{{title}}'],
      ...['http://evil.example', 'evil@example.com', '<b>', '</a>', ':tada:', '$$', 'x'.repeat(400), '😀'],
    ),
    { maxLength: 30 },
  )
  .map((parts) => messageText(parts.join(''), 1000))
