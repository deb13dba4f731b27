import type { Static } from 'typebox'
import Type from 'typebox'
import { type ChannelMessage, colorOf, cut, fitting, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'
import { escapeMarkdown } from './markdown.ts'

/** Mattermost and Rocket.Chat both cut attachments far above this. */
const maxText = 4000

/** Incoming webhooks of Mattermost (https://developers.mattermost.com/integrate/reference/message-attachments/). */
export const mattermost = withAttachments('https://chat.example.com/hooks/…', 'fallback')
/** Incoming webhooks of Rocket.Chat (https://docs.rocket.chat/docs/integrations). */
export const rocketChat = withAttachments('https://chat.example.com/hooks/…/…', 'text')

/** @param summary where the message stands that notifications show */
function withAttachments(example: string, summary: 'fallback' | 'text'): ChannelKind<{ url: string }> {
  const config = Type.Object({ url: webhookUrl(example) }, { additionalProperties: false })
  return {
    config,
    address: ({ url }: Static<typeof config>) => url,
    request: ({ url }, message) => {
      const { title, link } = message
      const attachment = {
        color: colorOf(message),
        title: escapeMarkdown(cut(title, 150)),
        title_link: link.url,
        text: textOf(message),
      }
      const short = escapeMarkdown(cut(title, 300))
      return jsonRequest(
        url,
        summary === 'text'
          ? { alias: 'Bugle', text: short, attachments: [attachment] }
          : { username: 'Bugle', attachments: [{ ...attachment, fallback: short }] },
      )
    },
  }
}

function textOf({ subject, facts, items, more, link, settings }: ChannelMessage): string {
  const links = `[${link.text}](${link.url}) · [${settings.text}](${settings.url})`
  const lines = [
    ...(subject === undefined ? [] : [`**${escapeMarkdown(cut(subject, 500))}**`]),
    ...facts.map((fact) => escapeMarkdown(cut(fact, 300))),
    ...items.map((item) => `[${escapeMarkdown(cut(item.text, 150))}](${item.url})`),
    ...(more === 0 ? [] : [moreOf(more)]),
  ]
  return [...fitting(lines, maxText - links.length), links].join('\n')
}
