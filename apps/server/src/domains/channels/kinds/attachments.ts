import type { Static } from 'typebox'
import Type from 'typebox'
import { colorOf, cut } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'
import { angled, markdownBody, withoutMarkup } from './markdown.ts'

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
        title: withoutMarkup(cut(title, 150)),
        title_link: link.url,
        text: markdownBody(message, {
          written: withoutMarkup,
          maxLength: maxText,
          ...(summary === 'text' && { linked: angled }),
        }),
      }
      const short = withoutMarkup(cut(title, 300))
      return jsonRequest(
        url,
        summary === 'text'
          ? { alias: 'Bugle', text: short, attachments: [attachment] }
          : { username: 'Bugle', attachments: [{ ...attachment, fallback: short }] },
      )
    },
  }
}
