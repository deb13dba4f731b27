import Type, { type Static } from 'typebox'
import { type ChannelMessage, cut, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'

const config = Type.Object(
  { url: webhookUrl('https://….api.powerplatform.com/powerautomate/…') },
  { additionalProperties: false },
)

/**
 * Workflows of Microsoft Teams, with an Adaptive Card. A `TextBlock` would read its text as Markdown; a `TextRun` does not.
 *
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: ({ url }, message) =>
    jsonRequest(url, {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: cardOf(message) }],
    }),
}

/** The whole message may have 28 kB. */
function cardOf({ title, subject, facts, items, more, link, settings, level, state }: ChannelMessage) {
  const color =
    state === 'recovered' ? 'good' : level === 'info' ? 'accent' : level === 'warning' ? 'warning' : 'attention'
  const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })
  const line = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines })
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      line(run(cut(title, 200), { weight: 'bolder', size: 'medium', color })),
      ...(subject === undefined || subject === '' ? [] : [line(run(cut(subject, 1000), { weight: 'bolder' }))]),
      ...facts.map((fact) => line(run(cut(fact, 500), { isSubtle: true }))),
      ...items
        .slice(0, 10)
        .map(({ text, url }) => line(run(cut(text, 300), { selectAction: { type: 'Action.OpenUrl', url } }))),
      ...(more === 0 ? [] : [line(run(moreOf(more), { isSubtle: true }))]),
    ],
    actions: [link, settings].map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
  }
}
