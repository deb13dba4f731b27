import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../../scripts/fuzz-runs.mjs'
import type { ServiceName } from './index.ts'
import { configs, hostileText, messageOf, requestOf, server } from './samples.ts'
import { webhook } from './webhook.ts'

/** Values of a request and the longest that its service documents, in characters unless they are bytes. */
type Limits = (body: string) => [value: string, longest: number][]

const bytes = (text: string) => 'x'.repeat(Buffer.byteLength(text))
const json = (body: string) => JSON.parse(body)

const limitsOf: Partial<Record<ServiceName, Limits>> = {
  // https://discord.com/developers/docs/resources/message#embed-object-embed-limits
  discord: (body) => [
    [json(body).embeds[0].title, 256],
    [json(body).embeds[0].description, 4096],
  ],
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
  teams: (body) => [[bytes(body), 28_000]],
  // https://developers.google.com/workspace/chat/api/guides/v1/messages/create
  google_chat: (body) => [[bytes(body), 32_000]],
  // https://zulip.com/api/send-message
  zulip: (body) => [
    [new URLSearchParams(body).get('content')!, 10_000],
    [new URLSearchParams(body).get('topic')!, 60],
  ],
  // https://spec.matrix.org/latest/client-server-api/#size-limits
  matrix: (body) => [[bytes(body), 65_536]],
  // https://core.telegram.org/bots/api#sendmessage
  telegram: (body) => [[json(body).text, 4096]],
  // https://docs.ntfy.sh/publish/#limitations
  ntfy: (body) => [[bytes(json(body).message), 4096]],
  // https://pushover.net/api#limits
  pushover: (body) => [
    [json(body).title, 250],
    [json(body).message, 1024],
    [json(body).url, 512],
    [json(body).url_title, 100],
  ],
  // https://developer.pagerduty.com/docs/send-alert-event
  pager_duty: (body) => [
    [json(body).payload.summary, 1024],
    [json(body).dedup_key, 255],
    [bytes(body), 512_000],
  ],
  // https://docs.opsgenie.com/docs/alert-api#create-alert
  opsgenie: (body) => [
    [json(body).message, 130],
    [json(body).alias, 512],
    [json(body).description, 15_000],
  ],
}

describe.each(Object.keys(limitsOf) as (keyof typeof limitsOf)[])('%s', (name) => {
  it.each(['x', '😀', '*_`', 'ж'])('takes the longest message of %s', (unit) => {
    const long = unit.repeat(3000)
    const items = Array.from({ length: 100 }, () => ({ text: long, url: `${server}/issues/iss_2` }))
    const link = { text: long, url: `${server}/${'i'.repeat(900)}` }
    const message = messageOf({ title: long, subject: long, facts: [long, long, long], items, more: 900, link })
    message.key = `bugle:${'k'.repeat(900)}`
    for (const [value, longest] of limitsOf[name]!(requestOf(name, message).body))
      expect([value.length > 0, value.length <= longest]).toEqual([true, true])
  })
})

it('a template of a webhook stays the JSON that it is, whatever an event says', () => {
  const template =
    '{"title": "{{ title }}", "more": ["{{text}}", "{{subject}} at {{at}}"], "{{id}}": {"url": "{{url}}"}}'
  fc.assert(
    fc.property(hostileText, hostileText, (subject, other) => {
      const message = messageOf({ subject, facts: [other] })
      const { body } = webhook.request({ ...(configs.webhook as { url: string; secret: string }), template }, message)
      expect(JSON.parse(body)).toEqual({
        title: message.title,
        more: [`${subject}\n${other}`, `${subject} at ${message.at.toISOString()}`],
        [message.id]: { url: message.link.url },
      })
    }),
    { numRuns: fuzzRuns(2000, 200) },
  )
})
