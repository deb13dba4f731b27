import Type, { type Static } from 'typebox'
import { type ChannelMessage, colorOf, cut } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { answered, type ChannelKind, jsonRequest } from './kind.ts'
import { escapeMarkdown, markdownBody } from './markdown.ts'

const config = Type.Object({ url: webhookUrl('https://discord.com/api/webhooks/…') }, { additionalProperties: false })

const maxDescription = 4096

/**
 * Webhooks of Discord: one embed, and nobody is mentioned whatever a text says.
 *
 * @see https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 */
export const discord: ChannelKind<Static<typeof config>> = {
  config,
  address: ({ url }) => url,
  request: ({ url }, message) => jsonRequest(withWait(url), bodyOf(message)),
  edits: {
    reference: (response) => answered(response, ({ id }) => id),
    request: ({ url }, message, reference) => jsonRequest(messageUrl(url, reference), bodyOf(message), {}, 'PATCH'),
  },
  judge: ({ body }) => {
    // Unknown Webhook
    return /"code"\s*:\s*10015\b/.test(body.slice(0, 1000))
      ? { kind: 'broken', why: 'The webhook was removed.' }
      : undefined
  },
}

function bodyOf(message: ChannelMessage): object {
  const { title, link, at, items } = message
  const listed = { ...message, items: items.slice(0, 5) }
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeMarkdown(cut(title, 120)),
        url: link.url,
        description: markdownBody(listed, { written: escapeMarkdown, maxLength: maxDescription }),
        color: Number.parseInt(colorOf(message).slice(1), 16),
        timestamp: at.toISOString(),
      },
    ],
  }
}

/** @see https://discord.com/developers/docs/resources/webhook#edit-webhook-message */
function messageUrl(url: string, id: string): string {
  const address = new URL(url)
  address.pathname += `/messages/${encodeURIComponent(id)}`
  return address.href
}

/** Without `wait` Discord answers before it knows whether the message was taken. */
function withWait(url: string): string {
  const address = new URL(url)
  address.searchParams.set('wait', 'true')
  return address.href
}
