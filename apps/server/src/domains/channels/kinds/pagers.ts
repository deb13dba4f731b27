import type { Level } from '@bugle/protocol'
import Type, { type Static } from 'typebox'
import { type ChannelMessage, cut, textWithin } from '../message.ts'
import { below, secret, serverUrl } from './fields.ts'
import { type ChannelKind, jsonRequest } from './kind.ts'

/** Facts and listed issues of a message: far below what each of these services allows. */
const maxDetails = 8000

const pagerDutyConfig = Type.Object(
  {
    routing_key: Type.String({ pattern: '^[0-9a-zA-Z]{32}$', description: 'Integration key of Events API v2.' }),
    region: Type.Optional(Type.Union([Type.Literal('us'), Type.Literal('eu')])),
  },
  { additionalProperties: false },
)

/**
 * PagerDuty: an incident opens with the first message about a subject, and is resolved with the last.
 *
 * @see https://developer.pagerduty.com/docs/send-alert-event
 */
export const pagerDuty: ChannelKind<Static<typeof pagerDutyConfig>> = {
  config: pagerDutyConfig,
  address: ({ region }) => (region === 'eu' ? 'https://events.eu.pagerduty.com' : 'https://events.pagerduty.com'),
  request: (given, message) => {
    const { key, state, at, link, level } = message
    const address = below(pagerDuty.address(given), '/v2/enqueue')
    const named = { routing_key: given.routing_key, dedup_key: cut(key, 255) }
    if (state === 'recovered') return jsonRequest(address, { ...named, event_action: 'resolve' })
    return jsonRequest(address, {
      ...named,
      event_action: 'trigger',
      client: 'Bugle',
      client_url: link.url,
      links: [{ href: link.url, text: link.text }],
      payload: {
        summary: cut(summaryOf(message), 1024),
        severity: { fatal: 'critical', error: 'error', warning: 'warning', info: 'info' }[level],
        source: 'Bugle',
        timestamp: at.toISOString(),
        custom_details: { facts: textWithin(message, maxDetails) },
      },
    })
  },
}

const opsgenieConfig = Type.Object(
  { url: serverUrl('https://api.opsgenie.com'), api_key: secret('Key of an API integration.') },
  { additionalProperties: false },
)

/** The alert API of Opsgenie, which Jira Service Management has as well (https://docs.opsgenie.com/docs/alert-api). */
export const opsgenie: ChannelKind<Static<typeof opsgenieConfig>> = {
  config: opsgenieConfig,
  address: ({ url }) => url,
  request: ({ url, api_key }, message) => {
    const { key, state, level, link } = message
    const alias = cut(key, 512)
    const headers = { authorization: `GenieKey ${api_key}` }
    if (state === 'recovered')
      return jsonRequest(
        below(url, `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`),
        { source: 'Bugle' },
        headers,
      )
    return jsonRequest(
      below(url, '/v2/alerts'),
      {
        alias,
        message: cut(summaryOf(message), 130),
        description: [textWithin(message, maxDetails), link.url].join('\n'),
        source: 'Bugle',
        priority: { fatal: 'P1', error: 'P2', warning: 'P3', info: 'P5' }[level],
        details: { url: link.url },
      },
      headers,
    )
  },
}

const alertmanagerConfig = Type.Object(
  {
    url: serverUrl('https://alertmanager.example.com'),
    token: Type.Optional(secret('Bearer token of the proxy before it.')),
  },
  { additionalProperties: false },
)

/** Longer than the time between two messages about one subject, so that Alertmanager does not end it by itself. */
const firingMs = 24 * 3_600_000

/** Alertmanager of Prometheus (https://prometheus.io/docs/alerting/latest/alerts_api/). */
export const alertmanager: ChannelKind<Static<typeof alertmanagerConfig>> = {
  config: alertmanagerConfig,
  address: ({ url }) => url,
  request: ({ url, token }, message) => {
    const { key, event, level, state, at, link } = message
    const endsAt = state === 'recovered' ? at : new Date(at.getTime() + firingMs)
    const alert = {
      // The same for all of an alert, which is resolved by them.
      labels: { alertname: 'Bugle', subject: key },
      annotations: {
        event,
        severity: severityOf(level),
        summary: summaryOf(message),
        description: textWithin(message, maxDetails),
      },
      startsAt: at.toISOString(),
      endsAt: endsAt.toISOString(),
      generatorURL: link.url,
    }
    return jsonRequest(
      below(url, '/api/v2/alerts'),
      [alert],
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    )
  },
}

function severityOf(level: Level): string {
  return level === 'fatal' ? 'critical' : level
}

function summaryOf({ title, subject }: ChannelMessage): string {
  return subject === undefined ? title : `${title}: ${subject}`
}
