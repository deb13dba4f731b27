import type { ContextBlock, KnownBlock, MrkdwnElement, PlainTextElement, SectionBlock } from '@slack/types'
import Type, { type Static } from 'typebox'
import { colorOf, cut, linesOf, type MessageLink, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'
import { linkLabel } from './markdown.ts'

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
    const { title, subject, items, more, link, settings } = message
    const facts = message.facts.filter((fact) => fact !== '')
    const blocks: KnownBlock[] = [
      { type: 'header', text: plain(title, 150) },
      ...(subject === undefined || subject === '' ? [] : [section(plain(subject, 3000))]),
      ...(facts.length === 0 ? [] : [context(plain(facts.join('\n'), 2000))]),
      ...items.slice(0, 10).map((item) => section(linked(item))),
      ...(more === 0 ? [] : [context(plain(moreOf(more), 100))]),
      section(linked(link)),
      context(linked(settings)),
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

function section(text: PlainTextElement | MrkdwnElement): SectionBlock {
  return { type: 'section', text }
}

function context(element: PlainTextElement | MrkdwnElement): ContextBlock {
  return { type: 'context', elements: [element] }
}

function plain(text: string, maxLength: number): PlainTextElement {
  return { type: 'plain_text', text: cut(text, maxLength), emoji: false }
}

/** A link is markup; its label is read as such, too. */
function linked({ text, url }: MessageLink): MrkdwnElement {
  return { type: 'mrkdwn', text: `<${escaped(url)}|${escaped(linkLabel(cut(text, 300)) || 'Open')}>`, verbatim: true }
}

/** @see https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
