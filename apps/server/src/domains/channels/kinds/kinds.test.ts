import fc from 'fast-check'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import { type ChannelMessage, messageText } from '../message.ts'
import { channelKinds, outcomeOf, type ServiceName } from './index.ts'
import type { ChannelKind, ChannelRequest } from './kind.ts'

const configs: { [Name in ServiceName]: object } = {
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

const server = 'https://bugle.example.com'

function messageOf(given: Partial<ChannelMessage> = {}): ChannelMessage {
  return {
    id: 'dlv_1',
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

function requestOf(name: string, message: ChannelMessage): ChannelRequest {
  const kind = channelKinds[name as ServiceName] as unknown as ChannelKind<object>
  return kind.request(configs[name as ServiceName], message)
}

/** All texts of a request as its service reads them. */
function textsOf({ body, headers }: ChannelRequest): string[] {
  if (headers['content-type'] !== 'application/json') return [...new URLSearchParams(body).values()]
  const texts: string[] = []
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts
}

/** Text of an event, as it is made plain for every channel. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...['@everyone', '@here', '<!channel>', '<@U1>', '<https://evil.example|x>', '[x](https://evil.example)'],
      ...['**', '_', '`', '~', '|', '>', '<', '&', '"', '\\', '#', '- ', '\n', '\u202e', '\u0000', '{{title}}'],
      ...['http://evil.example', 'evil@example.com', '<b>', '</a>', ':tada:', '$$', 'x'.repeat(400), '😀'],
    ),
    { maxLength: 30 },
  )
  .map((parts) => messageText(parts.join(''), 1000))

const names = Object.keys(channelKinds)

describe.each(names)('%s', (name) => {
  it('has a configuration that its own schema takes, and refuses what it does not know', () => {
    const { config } = channelKinds[name as ServiceName]
    expect(Schema.Check(config, configs[name as ServiceName])).toBe(true)
    expect(Schema.Check(config, { ...configs[name as ServiceName], other: 1 })).toBe(false)
  })

  it('goes to the address that the channel names', () => {
    const kind = channelKinds[name as ServiceName] as unknown as ChannelKind<object>
    const { url } = requestOf(name, messageOf())
    expect(new URL(url).origin).toBe(new URL(kind.address(configs[name as ServiceName])).origin)
  })

  it('leads nowhere but to this server and mentions nobody, whatever an event says', () => {
    fc.assert(
      fc.property(hostile, hostile, (subject, other) => {
        const message = messageOf({
          subject,
          facts: [other, subject],
          items: [{ text: other, url: `${server}/issues/iss_2` }],
          more: 3,
        })
        for (const text of textsOf(requestOf(name, message))) {
          for (const [address] of text.matchAll(/https?:\/\/[^\s)>"|]*/g))
            expect(address.startsWith(server) || address.startsWith('http://adaptivecards.io/')).toBe(true)
          expect(text).not.toMatch(/@(?:everyone|here|channel|all)|<[!@#]|[\u202a-\u202e\u2066-\u2069]/)
        }
      }),
      { numRuns: fuzzRuns(2000, 100) },
    )
  })

  it('is small however much there is to say', () => {
    const long = 'x'.repeat(5000)
    const items = Array.from({ length: 100 }, () => ({ text: long, url: `${server}/issues/iss_2` }))
    const { body } = requestOf(name, messageOf({ title: long, subject: long, facts: [long, long], items, more: 5 }))
    if (name !== 'webhook') expect(Buffer.byteLength(body)).toBeLessThan(28_000)
  })
})

describe('an answer', () => {
  const judge = (status: number, body = '', headers = {}) => outcomeOf(channelKinds.discord, { status, body, headers })

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'broken'],
    [400, 'later'],
    [401, 'broken'],
    [404, 'broken'],
    [410, 'broken'],
    [429, 'later'],
    [500, 'later'],
  ])('of %i means %s', (status, kind) => {
    expect(judge(status)).toMatchObject({ kind })
  })

  it('says how long to wait, in a header or in its body, but not for ever', () => {
    expect(judge(429, '', { 'retry-after': '7' })).toMatchObject({ afterMs: 7000 })
    expect(judge(429, '{"retry_after": 0.25}')).toMatchObject({ afterMs: 250 })
    expect(judge(429, '', { 'retry-after': '999999' })).toMatchObject({ afterMs: 3_600_000 })
    expect(judge(429, '', { 'retry-after': 'soon' })).toMatchObject({ afterMs: undefined })
  })
})
