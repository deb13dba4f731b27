import type { ChannelKindName } from '@bugle/protocol'
import { mattermost, rocketChat } from './attachments.ts'
import { discord } from './discord.ts'
import { googleChat } from './google-chat.ts'
import type { ChannelKind } from './kind.ts'
import { matrix } from './matrix.ts'
import { gotify, ntfy, pushover } from './ntfy.ts'
import { alertmanager, opsgenie, pagerDuty } from './pagers.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'
import { zulip } from './zulip.ts'

/** Kinds of channels that take requests: all but mail. */
export type ServiceName = Exclude<ChannelKindName, 'email'>

/** The services that a channel can be of, by the name in the API. */
export const channelKinds = {
  slack,
  mattermost,
  rocket_chat: rocketChat,
  discord,
  teams,
  google_chat: googleChat,
  zulip,
  matrix,
  telegram,
  ntfy,
  gotify,
  pushover,
  pager_duty: pagerDuty,
  opsgenie,
  alertmanager,
  webhook,
} satisfies Record<ServiceName, ChannelKind<never>>

/** Services that keep an alert until it is resolved: always notified of the end, and of each rule and project apart. */
export const keepingState: readonly ChannelKindName[] = ['pager_duty', 'opsgenie', 'alertmanager']

/** Returns the kind of a channel; what was entered for a channel was checked by the same schema. */
export function kindOf(name: ServiceName): ChannelKind<object> {
  return channelKinds[name] as unknown as ChannelKind<object>
}

export { type ChannelRequest, type ChannelResponse, type Outcome, outcomeOf } from './kind.ts'
export { extraEventsOf } from './webhook.ts'
