import Type, { type Static } from 'typebox'
import { cut, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'

const config = Type.Object(
  { url: webhookUrl('https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…') },
  { additionalProperties: false },
)

/**
 * Webhooks of Google Chat, with a card. Its paragraphs read some HTML, so that texts are escaped.
 *
 * @see https://developers.google.com/workspace/chat/api/reference/rest/v1/cards
 */
export const googleChat: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: ({ url }, { id, title, subject, facts, items, more, link, settings }) => {
    const paragraph = (text: string) => ({ textParagraph: { text } })
    const widgets = [
      ...(subject === undefined || subject === '' ? [] : [paragraph(`<b>${escaped(cut(subject, 500))}</b>`)]),
      ...facts.map((fact) => paragraph(escaped(cut(fact, 300)))),
      ...items
        .slice(0, 10)
        .map((item) => paragraph(`<a href="${escaped(item.url)}">${escaped(cut(item.text, 150))}</a>`)),
      ...(more === 0 ? [] : [paragraph(moreOf(more))]),
      {
        buttonList: {
          buttons: [link, settings].map(({ text, url: to }) => ({ text, onClick: { openLink: { url: to } } })),
        },
      },
    ]
    return jsonRequest(url, {
      fallbackText: cut(title, 200),
      cardsV2: [{ cardId: id, card: { header: { title: cut(title, 200) }, sections: [{ widgets }] } }],
    })
  },
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
