import { createHmac } from 'node:crypto'
import { type AlertTrigger, alertTriggers, webhookTypeOf } from '@bugle/protocol'
import Type, { type Static } from 'typebox'
import { type ChannelMessage, linesOf, type MessageEvent } from '../message.ts'
import { webhookUrl } from './fields.ts'
import type { ChannelKind } from './kind.ts'

const signingSecret = Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$' })

const config = Type.Object(
  {
    url: webhookUrl('https://example.com/bugle'),
    secret: signingSecret,
    /** Signs as well while receivers change to the new one. */
    former_secret: Type.Optional(signingSecret),
    former_until: Type.Optional(Type.String({ format: 'date-time' })),
    events: Type.Optional(
      Type.String({
        pattern: '^rules(,incidents)?(,audit)?$',
        description: 'What it is sent: `rules`, and where they are named, `incidents` and the `audit` trail.',
      }),
    ),
    template: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'Body in place of ours: JSON in which {{title}} and the like stand within texts.',
      }),
    ),
  },
  { additionalProperties: false },
)

type WebhookConfig = Static<typeof config>

/**
 * Signed requests to a program (https://www.standardwebhooks.com). A receiver knows a request that it has by its
 * `webhook-id`, and one of somebody else by its signature.
 */
export const webhook: ChannelKind<WebhookConfig> = {
  config,
  address: ({ url }) => url,
  request: (given, message) => {
    const body = given.template === undefined ? JSON.stringify(bodyOf(message)) : filled(given.template, message)
    const seconds = Math.floor(Date.now() / 1000)
    return {
      url: given.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signaturesOf(given, `${message.id}.${seconds}.${body}`),
        'x-bugle-event': typeOf(message),
      },
      body,
    }
  },
}

function bodyOf(message: ChannelMessage): object {
  const { organizationId, at, data } = message
  return { type: typeOf(message), timestamp: at.toISOString(), organization_id: organizationId, data }
}

/** The name of an event outside (docs/adr/0050). */
function typeOf({ event }: ChannelMessage): string {
  if (event === 'recovered') return 'incident.recovered'
  return isTrigger(event) ? webhookTypeOf(event) : event
}

function isTrigger(event: MessageEvent): event is AlertTrigger {
  return (alertTriggers as readonly string[]).includes(event)
}

/** Returns what a webhook is sent beside the messages of rules. */
export function extraEventsOf({ events = 'rules' }: { events?: string }): string[] {
  return events.split(',').filter((one) => one !== 'rules')
}

/** One signature for each secret, the current one first. */
function signaturesOf({ secret, former_secret, former_until }: WebhookConfig, signed: string): string {
  const isOver = former_until !== undefined && Date.parse(former_until) <= Date.now()
  return [secret, ...(former_secret === undefined || isOver ? [] : [former_secret])]
    .map((one) => Buffer.from(one.slice('whsec_'.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}

/** The values of a template by their names. */
export const templateValues: Record<string, (message: ChannelMessage) => string> = {
  id: ({ id }) => id,
  event: typeOf,
  state: ({ state }) => state,
  level: ({ level }) => level,
  key: ({ key }) => key,
  at: ({ at }) => at.toISOString(),
  title: ({ title }) => title,
  subject: ({ subject }) => subject ?? '',
  text: (message) => linesOf(message).join('\n'),
  url: ({ link }) => link.url,
}

/** Puts values into the texts of a JSON document; a value can neither end its text nor add a key. */
function filled(template: string, message: ChannelMessage): string {
  return template.replaceAll(/\{\{\s*([a-z]{1,20})\s*\}\}/g, (whole, name: string) => {
    const value = templateValues[name]
    return value === undefined ? whole : JSON.stringify(value(message)).slice(1, -1)
  })
}
