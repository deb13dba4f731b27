import Type, { type Static } from 'typebox'
import { colorOf, cut, linesOf, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'

const config = Type.Object({ url: webhookUrl('https://hooks.slack.com/services/…') }, { additionalProperties: false })

/**
 * Incoming webhooks of Slack. Text of events is in `plain_text` objects alone, which know no markup; only our own words and
 * links are `mrkdwn`.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks lengths of blocks
 */
export const slack: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: ({ url }, message) => {
    const { title, subject, facts, items, more, link, settings } = message
    const plain = (text: string, maxLength: number) => ({
      type: 'plain_text',
      text: cut(text, maxLength),
      emoji: false,
    })
    const section = (text: object) => ({ type: 'section', text })
    const markup = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })
    const linked = ({ text, url: to }: { text: string; url: string }) => `<${to}|${escaped(cut(text, 300))}>`
    const blocks = [
      { type: 'header', text: plain(title, 150) },
      ...(subject === undefined ? [] : [section(plain(subject, 3000))]),
      ...(facts.length === 0 ? [] : [{ type: 'context', elements: [plain(facts.join('\n'), 2000)] }]),
      ...items.slice(0, 10).map((item) => section(markup(linked(item)))),
      ...(more === 0 ? [] : [{ type: 'context', elements: [plain(moreOf(more), 100)] }]),
      section(markup(linked(link))),
      { type: 'context', elements: [markup(linked(settings))] },
    ]
    return jsonRequest(url, {
      // Shown in notifications, where blocks are not.
      text: escaped(cut([title, ...linesOf({ ...message, items: [] })].join('\n'), 1000)),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      attachments: [{ color: colorOf(message), blocks }],
    })
  },
  judge: ({ body }) => {
    const why = { no_service: 'The webhook was removed.', channel_is_archived: 'The channel is archived.' }[body.trim()]
    return why === undefined ? undefined : { kind: 'broken', why }
  },
}

/** @see https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
