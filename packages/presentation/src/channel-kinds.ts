import type { Schemas } from '@bugle/api-client'
import { t } from './i18n.ts'

export type ChannelKind = Schemas['Channel']['kind']

/** A field of the configuration of a channel. */
export interface ChannelField {
  name: string
  label: string
  /** An example, or where to find the value. */
  hint?: string
  placeholder?: string
  isOptional?: boolean
  /** Values to choose from, each with its label. */
  options?: [value: string, label: string][]
}

/**
 * Looks of messages: a chat with a colored bar, a card, lines of text, a notification of a phone, an alert of a pager, a mail, a request.
 */
export type ChannelLook = 'chat' | 'card' | 'text' | 'phone' | 'pager' | 'mail' | 'request'

export interface ChannelKindText {
  name: string
  look: ChannelLook
  /** Where the address is found. */
  help: string
  fields: ChannelField[]
}

const webhookUrl = (placeholder: string): ChannelField => ({ name: 'url', label: t('Webhook address'), placeholder })
const serverUrl = (placeholder: string): ChannelField => ({
  name: 'url',
  label: t('Address of the server'),
  placeholder,
})

/** Texts of each kind of channel, in the order of the form. */
export const channelKinds = (): Record<ChannelKind, ChannelKindText> => ({
  slack: {
    name: 'Slack',
    look: 'chat',
    help: t(
      'Create an app at api.slack.com/apps, turn on Incoming Webhooks, then choose Add New Webhook and the channel. Copy the address that it shows.',
    ),
    fields: [webhookUrl('https://hooks.slack.com/services/…')],
  },
  discord: {
    name: 'Discord',
    look: 'chat',
    help: t('Open Edit Channel, Integrations, Webhooks. Create one and copy its address.'),
    fields: [webhookUrl('https://discord.com/api/webhooks/…')],
  },
  teams: {
    name: 'Microsoft Teams',
    look: 'card',
    help: t(
      'Open the menu of the channel, choose Workflows, then “Post to a channel when a webhook request is received”. Copy the address at its end.',
    ),
    fields: [webhookUrl('https://….api.powerplatform.com/powerautomate/…')],
  },
  mattermost: {
    name: 'Mattermost',
    look: 'chat',
    help: t('Open Integrations, Incoming Webhooks. Add one for the channel and copy its address.'),
    fields: [webhookUrl('https://chat.example.com/hooks/…')],
  },
  rocket_chat: {
    name: 'Rocket.Chat',
    look: 'chat',
    help: t('Open Workspace, Integrations, New, Incoming. Choose the channel, save, and copy the webhook address.'),
    fields: [webhookUrl('https://chat.example.com/hooks/…')],
  },
  google_chat: {
    name: 'Google Chat',
    look: 'card',
    help: t('Open Apps & integrations of the space, Webhooks. Add one and copy its address.'),
    fields: [webhookUrl('https://chat.googleapis.com/v1/spaces/…')],
  },
  zulip: {
    name: 'Zulip',
    look: 'text',
    help: t('Open Settings, Bots, and add a generic bot. It shows the address and the key of the bot.'),
    fields: [
      serverUrl('https://example.zulipchat.com'),
      { name: 'email', label: t('E-mail of the bot'), placeholder: 'bugle-bot@example.zulipchat.com' },
      { name: 'api_key', label: t('Key of the bot') },
      { name: 'stream', label: t('Channel of Zulip'), placeholder: 'ops' },
      {
        name: 'topic',
        label: t('Topic'),
        hint: t('By default, messages are sorted by their title.'),
        isOptional: true,
      },
    ],
  },
  matrix: {
    name: 'Matrix',
    look: 'text',
    help: t(
      'Make an account for Bugle and let it join the room. Its access token is under Help & About, the id of the room under Room settings, Advanced.',
    ),
    fields: [
      serverUrl('https://matrix.example.com'),
      { name: 'access_token', label: t('Access token') },
      { name: 'room_id', label: t('Id of the room'), placeholder: '!abc:example.com' },
    ],
  },
  telegram: {
    name: 'Telegram',
    look: 'text',
    help: t(
      'Ask @BotFather for a bot and copy its token. Add the bot to the chat; @userinfobot tells the id of a chat, which begins with a minus for groups.',
    ),
    fields: [
      { name: 'token', label: t('Token of the bot'), placeholder: '123456:ABC…' },
      { name: 'chat_id', label: t('Id of the chat'), placeholder: '-100123456' },
    ],
  },
  ntfy: {
    name: 'ntfy',
    look: 'phone',
    help: t(
      'Choose any topic and subscribe to it in the app. Whoever knows the topic reads along, so make it long, or protect it by a token.',
    ),
    fields: [
      serverUrl('https://ntfy.sh'),
      { name: 'topic', label: t('Topic'), placeholder: 'bugle-3f9c2a' },
      { name: 'token', label: t('Access token'), isOptional: true },
    ],
  },
  gotify: {
    name: 'Gotify',
    look: 'phone',
    help: t('Open Apps, Create application, and copy its token.'),
    fields: [serverUrl('https://gotify.example.com'), { name: 'token', label: t('Token of the application') }],
  },
  pushover: {
    name: 'Pushover',
    look: 'phone',
    help: t(
      'Choose Create an Application at pushover.net for the token. The key of the user or group is on the first page there.',
    ),
    fields: [
      { name: 'token', label: t('Token of the application') },
      { name: 'user', label: t('Key of the user or group') },
    ],
  },
  pager_duty: {
    name: 'PagerDuty',
    look: 'pager',
    help: t('Open Integrations of a service, add Events API v2, and copy its integration key.'),
    fields: [
      { name: 'routing_key', label: t('Integration key') },
      {
        name: 'region',
        label: t('Region'),
        options: [
          ['us', t('United States')],
          ['eu', t('European Union')],
        ],
        isOptional: true,
      },
    ],
  },
  opsgenie: {
    name: 'Opsgenie',
    look: 'pager',
    help: t('Add an API integration to a team, also in Jira Service Management, and copy its key.'),
    fields: [serverUrl('https://api.opsgenie.com'), { name: 'api_key', label: t('Key of the integration') }],
  },
  alertmanager: {
    name: 'Alertmanager',
    look: 'pager',
    help: t(
      'Enter the address at which its API is reached, without a path. A token is needed only for a proxy before it.',
    ),
    fields: [
      serverUrl('https://alertmanager.example.com'),
      { name: 'token', label: t('Access token'), isOptional: true },
    ],
  },
  email: {
    name: t('E-mail'),
    look: 'mail',
    help: t('Enter one address, such as a mailing list. Whoever reads it can end the mails by the link in each.'),
    fields: [{ name: 'address', label: t('E-mail address'), placeholder: 'ops@example.com' }],
  },
  webhook: {
    name: 'Webhook',
    look: 'request',
    help: t(
      'Enter the address of your program. Each request is signed by a secret, which is shown once after the channel is created.',
    ),
    fields: [
      { name: 'url', label: t('Address of your program'), placeholder: 'https://example.com/bugle' },
      {
        name: 'events',
        label: t('What it is sent'),
        options: [
          ['rules', t('What rules report')],
          ['rules,incidents', t('What rules report, and each incident')],
          ['rules,audit', t('What rules report, and the audit trail')],
          ['rules,incidents,audit', t('What rules report, each incident, and the audit trail')],
        ],
        isOptional: true,
      },
      {
        name: 'template',
        label: t('Body of your own'),
        hint: t('JSON in which {{example}} and the like stand within texts; docs/alerts.md lists the names.', {
          example: '{{title}}',
        }),
        isOptional: true,
      },
    ],
  },
})
