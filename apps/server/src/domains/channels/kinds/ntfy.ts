import type { Level } from '@bugle/protocol'
import Type, { type Static } from 'typebox'
import { type ChannelMessage, cut, textWithin } from '../message.ts'
import { below, secret, serverUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'

const ntfyConfig = Type.Object(
  {
    url: serverUrl('https://ntfy.sh'),
    topic: Type.String({ maxLength: 64, pattern: '^[\\w-]{1,64}$', description: 'Whoever knows it can read along.' }),
    token: Type.Optional(secret('Access token.')),
  },
  { additionalProperties: false },
)

/** ntfy makes a file of anything above 4096 bytes; a character has three at most. */
const maxCharacters = 1300
/** Longest message to Gotify, which has no limit of its own. */
const maxText = 4000

/** Topics of ntfy (https://docs.ntfy.sh/publish/#publish-as-json). */
export const ntfy: ChannelKind<Static<typeof ntfyConfig>> = {
  config: ntfyConfig,
  address: ({ url }) => url,
  request: ({ url, topic, token }, message) =>
    jsonRequest(
      below(url, '/'),
      {
        topic,
        title: cut(message.title, 200),
        message: textWithin(message, maxCharacters) || message.title,
        priority: priorityOf(message, { fatal: 5, error: 4, warning: 3, info: 2 }),
        tags: [message.state === 'recovered' ? 'white_check_mark' : message.level],
        click: message.link.url,
        actions: [{ action: 'view', label: message.settings.text, url: message.settings.url }],
      },
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    ),
}

const gotifyConfig = Type.Object(
  { url: serverUrl('https://gotify.example.com'), token: secret('Token of an application.') },
  { additionalProperties: false },
)

/** Applications of Gotify (https://gotify.net/docs/pushmsg). */
export const gotify: ChannelKind<Static<typeof gotifyConfig>> = {
  config: gotifyConfig,
  address: ({ url }) => url,
  request: ({ url, token }, message) =>
    jsonRequest(
      below(url, '/message'),
      {
        title: cut(message.title, 200),
        message: [textWithin(message, maxText), message.link.url].join('\n'),
        priority: priorityOf(message, { fatal: 10, error: 7, warning: 5, info: 2 }),
        extras: {
          'client::display': { contentType: 'text/plain' },
          'client::notification': { click: { url: message.link.url } },
        },
      },
      { 'x-gotify-key': token },
    ),
}

const pushoverConfig = Type.Object(
  { token: secret('Token of the application.'), user: secret('Key of the user or group.') },
  { additionalProperties: false },
)

/** Pushover (https://pushover.net/api). */
export const pushover: ChannelKind<Static<typeof pushoverConfig>> = {
  config: pushoverConfig,
  address: () => 'https://api.pushover.net',
  request: ({ token, user }, message) =>
    jsonRequest('https://api.pushover.net/1/messages.json', {
      token,
      user,
      title: cut(message.title, 250),
      message: textWithin(message, 1024) || message.title,
      url: message.link.url.slice(0, 512),
      url_title: cut(message.link.text, 100),
      // 2 would ask for a confirmation, again and again.
      priority: priorityOf(message, { fatal: 1, error: 0, warning: 0, info: -1 }),
      timestamp: Math.floor(message.at.getTime() / 1000),
    }),
  judge: ({ status, body }) =>
    status === 400 && /(?:user|application token|token) .{0,40}invalid/.test(body.slice(0, 1000))
      ? { kind: 'broken', why: 'Pushover does not know the token or the user.' }
      : undefined,
}

function priorityOf({ level, state }: ChannelMessage, priorities: Record<Level, number>): number {
  return state === 'recovered' ? priorities.info : priorities[level]
}
