import Type, { type Static } from 'typebox'
import { cut, fitting, moreOf } from '../message.ts'
import { below, nameWithin, secret, serverUrl } from './fields.ts'
import type { ChannelKind } from './kind.ts'
import { escapeMarkdown } from './markdown.ts'

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
  request: ({ url, email, api_key, stream, topic }, { title, subject, facts, items, more, link, settings }) => {
    const links = `[${link.text}](${link.url}) · [${settings.text}](${settings.url})`
    const lines = [
      `**${escapeMarkdown(cut(title, 200))}**`,
      ...(subject === undefined ? [] : [escapeMarkdown(cut(subject, 1000))]),
      ...facts.map((fact) => escapeMarkdown(cut(fact, 300))),
      ...items.map((item) => `[${escapeMarkdown(cut(item.text, 150))}](${item.url})`),
      ...(more === 0 ? [] : [moreOf(more)]),
    ]
    const content = [...fitting(lines, maxContent - links.length), links].join('\n')
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
        content,
      }).toString(),
    }
  },
  judge: ({ status, body }) =>
    status === 400 && /"code"\s*:\s*"STREAM_DOES_NOT_EXIST"/.test(body.slice(0, 2000))
      ? { kind: 'broken', why: 'The channel of Zulip does not exist.' }
      : undefined,
}
