import Type, { type Static } from 'typebox'
import { type ChannelMessage, cut, fitting, moreOf, textWithin } from '../message.ts'
import { below, secret, serverUrl } from './fields.ts'
import { answered, type ChannelKind, type ChannelRequest, jsonRequest } from './kind.ts'

const config = Type.Object(
  {
    url: serverUrl('https://matrix.example.com'),
    access_token: secret('Access token of an account that is in the room.'),
    room_id: Type.String({ maxLength: 255, pattern: '^![^\\s/?#]+$', description: 'For example !abc:example.com.' }),
  },
  { additionalProperties: false },
)

/** An event of Matrix may have 64 kB. */
const maxHtml = 12_000

/**
 * Rooms of Matrix. The id of the message is that of the transaction, so that the server takes it once.
 *
 * @see https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes
 */
export const matrix: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: (given, message) => sent(given, message.id, contentOf(message)),
  edits: {
    reference: (response) => answered(response, ({ event_id }) => event_id),
    request: (given, message, reference) => {
      const content = contentOf(message)
      return sent(given, message.id, {
        ...content,
        body: `* ${content.body}`,
        'm.new_content': content,
        'm.relates_to': { rel_type: 'm.replace', event_id: reference },
      })
    },
  },
}

function sent(
  { url, access_token, room_id }: Static<typeof config>,
  transaction: string,
  content: object,
): ChannelRequest {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room_id)}/send/m.room.message/${encodeURIComponent(transaction)}`
  return jsonRequest(below(url, path), content, { authorization: `Bearer ${access_token}` }, 'PUT')
}

function contentOf(message: ChannelMessage) {
  const { title, subject, facts, items, more, link, settings } = message
  const linked = (text: string, to: string) => `<a href="${escaped(to)}">${escaped(text)}</a>`
  const html = [
    `<b>${escaped(cut(title, 200))}</b>`,
    ...(subject === undefined || subject === '' ? [] : [escaped(cut(subject, 1000))]),
    ...facts.map((fact) => escaped(cut(fact, 300))),
    ...items.map((item) => linked(cut(item.text, 150), item.url)),
    ...(more === 0 ? [] : [moreOf(more)]),
  ]
  const links = `${linked(link.text, link.url)} · ${linked(settings.text, settings.url)}`
  return {
    msgtype: 'm.text',
    body: [cut(title, 200), textWithin(message, 8000), link.url].join('\n'),
    format: 'org.matrix.custom.html',
    formatted_body: [...fitting(html, maxHtml), links].join('<br>'),
    // Nobody is mentioned, whatever a text says.
    'm.mentions': {},
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
