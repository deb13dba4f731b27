import Type, { type Static } from 'typebox'
import { type ChannelMessage, cut, fitting, moreOf } from '../message.ts'
import { answered, type ChannelKind, jsonRequest } from './kind.ts'

const config = Type.Object(
  {
    token: Type.String({ maxLength: 100, pattern: '^\\d+:[\\w-]+$', description: 'Token of the bot, by @BotFather.' }),
    chat_id: Type.String({
      maxLength: 64,
      pattern: '^(?:-?\\d+|@\\w+)$',
      description: 'Id of the chat, or @name of a channel.',
    }),
  },
  { additionalProperties: false },
)

const maxText = 4096

/**
 * Bots of Telegram. Links are entities beside the text, so that nothing in it is markup.
 *
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export const telegram: ChannelKind<Static<typeof config>> = {
  config,
  address: () => 'https://api.telegram.org',
  request: ({ token, chat_id }, message) =>
    jsonRequest(below(token, 'sendMessage'), {
      chat_id,
      ...textOf(message),
      disable_notification: message.level === 'info',
    }),
  edits: {
    reference: (response) => answered(response, ({ result }) => (result as { message_id?: unknown })?.message_id),
    request: ({ token, chat_id }, message, reference) =>
      jsonRequest(below(token, 'editMessageText'), { chat_id, message_id: Number(reference), ...textOf(message) }),
  },
  judge: ({ status, body }) =>
    status === 400 && /chat not found/.test(body.slice(0, 1000))
      ? { kind: 'broken', why: 'Telegram does not know the chat, or the bot is not in it.' }
      : undefined,
}

function below(token: string, method: string): string {
  return `https://api.telegram.org/bot${token}/${method}`
}

function textOf({ title, subject, facts, items, more, link, settings }: ChannelMessage): object {
  const entities: { type: string; offset: number; length: number; url?: string }[] = []
  let text = ''
  const add = (part: string, entity?: { type: string; url?: string }) => {
    // Offsets count UTF-16 code units, as JavaScript does.
    if (entity !== undefined) entities.push({ ...entity, offset: text.length, length: part.length })
    text += part
  }
  add(cut(title, 200), { type: 'bold' })
  if (subject !== undefined) add(`\n${cut(subject, 1000)}`)
  for (const fact of fitting(
    facts.map((one) => cut(one, 300)),
    1200,
  ))
    add(`\n${fact}`)
  for (const { text: name, url } of items.slice(0, 8)) {
    add('\n')
    add(cut(name, 150), { type: 'text_link', url })
  }
  if (more > 0) add(`\n${moreOf(more)}`)
  add('\n')
  add(link.text, { type: 'text_link', url: link.url })
  add(' · ')
  add(settings.text, { type: 'text_link', url: settings.url })
  return { text: text.slice(0, maxText), entities, link_preview_options: { is_disabled: true } }
}
