import type { Channel } from './alert-queries.ts'

/** Fields of the configuration of each kind of channel; those that end with `?` may be left out. See docs/alerts.md. */
export const channelFields: Record<Channel['kind'], { name: string; fields: string[] }> = {
  slack: { name: 'Slack', fields: ['url'] },
  mattermost: { name: 'Mattermost', fields: ['url'] },
  rocket_chat: { name: 'Rocket.Chat', fields: ['url'] },
  discord: { name: 'Discord', fields: ['url'] },
  teams: { name: 'Microsoft Teams', fields: ['url'] },
  google_chat: { name: 'Google Chat', fields: ['url'] },
  zulip: { name: 'Zulip', fields: ['url', 'email', 'api_key', 'stream', 'topic?'] },
  matrix: { name: 'Matrix', fields: ['url', 'access_token', 'room_id'] },
  telegram: { name: 'Telegram', fields: ['token', 'chat_id'] },
  ntfy: { name: 'ntfy', fields: ['url', 'topic', 'token?'] },
  gotify: { name: 'Gotify', fields: ['url', 'token'] },
  pushover: { name: 'Pushover', fields: ['token', 'user'] },
  pager_duty: { name: 'PagerDuty', fields: ['routing_key', 'region?'] },
  opsgenie: { name: 'Opsgenie', fields: ['url', 'api_key'] },
  alertmanager: { name: 'Alertmanager', fields: ['url', 'token?'] },
  webhook: { name: 'Webhook', fields: ['url'] },
}
