import Type, { type Static } from 'typebox'
import { colorOf, cut, fitting, moreOf } from '../message.ts'
import { webhookUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'
import { escapeMarkdown } from './markdown.ts'

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
  request: ({ url }, message) => {
    const { title, subject, facts, items, more, link, settings, at } = message
    const links = `[${link.text}](${link.url}) · [${settings.text}](${settings.url})`
    const lines = [
      ...(subject === undefined ? [] : [`**${escapeMarkdown(cut(subject, 500))}**`]),
      ...facts.map((fact) => escapeMarkdown(cut(fact, 300))),
      ...items.slice(0, 5).map((item) => `[${escapeMarkdown(cut(item.text, 150))}](${item.url})`),
      ...(more === 0 ? [] : [moreOf(more)]),
    ]
    return jsonRequest(withWait(url), {
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: escapeMarkdown(cut(title, 120)),
          url: link.url,
          description: [...fitting(lines, maxDescription - links.length - 1), links].join('\n'),
          color: Number.parseInt(colorOf(message).slice(1), 16),
          timestamp: at.toISOString(),
        },
      ],
    })
  },
  judge: ({ body }) => {
    // Unknown Webhook
    return /"code"\s*:\s*10015\b/.test(body.slice(0, 1000))
      ? { kind: 'broken', why: 'The webhook was removed.' }
      : undefined
  },
}

/** Without `wait` Discord answers before it knows whether the message was taken. */
function withWait(url: string): string {
  const address = new URL(url)
  address.searchParams.set('wait', 'true')
  return address.href
}
