import Type, { type Static } from 'typebox'
import { cut } from '../message.ts'
import { below, nameWithin, secret, serverUrl } from './fields.ts'
import type { ChannelKind } from './kind.ts'
import { markdownBody, withoutMarkup } from './markdown.ts'

const config = Type.Object(
  {
    url: serverUrl('https://example.zulipchat.com'),
    email: secret('Address of the bot.'),
    api_key: secret('Key of the bot.'),
    stream: nameWithin('Channel of Zulip.'),
    topic: Type.Optional(nameWithin('Topic; by default the project.')),
  },
  { additionalProperties: false },
)

/** Zulip allows 10,000 characters. */
const maxContent = 8000
const maxTopic = 60

/** Messages of a bot of Zulip (https://zulip.com/api/send-message). */
export const zulip: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: ({ url, email, api_key, stream, topic }, message) => {
    const title = cut(message.title, 200)
    const heading = `**${withoutMarkup(title)}**`
    const body = markdownBody(message, { written: withoutMarkup, maxLength: maxContent - heading.length - 1 })
    return {
      url: below(url, '/api/v1/messages'),
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        type: 'stream',
        to: stream,
        topic: cut(topic ?? title, maxTopic),
        content: `${heading}\n${body}`,
      }).toString(),
    }
  },
  judge: ({ status, body }) =>
    status === 400 && /"code"\s*:\s*"STREAM_DOES_NOT_EXIST"/.test(body.slice(0, 2000))
      ? { kind: 'broken', why: 'The channel of Zulip does not exist.' }
      : undefined,
}
